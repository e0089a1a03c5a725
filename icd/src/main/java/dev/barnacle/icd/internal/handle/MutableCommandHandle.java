package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.RecordedCommand;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_mutable_command_khr}: a recorded launch. It ends with its command-buffer. */
public final class MutableCommandHandle extends Handle {
  private final CommandBufferHandle buffer;
  private final RecordedCommand command;
  private final Recording recording;
  private Launch launch;

  /**
   * The arguments that it was recorded with.
   *
   * @param properties of the command
   * @param fields that can be updated ({@code CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR})
   */
  public record Recording(
      QueueHandle queue, KernelHandle kernel, Properties properties, long fields) {}

  /**
   * The launch that it makes.
   *
   * @param arguments its own, some of which may not be set
   */
  public record Launch(KernelArguments arguments, NDRange range) {}

  public MutableCommandHandle(
      CommandBufferHandle buffer, RecordedCommand command, Recording recording, Launch launch) {
    super(ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR);
    this.buffer = buffer;
    this.command = command;
    this.recording = recording;
    this.launch = launch;
  }

  public CommandBufferHandle buffer() {
    return buffer;
  }

  public RecordedCommand command() {
    return command;
  }

  public Recording recording() {
    return recording;
  }

  /** Returns what it launches from the next execution on. */
  public synchronized Launch launch() {
    return launch;
  }

  /** Is told that it has been updated. */
  public synchronized void updated(Launch next) {
    launch = next;
  }

  @Override
  void free() {
    // The command-buffer has the command.
  }
}
