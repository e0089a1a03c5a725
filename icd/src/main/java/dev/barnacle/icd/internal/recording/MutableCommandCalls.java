package dev.barnacle.icd.internal.recording;

import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.RecordedCommand;
import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.call.KernelCommands;
import dev.barnacle.icd.internal.entry.CommandNDRangeKernelKHR;
import dev.barnacle.icd.internal.entry.GetMutableCommandInfoKHR;
import dev.barnacle.icd.internal.entry.UpdateMutableCommandsKHR;
import dev.barnacle.icd.internal.handle.CommandBufferHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.handle.MutableCommandHandle;
import dev.barnacle.icd.internal.handle.MutableCommandHandle.Launch;
import dev.barnacle.icd.internal.query.CommandBufferInfo;
import dev.barnacle.icd.internal.query.HiddenExtensions;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;
import java.util.Map;

/** Launches that are recorded, and their updates (OpenCL API, "Mutable Commands"). */
public final class MutableCommandCalls {
  private MutableCommandCalls() {}

  /**
   * The properties of a recorded launch.
   *
   * @param fields that can be updated
   * @param mayLackArguments whether arguments that are not set may come by an update
   * @param asserts {@code CL_MUTABLE_DISPATCH_ASSERTS_KHR}
   */
  private record LaunchProperties(
      Properties given, long fields, boolean mayLackArguments, long asserts) {
    static LaunchProperties read(long address) {
      Properties given = Properties.read(address, ErrorCode.CL_INVALID_VALUE);
      long fields = CommandBufferInfo.MUTABLE_FIELDS;
      boolean mayLack = false;
      long asserts = 0;
      for (Map.Entry<Long, Long> one : given.values().entrySet()) {
        switch (Properties.small(one.getKey())) {
          case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR -> {
            fields = one.getValue();
            mayLack = (fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0;
          }
          case CL_MUTABLE_DISPATCH_ASSERTS_KHR ->
              asserts =
                  CommandBufferCalls.bits(
                      one.getValue(), CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
          default -> throw CommandBufferCalls.noProperty(one.getKey());
        }
      }
      if ((fields & ~CommandBufferInfo.MUTABLE_FIELDS) != 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_OPERATION,
            "fields that can't be updated: 0x" + Long.toHexString(fields));
      }
      return new LaunchProperties(given, fields, mayLack, asserts);
    }
  }

  public static long commandNDRangeKernel(long a) {
    CommandNDRangeKernelKHR call = new CommandNDRangeKernelKHR(a);
    Recording to =
        HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH)
            ? Recording.plain(call)
            : Recording.of(call);
    LaunchProperties properties = LaunchProperties.read(call.properties());
    KernelHandle kernel = Handles.kernel(call.kernel());
    KernelCommands.checkContext(to.queue(), kernel);
    KernelCommands.checkDevice(to.queue(), kernel);
    KernelArguments arguments = kernel.arguments().copy();
    boolean lacks = !arguments.areSet();
    boolean mutable = (to.buffer().flags() & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0;
    if (lacks && !(mutable && properties.mayLackArguments())) {
      arguments.bind(); // says which one is missing
    }
    NDRange range =
        KernelCommands.range(
            call.workDim(), call.globalWorkOffset(), call.globalWorkSize(), call.localWorkSize());
    if (call.localWorkSize() == 0 && (properties.asserts() | to.buffer().asserts()) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "without a local size there is no number of work-groups");
    }
    List<RecordedCommand> waits = to.waitList(call);
    RecordedCommand command =
        lacks
            ? to.recorder().reserve(kernel.kernel(), range, waits)
            : to.recorder().run(arguments.bind(), range, waits);
    kernel.started();
    to.buffer().keep(kernel);
    if (call.mutableHandle() != 0) {
      Native.putLong(
          call.mutableHandle(), handle(to, command, kernel, properties, arguments, range));
    }
    return Recording.give(command, call.syncPoint());
  }

  private static long handle(
      Recording to,
      RecordedCommand command,
      KernelHandle kernel,
      LaunchProperties properties,
      KernelArguments arguments,
      NDRange range) {
    MutableCommandHandle made =
        new MutableCommandHandle(
            to.buffer(),
            command,
            new MutableCommandHandle.Recording(
                to.queue(), kernel, properties.given(), properties.fields()),
            new Launch(arguments, range));
    to.buffer().add(made.register(made));
    return made.address();
  }

  public static long updateMutableCommands(long a) {
    UpdateMutableCommandsKHR call = new UpdateMutableCommandsKHR(a);
    CommandBufferHandle buffer = CommandBufferCalls.buffer(call.commandBuffer());
    if (buffer.buffer().state() == dev.barnacle.cl.CommandBuffer.State.RECORDING) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the command-buffer has not been finalized");
    }
    if ((buffer.flags() & CL_COMMAND_BUFFER_MUTABLE_KHR) == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION,
          "the command-buffer was made without CL_COMMAND_BUFFER_MUTABLE_KHR");
    }
    int count = call.numConfigs();
    if ((count == 0) != (call.configTypes() == 0)
        || (count == 0) != (call.configs() == 0)
        || count < 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "lists of " + Integer.toUnsignedString(count) + " updates");
    }
    for (int k = 0; k < count; k++) {
      if (Native.getInt(call.configTypes() + 4L * k)
              != CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR
          || Native.getLong(call.configs() + 8L * k) == 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "update " + k + " is none");
      }
    }
    MutableDispatchUpdates updates = new MutableDispatchUpdates(buffer);
    for (int k = 0; k < count; k++) {
      updates.add(Native.getLong(call.configs() + 8L * k));
    }
    updates.carryOut();
    return 0;
  }

  public static long getMutableCommandInfo(long a) {
    GetMutableCommandInfoKHR call = new GetMutableCommandInfoKHR(a);
    MutableCommandHandle command =
        Handles.get(
            call.command(), MutableCommandHandle.class, ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR);
    int parameter = call.paramName();
    Info out = Info.of(call);
    MutableCommandHandle.Recording recording = command.recording();
    NDRange range = command.launch().range();
    switch (parameter) {
      case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR -> out.handle(recording.queue());
      case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR -> out.handle(command.buffer());
      case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR -> out.int32(command.command().type().value());
      case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR -> out.longs(recording.properties().words());
      case CL_MUTABLE_DISPATCH_KERNEL_KHR -> out.handle(recording.kernel());
      case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR -> out.int32(range.dimensions());
      case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR -> sizes(out, range, range.offset());
      case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR -> sizes(out, range, range.global());
      case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR -> sizes(out, range, range.local());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Answers with a size for each dimension; zeros where none was given. */
  private static void sizes(Info out, NDRange range, List<Long> sizes) {
    long[] all = new long[range.dimensions()];
    for (int d = 0; d < sizes.size(); d++) {
      all[d] = sizes.get(d);
    }
    out.longs(all);
  }
}
