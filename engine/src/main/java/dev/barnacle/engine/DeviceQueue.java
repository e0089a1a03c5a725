package dev.barnacle.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A queue on the device, to which kernels enqueue others (OpenCL architecture, "Device-side
 * enqueue"). Kernels know it by a number, a {@code queue_t}.
 */
public final class DeviceQueue implements AutoCloseable {
  /** Events in use by a queue at most ({@code CL_DEVICE_MAX_ON_DEVICE_EVENTS}). */
  public static final int MOST_EVENTS = 1 << 16;

  private static final AtomicLong NEXT = new AtomicLong(1);
  private static final Map<Long, DeviceQueue> OPEN = new ConcurrentHashMap<>();

  private final long handle = NEXT.getAndIncrement();
  private final long byteSize;
  private final boolean profiling;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong events = new AtomicLong();

  /**
   * Opens a queue.
   *
   * @param byteSize what the commands in it may take, in bytes ({@code CL_QUEUE_SIZE})
   * @param profiling whether its commands' times can be asked for
   */
  public DeviceQueue(long byteSize, boolean profiling) {
    this.byteSize = byteSize;
    this.profiling = profiling;
    OPEN.put(handle, this);
  }

  /** Returns the open queue of a number that a kernel has; null if there is none. */
  public static @Nullable DeviceQueue of(long handle) {
    return OPEN.get(handle);
  }

  /** Returns the number by which kernels know it; never 0. */
  public long handle() {
    return handle;
  }

  /** Returns what the commands in it may take, in bytes. */
  public long byteSize() {
    return byteSize;
  }

  /** Returns whether its commands' times can be asked for. */
  public boolean profiling() {
    return profiling;
  }

  /** Takes room for a command; false if the queue is full. */
  public boolean reserve(long bytes) {
    if (used.addAndGet(bytes) <= byteSize) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  /** Gives the room of a command back. */
  public void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Counts an event; false if there are too many. */
  public boolean reserveEvent() {
    if (events.incrementAndGet() <= MOST_EVENTS) {
      return true;
    }
    events.decrementAndGet();
    return false;
  }

  /** Events have been deleted. */
  public void releaseEvents(long count) {
    events.addAndGet(-count);
  }

  /** No kernel knows it any more. */
  @Override
  public void close() {
    OPEN.remove(handle);
  }
}
