package dev.barnacle.explore;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.List;
import java.util.TreeSet;

/** A small program of threads over a few locations: what the oracle and the explorer are fed. */
record RandomProgram(List<RandomProgram.Cell> locations, List<RandomProgram.Member> threads) {

  /** A location of 32 bits that is 0 at first. */
  record Cell(boolean local, boolean atomic) {}

  /** A thread and its place. */
  record Member(int workGroup, int device, List<Op> ops) {}

  /** An operation. */
  enum Kind {
    LOAD,
    STORE,
    /** Stores what the thread read last. */
    COPY,
    PLAIN_LOAD,
    PLAIN_STORE,
    ADD,
    EXCHANGE,
    /** Compares with {@link Op#expected}. */
    COMPARE_EXCHANGE,
    FENCE,
    BARRIER;

    boolean reads() {
      return switch (this) {
        case LOAD, PLAIN_LOAD, ADD, EXCHANGE, COMPARE_EXCHANGE -> true;
        default -> false;
      };
    }
  }

  /**
   * One operation of a thread.
   *
   * @param guarded whether it is done only if what the thread read last is not 0
   * @param value what it writes or adds
   * @param expected what a compare-exchange expects
   * @param flags of a fence or barrier: 1 for local, 2 for global, 3 for both
   */
  record Op(
      Kind kind,
      boolean guarded,
      int location,
      MemoryOrder order,
      MemoryScope scope,
      int value,
      int expected,
      int flags) {}

  /** How many events an execution has at most, initialisation not counted. */
  int events() {
    return threads.stream()
        .flatMap(t -> t.ops.stream())
        .mapToInt(o -> o.kind == Kind.BARRIER ? 2 : 1)
        .sum();
  }

  /** Every number that is in the program, and 0 and 1. */
  TreeSet<Long> constants() {
    TreeSet<Long> all = new TreeSet<>(List.of(0L, 1L));
    for (Member t : threads) {
      for (Op o : t.ops) {
        all.add((long) o.value);
        all.add((long) o.expected);
      }
    }
    return all;
  }

  /** The order of a compare-exchange that fails: without its release part. */
  static MemoryOrder failure(MemoryOrder order) {
    return switch (order) {
      case RELEASE -> MemoryOrder.RELAXED;
      case ACQ_REL -> MemoryOrder.ACQUIRE;
      default -> order;
    };
  }
}
