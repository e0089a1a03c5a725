package dev.barnacle.icd.internal.process;

import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.llvm.host.NativeCall;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** Prints the text of kernels, to C's standard output. */
public final class KernelOutput {
  private static long printer;

  private KernelOutput() {}

  /** Takes the address of {@code void print(const char *, size_t)}. */
  public static void to(long address) {
    printer = address;
  }

  /** Writes what a kernel prints. */
  public static void print(String text) {
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = SourceEncoding.encode(text);
      long at = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes).address();
      NativeCall.call(printer, at, bytes.length, 0, 0, 0, 0);
    }
  }
}
