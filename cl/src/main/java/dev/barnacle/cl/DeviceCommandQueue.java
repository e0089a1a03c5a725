package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A command-queue on the device, to which kernels enqueue others (OpenCL architecture, "Device-side
 * enqueue"). It is out-of-order. A kernel gets it as an argument of type {@code queue_t}, or as the
 * default queue of its device ({@link DeviceQueues#setDefault}).
 *
 * <pre>{@code
 * context.deviceQueues().setDefault(context.deviceQueues().create());
 * kernel.bind(data, n).run(NDRange.of(1)); // returns when all that it enqueues is complete
 * }</pre>
 */
public final class DeviceCommandQueue extends ClObject {
  /** The size of a queue that is given none ({@code CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE}). */
  public static final long PREFERRED_SIZE = 16 << 20;

  /** The size of a queue at most, in bytes ({@code CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE}). */
  public static final long MAX_SIZE = 64 << 20;

  /** Queues of a device at most ({@code CL_DEVICE_MAX_ON_DEVICE_QUEUES}). */
  public static final int MAX_QUEUES = 1024;

  /** Events in use by a queue at most ({@code CL_DEVICE_MAX_ON_DEVICE_EVENTS}). */
  public static final int MAX_EVENTS = DeviceQueue.MOST_EVENTS;

  private final Context context;
  private final Device device;
  private final DeviceQueue queue;
  private final Lifetime lifetime;

  DeviceCommandQueue(Context context, Device device, long byteSize, boolean profiling) {
    if (byteSize < 1 || byteSize > MAX_SIZE) {
      throw new ClException(
          ErrorCode.CL_INVALID_QUEUE_PROPERTIES,
          "a queue on the device of " + byteSize + " bytes; " + MAX_SIZE + " are the most");
    }
    this.context = context;
    this.device = device;
    Lifetime.Use contextUse = context.keep();
    this.queue = new DeviceQueue(byteSize, profiling);
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_COMMAND_QUEUE,
            "command-queue on the device",
            () -> {
              queue.close();
              context.forget(this);
              contextUse.close();
            });
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the device that it is on. */
  public Device device() {
    return device;
  }

  /** Returns what the commands in it may take, in bytes ({@code CL_QUEUE_SIZE}). */
  public long byteSize() {
    return queue.byteSize();
  }

  /** Returns whether it was made with profiling; kernels can ask for times in any case. */
  public boolean profiling() {
    return queue.profiling();
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }

  DeviceQueue queue() {
    return queue;
  }

  /** Returns the queue as kernels get it. */
  Argument argument() {
    MemorySegment bytes = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    bytes.set(ValueLayout.JAVA_LONG, 0, queue.handle());
    return new Argument.Bytes(bytes.asReadOnly());
  }
}
