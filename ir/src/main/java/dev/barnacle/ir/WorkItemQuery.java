package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/**
 * A question about the NDRange (OpenCL C, "Work-Item Functions"). Sizes and ids of one dimension
 * are i64 and take the dimension as an i32 operand, for which an out-of-range value gives what the
 * specification says (1 for sizes, 0 for ids and offsets).
 */
public final class WorkItemQuery extends Instruction {
  /** The questions. */
  public enum Kind {
    WORK_DIM(false, 32),
    GLOBAL_SIZE(true, 64),
    GLOBAL_ID(true, 64),
    LOCAL_SIZE(true, 64),
    ENQUEUED_LOCAL_SIZE(true, 64),
    LOCAL_ID(true, 64),
    NUM_GROUPS(true, 64),
    GROUP_ID(true, 64),
    GLOBAL_OFFSET(true, 64),
    GLOBAL_LINEAR_ID(false, 64),
    LOCAL_LINEAR_ID(false, 64),
    SUB_GROUP_SIZE(false, 32),
    MAX_SUB_GROUP_SIZE(false, 32),
    NUM_SUB_GROUPS(false, 32),
    ENQUEUED_NUM_SUB_GROUPS(false, 32),
    SUB_GROUP_ID(false, 32),
    SUB_GROUP_LOCAL_ID(false, 32);

    private final boolean dimensional;
    private final int bits;

    Kind(boolean dimensional, int bits) {
      this.dimensional = dimensional;
      this.bits = bits;
    }

    /** Returns whether it is asked of a dimension. */
    public boolean dimensional() {
      return dimensional;
    }

    /** Returns whether it is about the sub-groups of a work-group (OpenCL C, 6.15.19). */
    public boolean isOfSubGroups() {
      return switch (this) {
        case SUB_GROUP_SIZE,
            MAX_SUB_GROUP_SIZE,
            NUM_SUB_GROUPS,
            ENQUEUED_NUM_SUB_GROUPS,
            SUB_GROUP_ID,
            SUB_GROUP_LOCAL_ID ->
            true;
        default -> false;
      };
    }

    /** Returns the type of the answer. */
    public IntType resultType() {
      return new IntType(bits);
    }

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;

  /** Makes a query that takes no dimension. */
  public WorkItemQuery(Kind kind) {
    super(kind.resultType(), List.of());
    this.kind = kind;
  }

  /** Makes a query of a dimension, an i32 value. */
  public WorkItemQuery(Kind kind, Value dimension) {
    super(kind.resultType(), List.of(dimension));
    this.kind = kind;
  }

  /** Returns the question. */
  public Kind kind() {
    return kind;
  }

  @Override
  public String mnemonic() {
    return "query";
  }
}
