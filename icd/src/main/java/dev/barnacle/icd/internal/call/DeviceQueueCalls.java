package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.CL_QUEUE_ON_DEVICE;
import static dev.barnacle.icd.internal.abi.Cl.CL_QUEUE_ON_DEVICE_DEFAULT;
import static dev.barnacle.icd.internal.abi.Cl.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static dev.barnacle.icd.internal.abi.Cl.CL_QUEUE_PROFILING_ENABLE;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.DeviceCommandQueue;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.SetDefaultDeviceCommandQueue;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.DeviceQueueHandle;
import dev.barnacle.icd.internal.handle.Handles;
import org.jspecify.annotations.Nullable;

/** Command-queues on the device (OpenCL API, 5.1). */
public final class DeviceQueueCalls {
  private static final long KNOWN =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
          | CL_QUEUE_PROFILING_ENABLE
          | CL_QUEUE_ON_DEVICE
          | CL_QUEUE_ON_DEVICE_DEFAULT;

  private DeviceQueueCalls() {}

  /**
   * Makes a queue; the default queue, where that is asked for and there is one, gets a reference
   * more.
   *
   * @param size of {@code CL_QUEUE_SIZE}; null where it is left out
   */
  static long create(
      ContextHandle context,
      DeviceHandle device,
      long bits,
      @Nullable Long size,
      Properties properties) {
    if ((bits & ~KNOWN) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "queue properties 0x" + Long.toHexString(bits));
    }
    if ((bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "CL_QUEUE_ON_DEVICE needs CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
    }
    boolean isDefault = (bits & CL_QUEUE_ON_DEVICE_DEFAULT) != 0;
    synchronized (context) {
      DeviceQueueHandle known = isDefault ? context.defaultQueue(device) : null;
      if (known != null) {
        known.retain();
        return known.address();
      }
      long bytes = size == null ? DeviceCommandQueue.PREFERRED_SIZE : size & 0xFFFF_FFFFL;
      DeviceCommandQueue queue =
          context
              .context()
              .deviceQueues()
              .create(device.device(), bytes, (bits & CL_QUEUE_PROFILING_ENABLE) != 0);
      DeviceQueueHandle made = new DeviceQueueHandle(queue, context, device, properties);
      long address = made.register(made).address();
      if (isDefault) {
        context.setDefaultQueue(made);
      }
      return address;
    }
  }

  static long bits(DeviceQueueHandle queue) {
    boolean isDefault = queue.equals(queue.context().defaultQueue(queue.device()));
    return CL_QUEUE_ON_DEVICE
        | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
        | (isDefault ? CL_QUEUE_ON_DEVICE_DEFAULT : 0)
        | (queue.queue().profiling() ? CL_QUEUE_PROFILING_ENABLE : 0);
  }

  /** Returns the handle of a device's default queue; 0 if there is none. */
  static long defaultOf(ContextHandle context, DeviceHandle device) {
    DeviceQueueHandle known = context.defaultQueue(device);
    return known == null ? 0 : known.address();
  }

  public static long setDefaultDeviceCommandQueue(long a) {
    SetDefaultDeviceCommandQueue call = new SetDefaultDeviceCommandQueue(a);
    ContextHandle context = Handles.context(call.context());
    DeviceHandle device = context.device(call.device());
    DeviceQueueHandle queue =
        Handles.get(
            call.commandQueue(), DeviceQueueHandle.class, ErrorCode.CL_INVALID_COMMAND_QUEUE);
    if (!queue.context().equals(context) || !queue.device().equals(device)) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMMAND_QUEUE,
          "the queue is on another device, or of another context");
    }
    context.setDefaultQueue(queue);
    return 0;
  }
}
