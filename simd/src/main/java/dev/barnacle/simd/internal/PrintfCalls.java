package dev.barnacle.simd.internal;

import dev.barnacle.engine.PrintfFormat;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Receives the {@code printf} calls of running kernels. */
final class PrintfCalls {
  /** What runs on this thread. */
  static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

  /**
   * A kernel that runs.
   *
   * @param printfs what the numbers of its calls stand for
   * @param sink where the text goes; it is locked for each call
   * @param failure the first exception of the sink
   */
  record Running(
      List<Printf> printfs, PrintfSink sink, AtomicReference<@Nullable Throwable> failure) {}

  private PrintfCalls() {}

  /** Called by emitted code; an exception must not leave it. */
  static int printf(long number, MemorySegment block) {
    Running running = RUNNING.get();
    if (running == null) {
      return -1;
    }
    try {
      Printf call = running.printfs().get((int) number);
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

  private static List<PrintfFormat.Argument> arguments(Printf call, MemorySegment block) {
    MemorySegment memory = block.reinterpret(CallEmitter.PRINTF_BYTES);
    List<PrintfFormat.Argument> arguments = new ArrayList<>();
    long offset = 0;
    for (Value operand : call.operands()) {
      Type type = operand.type();
      offset = ArenaLayout.alignUp(offset, LlvmTypes.alignment(type));
      arguments.add(argument(type, memory, offset));
      offset += type.byteSize();
    }
    return arguments;
  }

  private static PrintfFormat.Argument argument(Type type, MemorySegment memory, long at) {
    return switch (type) {
      case IntType i -> new PrintfFormat.Argument.Whole(whole(i.bits(), memory, at), i.bits());
      case FloatType f -> new PrintfFormat.Argument.Real(real(f.bits(), memory, at));
      case VectorType v -> {
        List<PrintfFormat.Argument> elements = new ArrayList<>();
        for (int lane = 0; lane < v.lanes(); lane++) {
          elements.add(argument(v.element(), memory, at + lane * v.element().byteSize()));
        }
        yield new PrintfFormat.Argument.Vector(elements);
      }
      default -> pointer(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
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
