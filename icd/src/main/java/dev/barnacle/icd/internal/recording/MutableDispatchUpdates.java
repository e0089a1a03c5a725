package dev.barnacle.icd.internal.recording;

import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.KernelUpdate;
import dev.barnacle.cl.NDRange;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.call.ExecutionInfo;
import dev.barnacle.icd.internal.call.KernelCalls;
import dev.barnacle.icd.internal.handle.CommandBufferHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MutableCommandHandle;
import dev.barnacle.icd.internal.handle.MutableCommandHandle.Launch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Updates of recorded launches that are carried out together: reads {@code
 * cl_mutable_dispatch_config_khr}.
 */
final class MutableDispatchUpdates {
  // The offsets of the structure's fields, in bytes.
  private static final int NUM_ARGS = 8;
  private static final int NUM_SVM_ARGS = 12;
  private static final int NUM_EXEC_INFOS = 16;
  private static final int WORK_DIM = 20;
  private static final int ARG_LIST = 24;
  private static final int ARG_SVM_LIST = 32;
  private static final int EXEC_INFO_LIST = 40;
  private static final int GLOBAL_WORK_OFFSET = 48;
  private static final int GLOBAL_WORK_SIZE = 56;
  private static final int LOCAL_WORK_SIZE = 64;

  /** Of an element of each of the three lists: a number, a size and a pointer. */
  private static final long ELEMENT_BYTES = 24;

  private final CommandBufferHandle buffer;
  private final Map<MutableCommandHandle, Launch> launches = new LinkedHashMap<>();

  MutableDispatchUpdates(CommandBufferHandle buffer) {
    this.buffer = buffer;
  }

  /** Reads an update; those of one command follow one another. */
  void add(long config) {
    MutableCommandHandle command =
        Handles.get(
            Native.getLong(config),
            MutableCommandHandle.class,
            ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR);
    if (!command.buffer().equals(buffer)) {
      throw new ClException(
          ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR, "a command of another command-buffer");
    }
    Launch before = launches.getOrDefault(command, command.launch());
    checkAllowed(command, config);
    NDRange range = range(command, before, config);
    KernelArguments arguments = arguments(command, before, config);
    launches.put(command, new Launch(arguments, range));
  }

  private static void checkAllowed(MutableCommandHandle command, long config) {
    int dimensions = Native.getInt(config + WORK_DIM);
    if (dimensions != 0 && dimensions != command.launch().range().dimensions()) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION,
          Integer.toUnsignedString(dimensions) + " dimensions, not as recorded");
    }
    long fields = command.recording().fields();
    checkAllowed(
        fields,
        CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR,
        Native.getLong(config + GLOBAL_WORK_OFFSET) != 0);
    checkAllowed(
        fields,
        CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR,
        Native.getLong(config + GLOBAL_WORK_SIZE) != 0);
    checkAllowed(
        fields, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, Native.getLong(config + LOCAL_WORK_SIZE) != 0);
    checkAllowed(
        fields,
        CL_MUTABLE_DISPATCH_ARGUMENTS_KHR,
        Native.getInt(config + NUM_ARGS) != 0 || Native.getInt(config + NUM_SVM_ARGS) != 0);
    checkAllowed(
        fields, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR, Native.getInt(config + NUM_EXEC_INFOS) != 0);
  }

  private static void checkAllowed(long fields, long field, boolean isUpdated) {
    if (isUpdated && (fields & field) == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION,
          "the command was recorded without CL_MUTABLE_DISPATCH_… 0x" + Long.toHexString(field));
    }
  }

  private static NDRange range(MutableCommandHandle command, Launch before, long config) {
    NDRange old = before.range();
    int dimensions = old.dimensions();
    long global = Native.getLong(config + GLOBAL_WORK_SIZE);
    long local = Native.getLong(config + LOCAL_WORK_SIZE);
    long offset = Native.getLong(config + GLOBAL_WORK_OFFSET);
    NDRange made = NDRange.of(global == 0 ? array(old.global()) : Native.longs(global, dimensions));
    if (local != 0 || !old.local().isEmpty()) {
      made = made.local(local == 0 ? array(old.local()) : Native.longs(local, dimensions));
    }
    if (offset != 0 || !old.offset().isEmpty()) {
      made = made.offset(offset == 0 ? array(old.offset()) : Native.longs(offset, dimensions));
    }
    if (isUniform(command.launch().range()) != isUniform(made)) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION,
          "the local size divides the global size, or not, as was not recorded");
    }
    return made;
  }

  private static long[] array(List<Long> sizes) {
    return sizes.stream().mapToLong(Long::longValue).toArray();
  }

  /** Returns whether all work-groups have one size; they have where that is chosen for them. */
  private static boolean isUniform(NDRange range) {
    List<Long> local = range.local();
    for (int d = 0; d < local.size(); d++) {
      if (local.get(d) > 0 && range.global().get(d) % local.get(d) != 0) {
        return false;
      }
    }
    return true;
  }

  private static KernelArguments arguments(
      MutableCommandHandle command, Launch before, long config) {
    KernelArguments arguments = before.arguments().copy();
    long list = list(config, NUM_ARGS, ARG_LIST);
    for (int k = 0; k < Native.getInt(config + NUM_ARGS); k++) {
      long one = list + ELEMENT_BYTES * k;
      KernelParameter parameter = KernelCalls.parameter(arguments.kernel(), Native.getInt(one));
      KernelCalls.set(arguments, parameter, Native.getLong(one + 8), Native.getLong(one + 16));
    }
    long pointers = list(config, NUM_SVM_ARGS, ARG_SVM_LIST);
    for (int k = 0; k < Native.getInt(config + NUM_SVM_ARGS); k++) {
      long one = pointers + ELEMENT_BYTES * k;
      KernelParameter parameter = KernelCalls.parameter(arguments.kernel(), Native.getInt(one));
      KernelCalls.setPointer(arguments, parameter, Native.getLong(one + 16));
    }
    long hints = list(config, NUM_EXEC_INFOS, EXEC_INFO_LIST);
    for (int k = 0; k < Native.getInt(config + NUM_EXEC_INFOS); k++) {
      long one = hints + ELEMENT_BYTES * k;
      ExecutionInfo.set(
          command.buffer().context(),
          arguments,
          Native.getInt(one),
          Native.getLong(one + 8),
          Native.getLong(one + 16));
    }
    return arguments;
  }

  /** Returns where a list is, after a look at its count. */
  private static long list(long config, int countAt, int listAt) {
    int count = Native.getInt(config + countAt);
    long list = Native.getLong(config + listAt);
    if ((count == 0) != (list == 0) || count < 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "a list of " + Integer.toUnsignedString(count) + " at " + list);
    }
    return list;
  }

  /** Carries all out, or none of them. Launches whose arguments are not all set wait for more. */
  void carryOut() {
    List<KernelUpdate> updates = new ArrayList<>();
    launches.forEach(
        (command, launch) -> {
          if (launch.arguments().areSet()) {
            updates.add(
                new KernelUpdate(command.command(), launch.arguments().bind(), launch.range()));
          }
        });
    buffer.buffer().update(updates);
    launches.forEach(MutableCommandHandle::updated);
  }
}
