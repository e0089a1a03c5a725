package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.List;

/**
 * A fault of an execution: facts, which are put into words where the outcome is made. A new check
 * is a record here, and its sentence in {@code sentences.txt}.
 */
public sealed interface Fault {
  /** Returns what is wrong. */
  FaultKind kind();

  /** Returns the operations that take part. */
  List<Part> parts();

  /** Returns the memory object's name, empty if none is concerned. */
  default String object() {
    return "";
  }

  /** Returns the offset in the memory object. */
  default long offset() {
    return -1;
  }

  /** Returns whether it is an access that is left out, and its work-item goes on. */
  default boolean isOfAccess() {
    return false;
  }

  /** Returns the same for faults of the same kind by the same operations. */
  default Key key() {
    return new Key(kind(), parts().stream().map(p -> p.op().number).toList());
  }

  /** The common properties of faults that are reported once. */
  record Key(FaultKind kind, List<Integer> operations) {}

  /**
   * An access or another operation that takes part.
   *
   * @param item the work-item's number
   * @param op the operation
   */
  record Part(int item, Op op) {}

  /** Something that one operation does. */
  sealed interface OfOne extends Fault {
    /** Returns the operation. */
    Part part();

    @Override
    default List<Part> parts() {
      return List.of(part());
    }
  }

  /** An access of what it may not access, which is left out. */
  sealed interface OfAccess extends OfOne {
    @Override
    default boolean isOfAccess() {
      return true;
    }
  }

  /** An access of other bytes than those of its object. */
  sealed interface Outside extends OfAccess {
    /** Returns whether it is one to write. */
    boolean writes();

    @Override
    default FaultKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /** An access that leaves its object. */
  record OutsideObject(Part part, boolean writes, long bytes, String object, long offset, long size)
      implements Outside {}

  /** An access through a pointer that no object has. */
  record OutsideAll(Part part, boolean writes, long bytes) implements Outside {}

  /** An access of a texel that an image has not got. */
  record OutsideImage(Part part, boolean writes, String image) implements Outside {}

  /**
   * An access through a null pointer.
   *
   * @param computed whether something was added to it
   */
  record NullPointer(Part part, boolean writes, boolean computed) implements OfAccess {
    @Override
    public FaultKind kind() {
      return FindingKind.NULL_DEREFERENCE;
    }
  }

  /** A write to constant memory. */
  record ConstantWrite(Part part, String object, long offset) implements OfAccess {
    @Override
    public FaultKind kind() {
      return FindingKind.WRITE_TO_CONSTANT;
    }
  }

  /**
   * An access at an address that its type does not allow.
   *
   * @param at the offset in its object
   */
  record Misaligned(Part part, long at, long alignment) implements OfAccess {
    @Override
    public FaultKind kind() {
      return FindingKind.MISALIGNED;
    }
  }

  /** A read of shared memory that nothing was written to. */
  record Unwritten(Part part, String object, long offset) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.UNINITIALIZED_READ;
    }
  }

  /** A read of private memory that nothing was written to. */
  record UnwrittenPrivate(Part part) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.UNINITIALIZED_READ;
    }
  }

  /** An integer division by zero. */
  record ZeroDivision(Part part) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.DIVISION_BY_ZERO;
    }
  }

  /** A division of the least integer by -1. */
  record Quotient(Part part, long dividend) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.INVALID_ARGUMENT;
    }
  }

  /** A call for an asynchronous copy, or for the wait for one, that may not be so. */
  record CopyCall(Part part, Mistake mistake) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.INVALID_ARGUMENT;
    }
  }

  /** The fault of such a call. */
  enum Mistake {
    /** Work-items give different arguments. */
    OTHER_ARGUMENTS,
    /** A stride is 0. */
    ZERO_STRIDE,
    /** Work-items wait for different events. */
    OTHER_EVENTS,
    /** An event has been waited for before. */
    EVENT_AGAIN
  }

  /** A work-item comes to what an assertion forbids. */
  record Assertion(Part part) implements OfOne {
    @Override
    public FaultKind kind() {
      return ExplorationKind.ASSERTION;
    }
  }

  /** A use of a pipe's reservation that has failed. */
  record NoReservation(Part part, String pipe) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.INVALID_RESERVATION;
    }
  }

  /** A use of a packet that a reservation of so many packets has not got. */
  record NoPacket(Part part, String pipe, long index, long packets) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.INVALID_RESERVATION;
    }
  }

  /** An asynchronous copy that nobody has waited for at the work-group's end. */
  record CopyAtEnd(Part part) implements OfOne {
    @Override
    public FaultKind kind() {
      return FindingKind.DATA_RACE;
    }
  }

  /** Two asynchronous copies of the same bytes that are under way at a time. */
  record CopyRace(Part earlier, Part later) implements Fault {
    @Override
    public FaultKind kind() {
      return FindingKind.DATA_RACE;
    }

    @Override
    public List<Part> parts() {
      return List.of(earlier, later);
    }
  }

  /** A read of a texel that its work-item has written, without a fence of image memory since. */
  record UnfencedTexel(Part earlier, Part later, String object, long offset) implements Fault {
    @Override
    public FaultKind kind() {
      return FindingKind.MISSING_FENCE;
    }

    @Override
    public List<Part> parts() {
      return List.of(earlier, later);
    }
  }

  /** Two accesses that race. */
  record DataRace(Part earlier, Part later, String object, long offset) implements Fault {
    @Override
    public FaultKind kind() {
      return FindingKind.DATA_RACE;
    }

    @Override
    public List<Part> parts() {
      return List.of(earlier, later);
    }
  }

  /**
   * A work-item waits for another one of its group that does not come.
   *
   * @param barrier whether it waits at a barrier, not at a function of its group
   * @param where where the other one is
   */
  record Divergence(Part waiting, Part other, boolean barrier, Elsewhere where) implements Fault {
    @Override
    public FaultKind kind() {
      return FindingKind.BARRIER_DIVERGENCE;
    }

    @Override
    public List<Part> parts() {
      return List.of(waiting, other);
    }
  }

  /** The place of a work-item that does not come to a barrier. */
  enum Elsewhere {
    /** It has ended. */
    ENDED,
    /** It waits there in another round of a loop. */
    OTHER_ROUND,
    /** It waits at another one. */
    OTHER_PLACE
  }

  /**
   * Work-items wait for ever.
   *
   * @param sure who alone is sure to come further
   * @param group their work-group, where that is one
   * @param absent who has not begun
   * @param missing the numbers of those
   */
  record Hang(List<Part> parts, Sure sure, int group, Absent absent, List<Integer> missing)
      implements Fault {
    public Hang {
      parts = List.copyOf(parts);
      missing = List.copyOf(missing);
    }

    @Override
    public FaultKind kind() {
      return ExplorationKind.HANG;
    }
  }

  /**
   * Something that a .cat file flags.
   *
   * @param check the name of the model's check
   */
  record Flagged(List<Part> parts, FaultKind kind, String check) implements Fault {
    public Flagged {
      parts = List.copyOf(parts);
    }
  }

  /** The work-items that are sure to come further, of those that have begun. */
  enum Sure {
    ALL,
    ONE_GROUP,
    WAITING
  }

  /** The part that has not begun. */
  enum Absent {
    NOTHING,
    ITEMS,
    GROUPS
  }
}
