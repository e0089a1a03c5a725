package dev.barnacle.icd.internal.abi;

import dev.barnacle.llvm.host.NativeCall;

/** Calls of the program's functions. */
public final class Callbacks {
  private Callbacks() {}

  private static void invoke(long function, long a, long b, long c, long d) {
    NativeCall.call(function, a, b, c, d, 0, 0);
  }

  /** Calls {@code void f(void *)}: a native kernel. */
  public static void call(long function, long argument) {
    invoke(function, argument, 0, 0, 0);
  }

  /** Calls {@code long f(long)} of the shim. */
  public static long ask(long function, long argument) {
    return NativeCall.call(function, argument, 0, 0, 0, 0, 0);
  }

  /** Calls {@code void f(cl_object, void *user_data)}. */
  public static void call(long function, long object, long userData) {
    invoke(function, object, userData, 0, 0);
  }

  /** Calls {@code void f(const char *errinfo, const void *private_info, size_t, void *)}. */
  public static void callError(long function, long message, long userData) {
    invoke(function, message, 0, 0, userData);
  }

  /** Calls {@code void f(cl_event, cl_int status, void *user_data)}. */
  public static void callEvent(long function, long event, int status, long userData) {
    invoke(function, event, status, userData, 0);
  }

  /** Calls {@code void f(cl_command_queue, cl_uint, void *[], void *user_data)}. */
  public static void callSvmFree(
      long function, long queue, int count, long pointers, long userData) {
    invoke(function, queue, count, pointers, userData);
  }
}
