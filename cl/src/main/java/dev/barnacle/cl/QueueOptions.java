package dev.barnacle.cl;

/**
 * What a command-queue does ({@code CL_QUEUE_PROPERTIES}; OpenCL API,
 * clCreateCommandQueueWithProperties).
 *
 * @param outOfOrder whether commands wait only for the events that they are given, and for barriers
 * @param profiling whether the times of commands are kept
 */
public record QueueOptions(boolean outOfOrder, boolean profiling) {
  private static final long OUT_OF_ORDER_BIT = 1;
  private static final long PROFILING_BIT = 1 << 1;
  private static final long ON_DEVICE_BIT = 1 << 2;
  private static final long ON_DEVICE_DEFAULT_BIT = 1 << 3;

  /** A queue whose commands run one after the other, in the order in which they were enqueued. */
  public static final QueueOptions IN_ORDER = new QueueOptions(false, false);

  /** A queue whose commands run as soon as the events that they wait for are complete. */
  public static final QueueOptions OUT_OF_ORDER = new QueueOptions(true, false);

  /** Returns these options with the times of commands kept. */
  public QueueOptions withProfiling() {
    return new QueueOptions(outOfOrder, true);
  }

  /**
   * Returns the options of a {@code cl_command_queue_properties} bit-field.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if a bit is unknown or lacks another that it
   *     needs; {@code CL_INVALID_QUEUE_PROPERTIES} for queues on the device, which the device does
   *     not offer
   */
  public static QueueOptions of(long bits) {
    long known = OUT_OF_ORDER_BIT | PROFILING_BIT | ON_DEVICE_BIT | ON_DEVICE_DEFAULT_BIT;
    if ((bits & ~known) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "queue properties 0x" + Long.toHexString(bits));
    }
    if ((bits & ON_DEVICE_DEFAULT_BIT) != 0 && (bits & ON_DEVICE_BIT) == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "CL_QUEUE_ON_DEVICE_DEFAULT needs CL_QUEUE_ON_DEVICE");
    }
    if ((bits & ON_DEVICE_BIT) != 0) {
      if ((bits & OUT_OF_ORDER_BIT) == 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE,
            "CL_QUEUE_ON_DEVICE needs CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
      }
      throw new ClException(
          ErrorCode.CL_INVALID_QUEUE_PROPERTIES, "the device offers no queues of its own");
    }
    return new QueueOptions((bits & OUT_OF_ORDER_BIT) != 0, (bits & PROFILING_BIT) != 0);
  }

  /** Returns the options as a {@code cl_command_queue_properties} bit-field. */
  public long bits() {
    return (outOfOrder ? OUT_OF_ORDER_BIT : 0) | (profiling ? PROFILING_BIT : 0);
  }
}
