package dev.barnacle.cl;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The priority of a queue's commands ({@code CL_QUEUE_PRIORITY_KHR}, cl_khr_priority_hints).
 * Threads that look for work take ready commands of more urgent queues first. A command that runs
 * is not interrupted.
 */
public enum QueuePriority {
  /** {@code CL_QUEUE_PRIORITY_HIGH_KHR}. */
  HIGH(1),
  /** {@code CL_QUEUE_PRIORITY_MED_KHR}: what queues have that ask for nothing. */
  MEDIUM(1 << 1),
  /** {@code CL_QUEUE_PRIORITY_LOW_KHR}. */
  LOW(1 << 2);

  private final long value;

  QueuePriority(long value) {
    this.value = value;
  }

  /** Returns the number that the C API has for it. */
  public long value() {
    return value;
  }

  /** Returns that of a number of the C API, if it is one. */
  public static Optional<QueuePriority> of(long value) {
    return Stream.of(values()).filter(p -> p.value == value).findFirst();
  }
}
