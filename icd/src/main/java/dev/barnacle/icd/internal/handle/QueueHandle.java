package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_command_queue}. */
public final class QueueHandle extends Handle {
  private final CommandQueue queue;
  private final ContextHandle context;
  private final DeviceHandle device;
  private final Properties properties;

  public QueueHandle(
      CommandQueue queue, ContextHandle context, DeviceHandle device, Properties properties) {
    super(ErrorCode.CL_INVALID_COMMAND_QUEUE);
    this.queue = queue;
    this.context = context;
    this.device = device;
    this.properties = properties;
    hold(context);
  }

  public CommandQueue queue() {
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
    queue.close();
  }
}
