package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_command_queue}, of the host or on the device. */
public abstract sealed class CommandQueueHandle extends Handle
    permits QueueHandle, DeviceQueueHandle {
  private final ContextHandle context;
  private final DeviceHandle device;
  private final Properties properties;

  CommandQueueHandle(ContextHandle context, DeviceHandle device, Properties properties) {
    super(ErrorCode.CL_INVALID_COMMAND_QUEUE);
    this.context = context;
    this.device = device;
    this.properties = properties;
    hold(context);
  }

  public final ContextHandle context() {
    return context;
  }

  public final DeviceHandle device() {
    return device;
  }

  public final Properties properties() {
    return properties;
  }
}
