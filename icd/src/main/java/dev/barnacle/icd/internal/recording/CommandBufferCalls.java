package dev.barnacle.icd.internal.recording;

import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandBuffer;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.RecordedCommand;
import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.call.Commands;
import dev.barnacle.icd.internal.entry.CreateCommandBufferKHR;
import dev.barnacle.icd.internal.entry.EnqueueCommandBufferKHR;
import dev.barnacle.icd.internal.entry.FinalizeCommandBufferKHR;
import dev.barnacle.icd.internal.entry.GetCommandBufferInfoKHR;
import dev.barnacle.icd.internal.entry.ReleaseCommandBufferKHR;
import dev.barnacle.icd.internal.entry.RemapCommandBufferKHR;
import dev.barnacle.icd.internal.entry.RetainCommandBufferKHR;
import dev.barnacle.icd.internal.handle.CommandBufferHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MutableCommandHandle;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.query.HiddenExtensions;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;
import java.util.Map;

/** Command-buffers as a whole (OpenCL API, "Command-Buffers"). */
public final class CommandBufferCalls {
  private static final long FLAGS =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
          | CL_COMMAND_BUFFER_MUTABLE_KHR
          | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;

  private CommandBufferCalls() {}

  /** Returns the command-buffer of a handle. */
  static CommandBufferHandle buffer(long address) {
    return Handles.get(address, CommandBufferHandle.class, ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR);
  }

  private static List<QueueHandle> queues(long list, int count) {
    return Handles.list(list, count, QueueHandle.class, ErrorCode.CL_INVALID_COMMAND_QUEUE);
  }

  public static long createCommandBuffer(long a) {
    CreateCommandBufferKHR call = new CreateCommandBufferKHR(a);
    if (call.numQueues() == 0 || call.queues() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no queues");
    }
    if (call.numQueues() != 1
        && HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a command-buffer has one queue");
    }
    List<QueueHandle> queues = queues(call.queues(), call.numQueues());
    checkContexts(queues, queues.getFirst());
    Properties properties = Properties.read(call.properties(), ErrorCode.CL_INVALID_VALUE);
    long flags = 0;
    long asserts = 0;
    for (Map.Entry<Long, Long> one : properties.values().entrySet()) {
      switch (Properties.small(one.getKey())) {
        case CL_COMMAND_BUFFER_FLAGS_KHR -> flags = bits(one.getValue(), flags());
        case CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR ->
            asserts =
                bits(one.getValue(), CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
        default -> throw noProperty(one.getKey());
      }
    }
    CommandBuffer buffer = queues.getFirst().context().context().commandBuffer(queues(queues));
    CommandBufferHandle made = new CommandBufferHandle(buffer, queues, properties, flags, asserts);
    return made.register(made).address();
  }

  private static long flags() {
    return HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH)
        ? FLAGS & ~CL_COMMAND_BUFFER_MUTABLE_KHR
        : FLAGS;
  }

  static ClException noProperty(long name) {
    return new ClException(ErrorCode.CL_INVALID_VALUE, "no property: 0x" + Long.toHexString(name));
  }

