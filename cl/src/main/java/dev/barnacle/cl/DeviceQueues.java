package dev.barnacle.cl;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The queues on the devices of a context, and which are the default ones. */
final class DeviceQueues {
  private final Context context;
  private final Map<Device, DeviceCommandQueue> defaults = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();

  DeviceQueues(Context context) {
    this.context = context;
  }

  DeviceCommandQueue make(Device part, long byteSize, boolean profiling) {
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
    return queue;
  }

  void setDefault(DeviceCommandQueue queue) {
    queue.lifetime().check();
    if (!queue.context().equals(context)) {
      throw new ClException(ErrorCode.CL_INVALID_COMMAND_QUEUE, "a queue of another context");
    }
    defaults.put(queue.device(), queue);
  }

  Optional<DeviceCommandQueue> defaultOf(Device part) {
    return Optional.ofNullable(defaults.get(part));
  }

  void forget(DeviceCommandQueue queue) {
    open.decrementAndGet();
    defaults.remove(queue.device(), queue);
  }
}
