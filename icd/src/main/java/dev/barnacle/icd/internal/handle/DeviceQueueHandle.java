package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.DeviceCommandQueue;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_command_queue} of a queue on the device. */
public final class DeviceQueueHandle extends CommandQueueHandle {
  private final DeviceCommandQueue queue;

  public DeviceQueueHandle(
      DeviceCommandQueue queue, ContextHandle context, DeviceHandle device, Properties properties) {
    super(context, device, properties);
    this.queue = queue;
  }

  public DeviceCommandQueue queue() {
    return queue;
  }

  @Override
  void free() {
    context().forgetDefault(this);
    queue.close();
  }
}
