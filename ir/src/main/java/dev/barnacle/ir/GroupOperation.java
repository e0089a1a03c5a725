package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/**
 * A collective operation of a work-group or sub-group (OpenCL C, "Work-group Collective
 * Functions"): all work-items of the group come to it. The first operand is the work-item's value;
 * a broadcast has the local ids (work-group: three i64) or the sub-group local id (i32) of the
 * sender after it, a shuffle (sub-groups only) the sub-group local id.
 */
public final class GroupOperation extends Instruction {
  /** The operations; ALL and ANY take and give an i32. */
  public enum Op {
    ALL,
    ANY,
    BROADCAST,
    /**
     * Each takes the value of the one whose sub-group local id it names; those that come to it
     * together take part, which need not be all.
     */
    SHUFFLE,
    REDUCE,
    SCAN_EXCLUSIVE,
    SCAN_INCLUSIVE;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How reductions and scans combine values: by signed, unsigned or floating-point arithmetic. */
  public enum Combine {
    NONE,
    ADD,
    MIN,
    MAX,
    UMIN,
    UMAX;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
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
