package dev.barnacle.icd.internal.recording;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandBuffer;
import dev.barnacle.cl.CommandRecorder;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.RecordedCommand;
import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.abi.RecordedArguments;
import dev.barnacle.icd.internal.call.BufferCommands;
import dev.barnacle.icd.internal.handle.CommandBufferHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MemoryHandle;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.query.HiddenExtensions;
import java.util.ArrayList;
import java.util.List;

/**
 * The common part of all recorded commands. It is the three first arguments (the command-buffer,
 * the queue, properties) and the last ones (sync points to wait for, its own, its handle).
 *
 * @param queue that it is recorded for
 */
record Recording(CommandBufferHandle buffer, QueueHandle queue, CommandRecorder recorder) {
  /** Reads the first arguments, for a command that has no properties and no handle. */
  static Recording plain(RecordedArguments call) {
    Recording recording = of(call);
    if (!Properties.read(call.properties(), ErrorCode.CL_INVALID_VALUE).values().isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "the command has no properties");
    }
    if (call.mutableHandle() != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "only launches have handles");
    }
    return recording;
  }

  /** Reads the command-buffer and the queue. */
  static Recording of(RecordedArguments call) {
    CommandBufferHandle buffer = CommandBufferCalls.buffer(call.commandBuffer());
    QueueHandle queue = queue(buffer, call.commandQueue());
    if (buffer.buffer().state() != CommandBuffer.State.RECORDING) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the command-buffer has been finalized");
    }
    return new Recording(buffer, queue, buffer.buffer().recorder(queue.queue()));
  }

  private static QueueHandle queue(CommandBufferHandle buffer, long address) {
    if (address == 0 && buffer.queues().size() == 1) {
      return buffer.queues().getFirst();
    }
    if (HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE)) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMMAND_QUEUE, "the queue of a command-buffer is not to be named");
    }
    QueueHandle queue = Handles.queue(address);
    if (!queue.context().equals(buffer.context())) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the queue is of another context");
    }
    if (!buffer.queues().contains(queue)) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMMAND_QUEUE, "the queue is none of the command-buffer's");
    }
    return queue;
  }

  /** Returns the memory object of a handle, which is of the same context. */
  MemoryHandle memory(long address) {
    return BufferCommands.memory(queue, address);
  }

  /** Reads the list of sync points that a command waits for. */
  List<RecordedCommand> waitList(RecordedArguments call) {
    int count = call.numSyncPointsInWaitList();
    long list = call.syncPointWaitList();
    if (count == 0 && list == 0) {
      return List.of();
    }
    if (count <= 0 || list == 0) {
      throw noList(Integer.toUnsignedString(count) + " sync points at " + list);
    }
    List<RecordedCommand> commands = buffer.buffer().commands();
    List<RecordedCommand> waits = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      long point = Integer.toUnsignedLong(Native.getInt(list + 4L * k));
      if (point < 1 || point > commands.size()) {
        throw noList("no sync point of the command-buffer: " + point);
      }
      waits.add(commands.get((int) point - 1));
    }
    return waits;
  }

  private static ClException noList(String why) {
    return new ClException(ErrorCode.CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, why);
  }

  /**
   * Gives the program a command's sync point, if it wants it: its place, from 1.
   *
   * @param place where it goes, or 0
   */
  static long give(RecordedCommand command, long place) {
    Native.putIntIfWanted(place, command.number() + 1);
    return 0;
  }
}
