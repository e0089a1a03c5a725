package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.DeviceCommandQueue;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_command_queue} of a queue on the device. */
public final class DeviceQueueHandle extends Handle {
  private final DeviceCommandQueue queue;
  private final ContextHandle context;
  private final DeviceHandle device;
  private final Properties properties;

  public DeviceQueueHandle(
      DeviceCommandQueue queue, ContextHandle context, DeviceHandle device, Properties properties) {
    super(ErrorCode.CL_INVALID_COMMAND_QUEUE);
    this.queue = queue;
    this.context = context;
    this.device = device;
    this.properties = properties;
    hold(context);
  }

  public DeviceCommandQueue queue() {
    return queue;
  }

  public ContextHandle context() {
    return context;
  }

  public DeviceHandle device() {
    return device;
  }

  public Properties properties() {
    return properties;
  }

  @Override
  void free() {
    context.forgetDefault(this);
    queue.close();
  }
}
