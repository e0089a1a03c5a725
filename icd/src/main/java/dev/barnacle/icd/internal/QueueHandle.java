package dev.barnacle.icd.internal;

import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.ErrorCode;

/** {@code cl_command_queue}. */
final class QueueHandle extends Handle {
  private final CommandQueue queue;
  private final ContextHandle context;
  private final DeviceHandle device;
  private final Properties properties;

  QueueHandle(
      CommandQueue queue, ContextHandle context, DeviceHandle device, Properties properties) {
    super(ErrorCode.CL_INVALID_COMMAND_QUEUE);
    this.queue = queue;
    this.context = context;
    this.device = device;
    this.properties = properties;
    hold(context);
  }

  CommandQueue queue() {
    return queue;
  }

  ContextHandle context() {
    return context;
  }

  DeviceHandle device() {
    return device;
  }

  Properties properties() {
    return properties;
  }

  @Override
  void free() {
    queue.close();
  }
}