  /** Returns a set of flags, or throws if it has others than those. */
  static long bits(long value, long known) {
    if ((value & ~known) != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "flags 0x" + Long.toHexString(value));
    }
    return value;
  }

  private static List<CommandQueue> queues(List<QueueHandle> handles) {
    return handles.stream().map(QueueHandle::queue).toList();
  }

  private static void checkContexts(List<QueueHandle> queues, QueueHandle one) {
    for (QueueHandle queue : queues) {
      if (!queue.context().equals(one.context())) {
        throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the queues are of several contexts");
      }
    }
  }

  public static long retainCommandBuffer(long a) {
    buffer(new RetainCommandBufferKHR(a).commandBuffer()).retain();
    return 0;
  }

  public static long releaseCommandBuffer(long a) {
    buffer(new ReleaseCommandBufferKHR(a).commandBuffer()).release();
    return 0;
  }

  public static long finalizeCommandBuffer(long a) {
    buffer(new FinalizeCommandBufferKHR(a).commandBuffer()).buffer().finalizeRecording();
    return 0;
  }

  public static long enqueueCommandBuffer(long a) {
    EnqueueCommandBufferKHR call = new EnqueueCommandBufferKHR(a);
    CommandBufferHandle buffer = buffer(call.commandBuffer());
    if (buffer.buffer().state() != CommandBuffer.State.EXECUTABLE) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "a " + buffer.buffer() + ", is not executable");
    }
    if ((call.numQueues() == 0) != (call.queues() == 0)) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          Integer.toUnsignedString(call.numQueues()) + " queues in a list");
    }
    if (call.numQueues() != 0 && call.numQueues() != buffer.queues().size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          Integer.toUnsignedString(call.numQueues())
              + " queues for a command-buffer of "
              + buffer.queues().size());
    }
    List<QueueHandle> queues =
        call.numQueues() == 0 ? buffer.queues() : queues(call.queues(), call.numQueues());
    checkDevices(buffer.queues(), queues);
    List<Event> waits = Commands.waitList(call);
    Event event = buffer.buffer().enqueueOn(queues(queues), waits);
    return Commands.give(event, queues.getFirst(), call.event());
  }

  /** Sub-devices of one size are equal, but they are not the same. */
  private static void checkDevices(List<QueueHandle> recorded, List<QueueHandle> queues) {
    for (int k = 0; k < queues.size(); k++) {
      if (queues.get(k).context().equals(recorded.get(k).context())
          && !queues.get(k).device().equals(recorded.get(k).device())) {
        throw new ClException(
            ErrorCode.CL_INVALID_DEVICE, "the queue's device is not that which was recorded for");
      }
    }
  }

  public static long getCommandBufferInfo(long a) {
    GetCommandBufferInfoKHR call = new GetCommandBufferInfoKHR(a);
    CommandBufferHandle buffer = buffer(call.commandBuffer());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_COMMAND_BUFFER_NUM_QUEUES_KHR -> out.int32(buffer.queues().size());
      case CL_COMMAND_BUFFER_QUEUES_KHR -> out.handles(buffer.queues());
      case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR -> out.int32(buffer.references());
      case CL_COMMAND_BUFFER_STATE_KHR -> out.int32(state(buffer.buffer().state()));
      case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR -> out.longs(buffer.properties().words());
      case CL_COMMAND_BUFFER_CONTEXT_KHR -> out.handle(buffer.context());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  private static int state(CommandBuffer.State state) {
    return switch (state) {
      case RECORDING -> CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
      case FINALIZED -> CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
      case EXECUTABLE -> CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
    };
  }

  public static long remapCommandBuffer(long a) {
    RemapCommandBufferKHR call = new RemapCommandBufferKHR(a);
    CommandBufferHandle buffer = buffer(call.commandBuffer());
    boolean automatic = call.automatic() != 0;
    int count = call.numQueues();
    if (count == 0 || call.queues() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no queues");
    }
    if (!automatic && count != buffer.queues().size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          Integer.toUnsignedString(count)
              + " queues for a command-buffer of "
              + buffer.queues().size());
    }
    List<MutableCommandHandle> handles = handles(a, buffer);
    List<QueueHandle> queues = queues(call.queues(), count);
    checkContexts(queues, buffer.queues().getFirst());
    CommandBuffer made =
        automatic
            ? buffer.buffer().remapAutomatically(queues(queues))
            : buffer.buffer().remap(queues(queues));
    CommandBufferHandle copy =
        new CommandBufferHandle(
            made, queues, buffer.properties(), buffer.flags(), buffer.asserts());
    copy.register(copy);
    buffer.kernels().forEach(copy::keep);
    for (int h = 0; h < handles.size(); h++) {
      Native.putLong(call.handlesRet() + 8L * h, moved(handles.get(h), copy).address());
    }
    return copy.address();
  }

  private static List<MutableCommandHandle> handles(long a, CommandBufferHandle buffer) {
    RemapCommandBufferKHR call = new RemapCommandBufferKHR(a);
    int count = call.numHandles();
    if ((count == 0) != (call.handles() == 0) || (count == 0) != (call.handlesRet() == 0)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a list of command handles, or none");
    }
    List<MutableCommandHandle> handles =
        Handles.list(call.handles(), count, MutableCommandHandle.class, ErrorCode.CL_INVALID_VALUE);
    for (MutableCommandHandle handle : handles) {
      if (!handle.buffer().equals(buffer)) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE, "the handle of a command of another command-buffer");
      }
    }
    return handles;
  }

  /** Returns the handle of a command in a copy of its command-buffer. */
  private static MutableCommandHandle moved(MutableCommandHandle handle, CommandBufferHandle copy) {
    RecordedCommand command = copy.buffer().commands().get(handle.command().number());
    MutableCommandHandle.Recording old = handle.recording();
    MutableCommandHandle made =
        new MutableCommandHandle(
            copy,
            command,
            new MutableCommandHandle.Recording(
                copy.queues().get(command.place()), old.kernel(), old.properties(), old.fields()),
            new MutableCommandHandle.Launch(
                handle.launch().arguments().copy(), handle.launch().range()));
    copy.add(made.register(made));
    return made;
  }
}
