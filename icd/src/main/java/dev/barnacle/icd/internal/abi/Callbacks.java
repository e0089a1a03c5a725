package dev.barnacle.icd.internal.abi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Calls of the program's functions. */
public final class Callbacks {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private Callbacks() {}

  private static MethodHandle linked(ValueLayout... arguments) {
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(arguments));
  }

  private static final class One {
    static final MethodHandle HANDLE = linked(LONG);
  }

  private static final class Two {
    static final MethodHandle HANDLE = linked(LONG, LONG);
  }

  private static final class Event {
    static final MethodHandle HANDLE = linked(LONG, INT, LONG);
  }

  private static final class Svm {
    static final MethodHandle HANDLE = linked(LONG, INT, LONG, LONG);
  }

  private static final class Notice {
    static final MethodHandle HANDLE = linked(LONG, LONG, LONG, LONG);
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("a callback failed", e);
  }

  /** Calls {@code void f(void *)}: a native kernel. */
  public static void call(long function, long argument) {
    try {
      One.HANDLE.invokeExact(MemorySegment.ofAddress(function), argument);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Calls {@code void f(cl_object, void *user_data)}. */
  public static void call(long function, long object, long userData) {
    try {
      Two.HANDLE.invokeExact(MemorySegment.ofAddress(function), object, userData);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Calls {@code void f(const char *errinfo, const void *private_info, size_t, void *)}. */
  public static void callError(long function, long message, long userData) {
    try {
      Notice.HANDLE.invokeExact(MemorySegment.ofAddress(function), message, 0L, 0L, userData);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Calls {@code void f(cl_event, cl_int status, void *user_data)}. */
  public static void callEvent(long function, long event, int status, long userData) {
    try {
      Event.HANDLE.invokeExact(MemorySegment.ofAddress(function), event, status, userData);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Calls {@code void f(cl_command_queue, cl_uint, void *[], void *user_data)}. */
  public static void callSvmFree(
      long function, long queue, int count, long pointers, long userData) {
    try {
      Svm.HANDLE.invokeExact(MemorySegment.ofAddress(function), queue, count, pointers, userData);
    } catch (Throwable e) {
      throw failed(e);
    }
  }
}
