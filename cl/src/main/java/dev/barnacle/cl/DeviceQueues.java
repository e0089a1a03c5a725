package dev.barnacle.cl;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The queues on the devices of a context, and which are the default ones. */
public final class DeviceQueues {
  private final Context context;
  private final Map<Device, DeviceCommandQueue> defaults = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();

  DeviceQueues(Context context) {
    this.context = context;
  }

  /**
   * Makes a command-queue on the device, of {@link DeviceCommandQueue#PREFERRED_SIZE} ({@code
   * clCreateCommandQueueWithProperties}, {@code CL_QUEUE_ON_DEVICE}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed
   */
  public DeviceCommandQueue create() {
    return create(context.device(), DeviceCommandQueue.PREFERRED_SIZE, false);
  }

  /**
   * Makes a command-queue on the device or one of its sub-devices ({@code
   * clCreateCommandQueueWithProperties}, {@code CL_QUEUE_ON_DEVICE}).
   *
   * @param byteSize what the commands in it may take, in bytes
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed; {@code
   *     CL_INVALID_DEVICE} if it is another device; {@code CL_INVALID_QUEUE_PROPERTIES} if the size
   *     is not from 1 to {@link DeviceCommandQueue#MAX_SIZE}; {@code CL_OUT_OF_RESOURCES} if there
   *     are {@link DeviceCommandQueue#MAX_QUEUES} already
   */
  public DeviceCommandQueue create(Device part, long byteSize, boolean profiling) {
    context.checkAlive();
    if (!part.isPartOf(context.device())) {
      throw new ClException(
          ErrorCode.CL_INVALID_DEVICE, "a queue for a device that is not the context's");
    }
    DeviceCommandQueue queue = new DeviceCommandQueue(context, part, byteSize, profiling);
    if (open.incrementAndGet() > DeviceCommandQueue.MAX_QUEUES) {
      queue.close();
      throw new ClException(
          ErrorCode.CL_OUT_OF_RESOURCES,
          "a device has at most " + DeviceCommandQueue.MAX_QUEUES + " queues of its own");
    }
    return context.adopt(queue);
  }

  /**
   * Sets the queue that kernels on the queue's device get from {@code get_default_queue} ({@code
   * clSetDefaultDeviceCommandQueue}). A queue that is closed is the default no more.
   *
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if the queue is closed or of another
   *     context
   */
  public void setDefault(DeviceCommandQueue queue) {
    queue.lifetime().check();
    if (!queue.context().equals(context)) {
      throw new ClException(ErrorCode.CL_INVALID_COMMAND_QUEUE, "a queue of another context");
    }
    defaults.put(queue.device(), queue);
  }

  /** Returns the default queue on a device, if there is one. */
  public Optional<DeviceCommandQueue> defaultOf(Device part) {
    return Optional.ofNullable(defaults.get(part));
  }

  void forget(DeviceCommandQueue queue) {
    open.decrementAndGet();
    defaults.remove(queue.device(), queue);
  }
}
