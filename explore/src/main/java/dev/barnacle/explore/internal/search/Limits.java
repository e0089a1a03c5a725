package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.Interpreter;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The bounds of an exploration, and those of them that were reached. */
public final class Limits {
  /** Ends an exploration that was asked to stop. */
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Stopped() {
      super(null, null, false, false);
    }
  }

  /** Ends an exploration whose verdict is decided. */
  public static final class Decided extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Decided() {
      super(null, null, false, false);
    }
  }

  /** Ends a search that takes more steps than it may. */
  public static final class TooLong extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLong() {
      super(null, null, false, false);
    }
  }

  private final int unroll;
  private final long steps;
  private final BooleanSupplier stop;
  private final Set<String> reached = new LinkedHashSet<>();
  private long checks;

  /**
   * Makes limits.
   *
   * @param unroll how often a loop that reads shared memory may run again
   * @param steps how many steps the search may take
   * @param stop whether it is asked to stop
   */
  public Limits(int unroll, long steps, BooleanSupplier stop) {
    this.unroll = unroll;
    this.steps = steps;
    this.stop = stop;
  }

  int unroll() {
    return unroll;
  }

  /** Counts a step, and ends the search when it is time. */
  public void check() {
    if ((++checks & 255) == 0 && stop.getAsBoolean()) {
      reached(Outcome.STOPPED);
      throw new Stopped();
    }
    if (checks > steps) {
      throw new TooLong();
    }
  }

  public void reached(String what) {
    reached.add(what);
  }

  /** An execution reaches an access outside of all memory: it goes no further. */
  void outside(Op op, long address) {
    reached(
        "an access outside of the shared memory"
            + Interpreter.where(op)
            + (address == 0 ? " (a null pointer)" : ""));
  }

  public Set<String> reached() {
    return reached;
  }
}
