package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.NDRange;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.EnqueueNDRangeKernel;
import dev.barnacle.icd.internal.entry.EnqueueNativeKernel;
import dev.barnacle.icd.internal.entry.EnqueueTask;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.record.Records;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Launches (OpenCL API, 5.10). */
public final class KernelCommands {
  private KernelCommands() {}

  public static long enqueueNDRangeKernel(long a) {
    EnqueueNDRangeKernel call = new EnqueueNDRangeKernel(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    KernelHandle kernel = Handles.kernel(call.kernel());
    checkContext(queue, kernel);
    checkDevice(queue, kernel);
    BoundKernel bound = kernel.arguments().bind();
    NDRange range =
        range(call.workDim(), call.globalWorkOffset(), call.globalWorkSize(), call.localWorkSize());
    kernel.started();
    Event event = queue.queue().run(bound, range, Commands.waitList(call));
    queue.launched(kernel, bound, range);
    return Commands.give(event, queue, call.event());
  }

  /**
   * Enqueues what waits in the shim as one command.
   *
   * @param a the queue, and the address of its record
   */
  public static void handOver(long a) {
    QueueHandle queue = Handles.queue(Native.getLong(a));
    long record = Native.getLong(a + Long.BYTES);
    queue.addHolder(); // a queue that comes after this one would get its record
    Runnable settling =
        () -> {
          try {
            Records.settle(record);
          } finally {
            queue.letGo();
          }
        };
    try {
      queue.queue().call(settling, List.of(), List.of()).close();
    } catch (RuntimeException | Error e) {
      queue.letGo();
      throw e;
    }
  }

  public static long enqueueTask(long a) {
    EnqueueTask call = new EnqueueTask(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    KernelHandle kernel = Handles.kernel(call.kernel());
    checkContext(queue, kernel);
    checkDevice(queue, kernel);
    BoundKernel bound = kernel.arguments().bind();
    kernel.started();
    return Commands.give(
        queue.queue().run(bound, NDRange.of(1).local(1), Commands.waitList(call)),
        queue,
        call.event(),
        CL_COMMAND_TASK);
  }

  public static long enqueueNativeKernel(long a) {
    EnqueueNativeKernel call = new EnqueueNativeKernel(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    long function = call.userFunc();
    long block = call.args();
    long bytes = call.cbArgs();
    int count = call.numMemObjects();
    if (function == 0
        || (block == 0) != (bytes == 0)
        || bytes < 0
        || count < 0
        || (block == 0 && count > 0)
        || (count == 0) != (call.memList() == 0)
        || (count == 0) != (call.argsMemLoc() == 0)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no function, or arguments do not match");
    }
    Arena arena = Arena.ofAuto();
    MemorySegment copy = arena.allocate(Math.max(bytes, 1), 16);
    copy.copyFrom(Native.at(block, bytes));
    List<Buffer> buffers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Buffer buffer =
          BufferCommands.memory(queue, Native.getLong(call.memList() + 8L * i)).buffer();
      long place = Native.getLong(call.argsMemLoc() + 8L * i) - block;
      if (place < 0 || place > bytes - 8) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "a pointer outside of the arguments");
      }
      copy.set(ValueLayout.JAVA_LONG_UNALIGNED, place, buffer.memory().address());
      buffers.add(buffer);
    }
    Runnable body = () -> Callbacks.call(function, block == 0 ? 0 : copy.address());
    return Commands.give(
        queue.queue().call(body, buffers, Commands.waitList(call)), queue, call.event());
  }

  public static void checkContext(QueueHandle queue, KernelHandle kernel) {
    if (!queue.context().equals(kernel.context())) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the kernel is of another context");
    }
  }

  public static void checkDevice(QueueHandle queue, KernelHandle kernel) {
    boolean runs =
        kernel.program().isBuiltIn()
            ? kernel.program().devices().contains(queue.device())
            : !queue.device().isCustom();
    if (!runs) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE,
          "kernel '" + kernel.kernel().name() + "' is not for the queue's device");
    }
  }

  public static NDRange range(int dimensions, long offset, long global, long local) {
    if (dimensions < 1 || dimensions > 3) {
      throw new ClException(ErrorCode.CL_INVALID_WORK_DIMENSION, dimensions + " dimensions");
    }
    long[] sizes = global == 0 ? new long[dimensions] : Native.longs(global, dimensions);
    NDRange range = NDRange.of(sizes);
    if (local != 0) {
      range = range.local(Native.longs(local, dimensions));
    }
    return offset == 0 ? range : range.offset(Native.longs(offset, dimensions));
  }
}
