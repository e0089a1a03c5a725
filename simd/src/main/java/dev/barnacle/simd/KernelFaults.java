package dev.barnacle.simd;

import dev.barnacle.simd.internal.guard.FaultGuard;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * The treatment of kernels that leave their memory, on Linux. By default nothing is done, and they
 * end in the JVM's crash report. One of these methods is called before the first engine is made; it
 * holds for the whole process.
 */
public final class KernelFaults {
  private KernelFaults() {}

  /**
   * Launches of such kernels end with an exception ({@code KERNEL_FAULT}). The process may be
   * damaged then; it should end soon.
   *
   * @param aborts whether the process says its {@linkplain #lastWords last words} also where the C
   *     library ends it, since it finds its heap damaged
   * @param report whether the JVM writes its crash report instead; the last words follow
   */
  public static void recover(boolean aborts, boolean report) {
    FaultGuard.recover(aborts, report);
  }

  /**
   * Lets whoever handles the process's signals name the kernel that faulted.
   *
   * @param words a line for standard error, by the kernel's name
   * @param installed is given, with the first engine, the address of {@code int tell(int others)},
   *     which writes that line if the calling thread runs a kernel, or if another does, where
   *     {@code others} is not 0; a handler of signals may call it
   */
  public static void tell(UnaryOperator<String> words, LongConsumer installed) {
    FaultGuard.tell(words, installed);
  }

  /**
   * Sets what is written to standard error and standard output if the process turns out to be
   * damaged outside of kernels, before it ends with a status; with empty words it ends as it would
   * have done.
   */
  public static void lastWords(String err, String out, int status) {
    FaultGuard.lastWords(err, out, status);
  }
}
