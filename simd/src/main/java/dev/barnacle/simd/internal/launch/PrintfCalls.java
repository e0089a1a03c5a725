package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.PrintfFormat;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.PrintfCall;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.code.NativeCode;
import dev.barnacle.simd.internal.guard.FaultGuard;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Receives the {@code printf} calls of running kernels. */
public final class PrintfCalls {
  /** The kernel that runs on this thread. */
  static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

  /**
   * A kernel that runs.
   *
   * @param printfs what the numbers of its calls stand for
   * @param sink where the text goes; it is locked for each call
   * @param failure the first exception of the sink
   */
  record Running(
      List<PrintfCall> printfs, PrintfSink sink, AtomicReference<@Nullable Throwable> failure) {}

  private PrintfCalls() {}

  /**
   * Prepares what kernels call, for operations on queues too; the first kernel that does so links
   * the call of Java.
   */
  public static void define(NativeCode code) {
    FaultGuard guard = FaultGuard.install();
    code.define(Symbols.PRINTF, () -> guard == null ? Stub.ADDRESS : guard.printf(Stub.ADDRESS));
    code.define(
        Symbols.QUEUE,
        () -> guard == null ? QueueCalls.Stub.ADDRESS : guard.queue(QueueCalls.Stub.ADDRESS));
  }

  /** The function that emitted code calls, made by the first kernel that does. */
  private static final class Stub {
    static final long ADDRESS = stub(Arena.global()).address();
  }

  /** Returns the address of {@code int printf(long number, void *block)}, for emitted code. */
  private static MemorySegment stub(Arena arena) {
    try {
      MethodHandle printf =
          MethodHandles.lookup()
              .findStatic(
                  PrintfCalls.class,
                  "printf",
                  MethodType.methodType(int.class, long.class, MemorySegment.class));
      FunctionDescriptor type =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
      return Linker.nativeLinker().upcallStub(printf, type, arena);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("printf call-back", e);
    }
  }

  /** Called by emitted code; an exception must not leave it. */
  static int printf(long number, MemorySegment block) {
    Running running = RUNNING.get();
    if (running == null) {
      return -1;
    }
    try {
      PrintfCall call = running.printfs().get((int) number);
      String text = PrintfFormat.format(call.format(), arguments(call, block));
      synchronized (running.sink()) {
        running.sink().accept(text);
      }
      return 0;
    } catch (RuntimeException | Error e) {
      running.failure().compareAndSet(null, e);
      return -1;
    }
  }

  private static List<PrintfFormat.Argument> arguments(PrintfCall call, MemorySegment block) {
    MemorySegment memory = block.reinterpret(PrintfCall.MOST_BYTES);
    List<PrintfFormat.Argument> arguments = new ArrayList<>();
    long offset = 0;
    for (PrintfCall.Item item : call.arguments()) {
      offset = ArenaLayout.alignUp(offset, item.alignment());
      arguments.add(argument(item, memory, offset));
      offset += item.byteSize();
    }
    return arguments;
  }

  private static PrintfFormat.Argument argument(
      PrintfCall.Item item, MemorySegment memory, long at) {
    if (item.lanes() == 0) {
      return component(item, memory, at);
    }
    List<PrintfFormat.Argument> elements = new ArrayList<>();
    for (int lane = 0; lane < item.lanes(); lane++) {
      elements.add(component(item, memory, at + lane * item.componentBytes()));
    }
    return new PrintfFormat.Argument.Vector(elements);
  }

  private static PrintfFormat.Argument component(
      PrintfCall.Item item, MemorySegment memory, long at) {
    return switch (item.kind()) {
      case WHOLE -> new PrintfFormat.Argument.Whole(whole(item.bits(), memory, at), item.bits());
      case REAL -> new PrintfFormat.Argument.Real(real(item.bits(), memory, at));
      case POINTER -> pointer(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
    };
  }

  /** A pointer to characters; only string literals may be printed (OpenCL C, "printf"). */
  private static PrintfFormat.Argument pointer(long address) {
    return new PrintfFormat.Argument.Pointer(
        address,
        () ->
            address == 0
                ? "(null)"
                : MemorySegment.ofAddress(address)
                    .reinterpret(Integer.MAX_VALUE)
                    .getString(0, StandardCharsets.ISO_8859_1));
  }

  private static long whole(int bits, MemorySegment memory, long at) {
    return switch (bits) {
      case 1, 8 -> memory.get(ValueLayout.JAVA_BYTE, at);
      case 16 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      case 32 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }

  private static double real(int bits, MemorySegment memory, long at) {
    return switch (bits) {
      case 16 -> Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
      case 32 -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      default -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
    };
  }
}
