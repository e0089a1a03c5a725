package dev.barnacle.cl;

/**
 * The properties of a command-queue ({@code CL_QUEUE_PROPERTIES}; OpenCL API,
 * clCreateCommandQueueWithProperties).
 *
 * @param outOfOrder whether commands wait only for the events that they are given, and for barriers
 * @param profiling whether the times of commands are kept
 * @param priority how urgent its commands are
 */
public record QueueOptions(boolean outOfOrder, boolean profiling, QueuePriority priority) {
  private static final long OUT_OF_ORDER_BIT = 1;
  private static final long PROFILING_BIT = 1 << 1;

  /** A queue whose commands run one after the other, in the order in which they were enqueued. */
  public static final QueueOptions IN_ORDER = new QueueOptions(false, false);

  /** A queue whose commands run as soon as the events that they wait for are complete. */
  public static final QueueOptions OUT_OF_ORDER = new QueueOptions(true, false);

  /** Returns these options with the times of commands kept. */
  public QueueOptions withProfiling() {
    return new QueueOptions(outOfOrder, true, priority);
  }

  /** Makes options of medium priority. */
  public QueueOptions(boolean outOfOrder, boolean profiling) {
    this(outOfOrder, profiling, QueuePriority.MEDIUM);
  }

  /** Returns these options with another priority. */
  public QueueOptions withPriority(QueuePriority other) {
    return new QueueOptions(outOfOrder, profiling, other);
  }

  /**
   * Returns the options of a {@code cl_command_queue_properties} bit-field.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if a bit is unknown or lacks another that it
   *     needs, or is one of queues on the device, which are of another kind: {@link
   *     DeviceCommandQueue}
   */
  public static QueueOptions of(long bits) {
    if ((bits & ~(OUT_OF_ORDER_BIT | PROFILING_BIT)) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "queue properties 0x" + Long.toHexString(bits));
    }
    return new QueueOptions((bits & OUT_OF_ORDER_BIT) != 0, (bits & PROFILING_BIT) != 0);
  }

  /** Returns the options as a {@code cl_command_queue_properties} bit-field. */
  public long bits() {
    return (outOfOrder ? OUT_OF_ORDER_BIT : 0) | (profiling ? PROFILING_BIT : 0);
  }
}
