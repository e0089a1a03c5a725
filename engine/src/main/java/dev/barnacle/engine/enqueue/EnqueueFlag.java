package dev.barnacle.engine.enqueue;

/** The time from which an enqueued kernel may begin ({@code kernel_enqueue_flags_t}). */
public enum EnqueueFlag {
  /** At once. */
  NO_WAIT,
  /** Waits until all work-items of the parent have ended. */
  WAIT_KERNEL,
  /** Waits until the work-group that enqueues it has ended. */
  WAIT_WORK_GROUP;

  /** Returns the flag of a value in OpenCL C; any other value waits for the whole parent. */
  public static EnqueueFlag of(int value) {
    return switch (value) {
      case 0 -> NO_WAIT;
      case 2 -> WAIT_WORK_GROUP;
      default -> WAIT_KERNEL;
    };
  }

  /** Returns its name in OpenCL C. */
  public String text() {
    return "CLK_ENQUEUE_FLAGS_" + name();
  }
}
