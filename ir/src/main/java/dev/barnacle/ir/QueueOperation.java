package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operation on a queue of the device, on the events of its commands, or on a kernel that can be
 * enqueued there (OpenCL C, "Enqueuing Kernels"). Pointers may be of any address space.
 */
public final class QueueOperation extends Instruction {
  private static final Type QUEUE = new OpaqueType(OpaqueType.Kind.QUEUE);
  private static final Type EVENT = new OpaqueType(OpaqueType.Kind.CLK_EVENT);

  /** The operations; those of kernels name one. */
  public enum Op {
    /**
     * {@code enqueue_kernel}: queue, flags, pointers to the {@code ndrange_t}, then the number of
     * events that it waits for and pointers to them and to where its own event goes (either may be
     * null), the block's literal, and to the sizes of the block's local arguments, i64 each; gives
     * the i32 status.
     */
    ENQUEUE_KERNEL(true, 8),
    /** {@code enqueue_marker}: queue, number of events, pointers to them and to the marker's. */
    ENQUEUE_MARKER(false, 4),
    /** {@code get_default_queue}. */
    DEFAULT_QUEUE(false, 0),
    /** {@code create_user_event}. */
    CREATE_USER_EVENT(false, 0),
    /** {@code set_user_event_status}: event and i32 status. */
    SET_USER_EVENT_STATUS(false, 2),
    /** {@code retain_event}. */
    RETAIN_EVENT(false, 1),
    /** {@code release_event}. */
    RELEASE_EVENT(false, 1),
    /** {@code is_valid_event}, an i1. */
    IS_VALID_EVENT(false, 1),
    /** {@code capture_event_profiling_info}: event, i32 name, pointer to two i64. */
    CAPTURE_PROFILING_INFO(false, 3),
    /** {@code get_kernel_work_group_size}, an i32. */
    WORK_GROUP_SIZE(true, 0),
    /** {@code get_kernel_preferred_work_group_size_multiple}, an i32. */
    PREFERRED_WORK_GROUP_SIZE_MULTIPLE(true, 0),
    /** {@code get_kernel_sub_group_count_for_ndrange}: a pointer to it; an i32. */
    SUB_GROUP_COUNT(true, 1),
    /** {@code get_kernel_max_sub_group_size_for_ndrange}: a pointer to it; an i32. */
    MAX_SUB_GROUP_SIZE(true, 1);

    private final boolean ofKernel;
    private final int arity;

    Op(boolean ofKernel, int arity) {
      this.ofKernel = ofKernel;
      this.arity = arity;
    }

    /** Returns whether it names a kernel. */
    public boolean isOfKernel() {
      return ofKernel;
    }

    /** Returns the type of its result. */
    public Type resultType() {
      return switch (this) {
        case DEFAULT_QUEUE -> QUEUE;
        case CREATE_USER_EVENT -> EVENT;
        case IS_VALID_EVENT -> Types.I1;
        case SET_USER_EVENT_STATUS, RETAIN_EVENT, RELEASE_EVENT, CAPTURE_PROFILING_INFO ->
            Types.VOID;
        case ENQUEUE_KERNEL,
            ENQUEUE_MARKER,
            WORK_GROUP_SIZE,
            PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
            SUB_GROUP_COUNT,
            MAX_SUB_GROUP_SIZE ->
            Types.I32;
      };
    }

    /** Returns the number of operands. */
    public int arity() {
      return arity;
    }

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Op op;
  private final @Nullable Function kernel;

  /**
   * Makes an operation.
   *
   * @param kernel that it names; null for an operation that names none
   */
  public QueueOperation(Op op, @Nullable Function kernel, List<? extends Value> operands) {
    super(op.resultType(), operands);
    this.op = op;
    this.kernel = kernel;
  }

  /** Returns the operation. */
  public Op op() {
    return op;
  }

  /** Returns the kernel that it names; null where it names none. */
  public @Nullable Function kernel() {
    return kernel;
  }

  @Override
  public String mnemonic() {
    return "queue";
  }
}
