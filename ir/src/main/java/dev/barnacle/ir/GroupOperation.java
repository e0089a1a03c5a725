package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/**
 * A collective operation of a work-group or sub-group (OpenCL C, "Work-group Collective Functions";
 * "Subgroup Functions"). All work-items of the group come to it, but for the non-uniform ones,
 * which only sub-groups have: there those take part that come to it together. The first operand is
 * the work-item's value; a broadcast has the local ids (work-group: three i64) or the sub-group
 * local id (i32) of the sender after it, a shuffle the sub-group local id, a clustered reduction
 * the constant size of a cluster (i32).
 */
public final class GroupOperation extends Instruction {
  /** The operations; votes take and give an i32. */
  public enum Op {
    ALL,
    ANY,
    BROADCAST,
    REDUCE,
    SCAN_EXCLUSIVE,
    SCAN_INCLUSIVE,
    /** Each takes the value of the one whose sub-group local id it names. */
    SHUFFLE,
    /** Gives, in an i64, a bit of each that takes part with a value that is not 0. */
    BALLOT,
    /** Gives the value of the first that takes part. */
    BROADCAST_FIRST,
    NON_UNIFORM_ALL,
    NON_UNIFORM_ANY,
    NON_UNIFORM_BROADCAST,
    NON_UNIFORM_REDUCE,
    NON_UNIFORM_SCAN_EXCLUSIVE,
    NON_UNIFORM_SCAN_INCLUSIVE,
    /** A reduction of each run of as many sub-group local ids as the cluster's size says. */
    CLUSTERED_REDUCE;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether those take part that come to it together, which need not be all. */
    public boolean isNonUniform() {
      return compareTo(SHUFFLE) >= 0;
    }

    /** Returns the operation that does the same where all of a group come to it. */
    public Op uniform() {
      return switch (this) {
        case NON_UNIFORM_ALL -> ALL;
        case NON_UNIFORM_ANY -> ANY;
        case NON_UNIFORM_BROADCAST -> BROADCAST;
        case NON_UNIFORM_REDUCE -> REDUCE;
        case NON_UNIFORM_SCAN_EXCLUSIVE -> SCAN_EXCLUSIVE;
        case NON_UNIFORM_SCAN_INCLUSIVE -> SCAN_INCLUSIVE;
        default -> this;
      };
    }

    /** Returns whether each that takes part gets the same result. */
    public boolean isSame() {
      return switch (uniform()) {
        case ALL, ANY, BROADCAST, REDUCE, BALLOT, BROADCAST_FIRST -> true;
        default -> false;
      };
    }

    /** Returns whether it combines values. */
    public boolean combines() {
      return switch (uniform()) {
        case REDUCE, SCAN_EXCLUSIVE, SCAN_INCLUSIVE, CLUSTERED_REDUCE -> true;
        default -> false;
      };
    }
  }

  /**
   * The ways in which reductions and scans combine values: by signed, unsigned or floating-point
   * arithmetic.
   */
  public enum Combine {
    NONE,
    ADD,
    MUL,
    MIN,
    MAX,
    UMIN,
    UMAX,
    AND,
    OR,
    XOR;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether only integers are combined so. */
    public boolean isOfIntegers() {
      return compareTo(UMIN) >= 0;
    }

    /** Returns what changes no integer of so many bits, where it is combined with one. */
    public long identity(int bits) {
      long least = -1L << (bits - 1);
      return switch (this) {
        case MUL -> 1;
        case MIN -> ~least;
        case MAX -> least;
        case UMIN, AND -> -1;
        default -> 0;
      };
    }

    /** Returns what an exclusive scan of floating-point numbers starts with (OpenCL C, 6.15.19). */
    public double identity() {
      return switch (this) {
        case MUL -> 1;
        case MIN -> Double.POSITIVE_INFINITY;
        case MAX -> Double.NEGATIVE_INFINITY;
        default -> 0;
      };
    }
  }

  private final Barrier.Kind group;
  private final Op op;
  private final Combine combine;

  /**
   * Makes a collective operation.
   *
   * @param combine NONE but for reductions and scans
   */
  public GroupOperation(
      Barrier.Kind group, Op op, Combine combine, List<? extends Value> operands) {
    super(operands.getFirst().type(), operands);
    this.group = group;
    this.op = op;
    this.combine = combine;
  }

  /** Returns whose work-items take part. */
  public Barrier.Kind group() {
    return group;
  }

  /** Returns the operation. */
  public Op op() {
    return op;
  }

  /** Returns how values are combined. */
  public Combine combine() {
    return combine;
  }

  @Override
  public String mnemonic() {
    return "group";
  }
}
