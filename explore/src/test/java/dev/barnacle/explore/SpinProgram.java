package dev.barnacle.explore;

import dev.barnacle.ir.MemoryOrder;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A small program of work-items that wait for each other, over atomic objects of 32 bits that are 0
 * at first. Each work-item has a register that holds what its last read returned, 0 at first.
 *
 * @param objects how many objects
 * @param groupSize how many work-items a work-group has
 */
record SpinProgram(int objects, int groupSize, List<List<SpinProgram.Op>> items) {

  /** An operation. */
  enum Kind {
    LOAD,
    STORE,
    ADD,
    EXCHANGE,
    /** Compares with {@link Op#expected}. */
    COMPARE_EXCHANGE,
    /** Loads until it gets {@link Op#expected}. */
    AWAIT,
    /** Loads until it gets anything but {@link Op#expected}. */
    AWAIT_OTHER,
    /** Exchanges until it gets {@link Op#expected}: a lock by test and set. */
    SPIN_EXCHANGE,
    /** Compares and exchanges until it gets {@link Op#expected}. */
    SPIN_COMPARE_EXCHANGE,
    /** Loads, and compares and exchanges with one more, until nobody came between. */
    INCREMENT,
    BARRIER;

    boolean loops() {
      return switch (this) {
        case AWAIT, AWAIT_OTHER, SPIN_EXCHANGE, SPIN_COMPARE_EXCHANGE, INCREMENT -> true;
        default -> false;
      };
    }
  }

  /**
   * One operation of a work-item.
   *
   * @param guarded whether it is done only if the register is not 0
   * @param value what it writes or adds
   * @param expected what it compares with
   */
  record Op(Kind kind, boolean guarded, int object, MemoryOrder order, int value, int expected) {
    @Override
    public String toString() {
      String name = kind.name().toLowerCase(java.util.Locale.ROOT);
      return (guarded ? "if " : "")
          + (kind == Kind.BARRIER
              ? name
              : name + " x" + object + " " + order + " " + value + "/" + expected);
    }
  }

  int group(int item) {
    return item / groupSize;
  }

  int groups() {
    return items.size() / groupSize;
  }

  @Override
  public String toString() {
    return items.stream()
        .map(i -> i.stream().map(Op::toString).collect(Collectors.joining("; ")))
        .collect(Collectors.joining(" | ", "groups of " + groupSize + ": ", ""));
  }
}
