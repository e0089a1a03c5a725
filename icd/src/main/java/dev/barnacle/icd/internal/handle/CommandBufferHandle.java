package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.CommandBuffer;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Properties;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code cl_command_buffer_khr}. */
public final class CommandBufferHandle extends Handle {
  private final CommandBuffer buffer;
  private final List<QueueHandle> queues;
  private final Properties properties;
  private final long flags;
  private final long asserts;
  private final Set<KernelHandle> kernels = new HashSet<>();
  private final List<MutableCommandHandle> commands = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param flags {@code CL_COMMAND_BUFFER_FLAGS_KHR}
   * @param asserts {@code CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR}
   */
  public CommandBufferHandle(
      CommandBuffer buffer,
      List<QueueHandle> queues,
      Properties properties,
      long flags,
      long asserts) {
    super(ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR);
    this.buffer = buffer;
    this.queues = List.copyOf(queues);
    this.properties = properties;
    this.flags = flags;
    this.asserts = asserts;
    queues.forEach(this::hold);
  }

  /** Keeps a kernel that has been recorded. */
  public synchronized void keep(KernelHandle kernel) {
    if (kernels.add(kernel)) {
      hold(kernel);
    }
  }

  /** Returns the kernels that have been recorded. */
  public synchronized Set<KernelHandle> kernels() {
    return Set.copyOf(kernels);
  }

  /** Adds the handle of a command, which lives as long as this one. */
  public synchronized void add(MutableCommandHandle command) {
    commands.add(command);
  }

  public CommandBuffer buffer() {
    return buffer;
  }

  public List<QueueHandle> queues() {
    return queues;
  }

  public ContextHandle context() {
    return queues.getFirst().context();
  }

  public Properties properties() {
    return properties;
  }

  public long flags() {
    return flags;
  }

  public long asserts() {
    return asserts;
  }

  @Override
  void free() {
    buffer.close();
    commands.forEach(Handle::release);
  }
}
