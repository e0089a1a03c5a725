package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.Function;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The decoded code of a function. */
public final class FunctionCode {
  private static final Op[] NONE = {};

  /** The function. */
  public final Function function;

  /** Its operations, block by block; it begins with the first. */
  public Op[] ops = NONE;

  /** For each use, the memory objects that each operation and what may come after it uses so. */
  final long[][] uses = new long[Targets.Use.values().length][];

  /**
   * For each operation, whether it or what may come after it asks for what tells the work-item from
   * others: its ids, its place in a sub-group.
   */
  public boolean[] asks = {};

  /** For each operation, the registers that may be used from there on, as far as was asked. */
  private AtomicReferenceArray<int @Nullable []> used = new AtomicReferenceArray<>(0);

  private @Nullable Liveness liveness;

  /** The number of registers that a call takes. */
  public int registers;

  /** The registers that hold truth values. */
  public final BitSet truths = new BitSet();

  FunctionCode(Function function) {
    this.function = function;
  }

  /** Returns the registers that matter before an operation; a later one has none. */
  public int[] usedFrom(int operation) {
    int[] known = used.get(operation);
    if (known == null) {
      known = liveness().before(operation).stream().toArray();
      used.set(operation, known);
    }
    return known;
  }

  /** Returns the memory objects that an operation and what may come after it uses in a way. */
  @SuppressWarnings("EnumOrdinal") // its place in the array
  public long uses(Targets.Use use, int operation) {
    long[] sets = uses[use.ordinal()];
    return sets == null || operation >= sets.length ? 0 : sets[operation];
  }

  private synchronized Liveness liveness() {
    if (liveness == null) {
      liveness = new Liveness(this);
    }
    return liveness;
  }

  /** Takes the operations. */
  void set(Op[] decoded) {
    ops = decoded;
    used = new AtomicReferenceArray<>(decoded.length + 1);
    asks = Ahead.asks(decoded);
    liveness = null;
  }
}
