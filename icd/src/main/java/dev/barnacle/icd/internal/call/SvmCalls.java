package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.SvmBlock;
import dev.barnacle.cl.SvmPointer;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
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
    ContextHandle context = Handles.context(p(a, 0));
    Set<MemoryFlag> flags = MemoryFlag.of(p(a, 1));
    SvmBlock block = context.context().svm(flags, p(a, 2), Integer.toUnsignedLong(i(a, 3)));
    if (!flags.contains(MemoryFlag.SVM_FINE_GRAIN_BUFFER)) { // which the host may just write
      block.undefineContents();
    }
    return block.address();
  }

  public static long svmFree(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    long address = p(a, 1);
    context.context().svmAt(address).filter(b -> b.address() == address).ifPresent(SvmBlock::close);
    return 0;
  }

  public static long enqueueSVMFree(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    int count = i(a, 1);
    if (count <= 0 || p(a, 2) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory to free");
    }
    return Commands.give(
        queue
            .queue()
            .svm()
            .free(
                pointers(p(a, 2), count),
                freeing(queue, p(a, 3), p(a, 4)),
                Commands.waitList(a, 5)),
        queue,
        p(a, 7));
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
    QueueHandle queue = Handles.queue(p(a, 0));
    MemorySegment to = memory(p(a, 2), p(a, 4));
    MemorySegment from = memory(p(a, 3), p(a, 4));
    return Commands.give(
        queue.queue().svm().copy(to, from, Commands.waitList(a, 5)), queue, p(a, 7), i(a, 1) != 0);
  }

  public static MemorySegment memory(long address, long bytes) {
    if (address == 0 || bytes < 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, bytes + " bytes at " + address);
    }
    return Native.at(address, bytes);
  }

  public static long enqueueSVMMemFill(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    MemorySegment to = memory(p(a, 1), p(a, 4));
    MemorySegment pattern = memory(p(a, 2), p(a, 3));
    return Commands.give(
        queue.queue().svm().fill(to, pattern, Commands.waitList(a, 5)), queue, p(a, 7));
  }

  public static long enqueueSVMMap(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    MemorySegment memory = memory(p(a, 3), p(a, 4));
    return Commands.give(
        queue.queue().svm().map(MapFlag.of(p(a, 2)), memory, Commands.waitList(a, 5)),
        queue,
        p(a, 7),
        i(a, 1) != 0);
  }

  public static long enqueueSVMUnmap(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    return Commands.give(
        queue.queue().svm().unmap(new SvmPointer(p(a, 1)), Commands.waitList(a, 2)),
        queue,
        p(a, 4));
  }

  public static long enqueueSVMMigrateMem(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    int count = i(a, 1);
    if (count <= 0 || p(a, 2) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory to migrate");
    }
    BufferCommands.checkMigration(p(a, 4));
    List<Long> sizes =
        p(a, 3) == 0
            ? Collections.nCopies(count, 0L)
            : LongStream.of(Native.longs(p(a, 3), count)).boxed().toList();
    return Commands.give(
        queue.queue().svm().migrate(pointers(p(a, 2), count), sizes, Commands.waitList(a, 5)),
        queue,
        p(a, 7));
  }
}
