package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.CommandQueue;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_command_queue} of a queue of the host. */
public final class QueueHandle extends CommandQueueHandle {
  private final CommandQueue queue;

  public QueueHandle(
      CommandQueue queue, ContextHandle context, DeviceHandle device, Properties properties) {
    super(context, device, properties);
    this.queue = queue;
  }

  public CommandQueue queue() {
    return queue;
  }

  @Override
  void free() {
    queue.close();
  }
}
