package dev.barnacle.icd.internal.process;

import dev.barnacle.cl.bytes.SourceEncoding;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** What kernels print, to C's standard output. */
public final class KernelOutput {
  private static long printer;

  private KernelOutput() {}

  /** Takes the address of {@code void print(const char *, size_t)}. */
  public static void to(long address) {
    printer = address;
  }

  /** Writes what a kernel prints. */
  public static void print(String text) {
    Printer.print(text);
  }

  /** The way to C's standard output, linked when a kernel first prints. */
  private static final class Printer {
    private static final MethodHandle PRINT =
        Linker.nativeLinker()
            .downcallHandle(
                MemorySegment.ofAddress(printer),
                FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));

    static void print(String text) {
      try (Arena arena = Arena.ofConfined()) {
        byte[] bytes = SourceEncoding.encode(text);
        PRINT.invokeExact(arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes), (long) bytes.length);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
