package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.SvmBlock;
import dev.barnacle.cl.SvmPointer;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.EnqueueSVMFree;
import dev.barnacle.icd.internal.entry.EnqueueSVMMap;
import dev.barnacle.icd.internal.entry.EnqueueSVMMemFill;
import dev.barnacle.icd.internal.entry.EnqueueSVMMemcpy;
import dev.barnacle.icd.internal.entry.EnqueueSVMMigrateMem;
import dev.barnacle.icd.internal.entry.EnqueueSVMUnmap;
import dev.barnacle.icd.internal.entry.SVMAlloc;
import dev.barnacle.icd.internal.entry.SVMFree;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Shared virtual memory (OpenCL API, 5.6). */
public final class SvmCalls {
  private SvmCalls() {}

  public static long svmAlloc(long a) {
    SVMAlloc call = new SVMAlloc(a);
    ContextHandle context = Handles.context(call.context());
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    SvmBlock block =
        context.context().svm(flags, call.size(), Integer.toUnsignedLong(call.alignment()));
    if (!flags.contains(MemoryFlag.SVM_FINE_GRAIN_BUFFER)) { // which the host may just write
      block.undefineContents();
    }
    return block.address();
  }

  public static long svmFree(long a) {
    SVMFree call = new SVMFree(a);
    ContextHandle context = Handles.context(call.context());
    long address = call.svmPointer();
    context.context().svmAt(address).filter(b -> b.address() == address).ifPresent(SvmBlock::close);
    return 0;
  }

  public static long enqueueSVMFree(long a) {
    EnqueueSVMFree call = new EnqueueSVMFree(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    int count = call.numSvmPointers();
    if (count <= 0 || call.svmPointers() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory to free");
    }
    return Commands.give(
        queue
            .queue()
            .svm()
            .free(
                pointers(call.svmPointers(), count),
                freeing(queue, call.pfnFreeFunc(), call.userData()),
                Commands.waitList(call)),
        queue,
        call.event());
  }

  /** Returns what calls the program's function instead of freeing; null if there is none. */
  private static @Nullable Consumer<List<SvmPointer>> freeing(
      QueueHandle queue, long function, long userData) {
    if (function == 0) {
      return null;
    }
    long handle = queue.address();
    return pointers -> {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment list = arena.allocate(ValueLayout.JAVA_LONG, pointers.size());
        for (int i = 0; i < pointers.size(); i++) {
          list.setAtIndex(ValueLayout.JAVA_LONG, i, pointers.get(i).address());
        }
        Callbacks.callSvmFree(function, handle, pointers.size(), list.address(), userData);
      }
    };
  }

  private static List<SvmPointer> pointers(long list, int count) {
    List<SvmPointer> pointers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      pointers.add(new SvmPointer(Native.getLong(list + 8L * i)));
    }
    return pointers;
  }

  public static long enqueueSVMMemcpy(long a) {
    EnqueueSVMMemcpy call = new EnqueueSVMMemcpy(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment to = memory(call.dstPtr(), call.size());
    MemorySegment from = memory(call.srcPtr(), call.size());
    return Commands.give(
        queue.queue().svm().copy(to, from, Commands.waitList(call)),
        queue,
        call.event(),
        call.blockingCopy() != 0);
  }

  public static MemorySegment memory(long address, long bytes) {
    if (address == 0 || bytes < 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, bytes + " bytes at " + address);
    }
    return Native.at(address, bytes);
  }

  public static long enqueueSVMMemFill(long a) {
    EnqueueSVMMemFill call = new EnqueueSVMMemFill(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment to = memory(call.svmPtr(), call.size());
    MemorySegment pattern = memory(call.pattern(), call.patternSize());
    return Commands.give(
        queue.queue().svm().fill(to, pattern, Commands.waitList(call)), queue, call.event());
  }

  public static long enqueueSVMMap(long a) {
    EnqueueSVMMap call = new EnqueueSVMMap(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment memory = memory(call.svmPtr(), call.size());
    return Commands.give(
        queue.queue().svm().map(MapFlag.of(call.flags()), memory, Commands.waitList(call)),
        queue,
        call.event(),
        call.blockingMap() != 0);
  }

  public static long enqueueSVMUnmap(long a) {
    EnqueueSVMUnmap call = new EnqueueSVMUnmap(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    return Commands.give(
        queue.queue().svm().unmap(new SvmPointer(call.svmPtr()), Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueSVMMigrateMem(long a) {
    EnqueueSVMMigrateMem call = new EnqueueSVMMigrateMem(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    int count = call.numSvmPointers();
    if (count <= 0 || call.svmPointers() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory to migrate");
    }
    BufferCommands.checkMigration(call.flags());
    List<Long> sizes =
        call.sizes() == 0
            ? Collections.nCopies(count, 0L)
            : LongStream.of(Native.longs(call.sizes(), count)).boxed().toList();
    return Commands.give(
        queue
            .queue()
            .svm()
            .migrate(pointers(call.svmPointers(), count), sizes, Commands.waitList(call)),
        queue,
        call.event());
  }
}
