package dev.barnacle.llvm.host;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls machine code by its address. All that is called has one type, so a process links one call
 * and no more, and that when it first needs it.
 *
 * <p>Where the system property {@code barnacle.jni} is set, whoever started the JVM has registered
 * the native methods of this class ({@code RegisterNatives} of JNI), where it is on the class path:
 * a second driver in that JVM has classes of its own. Then nothing is linked, for which Java would
 * spin classes.
 */
public final class NativeCall {
  private static final boolean REGISTERED =
      System.getProperty("barnacle.jni") != null
          && NativeCall.class.getClassLoader() == ClassLoader.getSystemClassLoader();

  private NativeCall() {}

  /** Linked as this class is initialised. */
  private static final class Linked {
    static final MethodHandle CALL =
        Linker.nativeLinker()
            .downcallHandle(
                FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG));
  }

  /**
   * Calls the function at an address with six arguments of 64 bits. It may have less arguments, and
   * less of a result. Memory that it is given must be kept by the caller until it returns.
   *
   * @return what the function returns, in its lower bits; undefined where it returns nothing
   */
  public static long call(long function, long a, long b, long c, long d, long e, long f) {
    if (REGISTERED) {
      return invoke(function, a, b, c, d, e, f);
    }
    try {
      return (long) Linked.CALL.invokeExact(MemorySegment.ofAddress(function), a, b, c, d, e, f);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  /** Returns whether whoever started the JVM has registered the native methods. */
  public static boolean isRegistered() {
    return REGISTERED;
  }

  /** Returns the address of a function of the C library; 0 where it has none of this name. */
  public static long find(String name) {
    return REGISTERED
        ? symbol(name)
        : Linker.nativeLinker().defaultLookup().find(name).map(MemorySegment::address).orElse(0L);
  }

  /**
   * Has a value written to some addresses as the process ends, before any exit handler is called
   * that is registered by now. Only where the native methods are registered: elsewhere Java has its
   * own way ({@link Runtime#addShutdownHook}).
   */
  public static void writeAtExit(long[] addresses, long value) {
    MemorySegment kept = Arena.global().allocateFrom(ValueLayout.JAVA_LONG, addresses);
    writeAtExit(kept.address(), addresses.length, value);
  }

  /**
   * Has the end of the process wait for what is between calls with 1 and with -1: the loading of a
   * library, whose static variables are not to be destroyed while they are made. Only where the
   * native methods are registered.
   */
  public static void loading(int by) {
    countLoading(by);
  }

  /** Returns whether the process is about to end; false where whoever started the JVM won't say. */
  public static boolean isEnding() {
    return REGISTERED && isProgramEnding();
  }

  private static native void countLoading(int by);

  private static native boolean isProgramEnding();

  private static native void writeAtExit(long addresses, long count, long value);

  /** As {@link #call}. */
  private static native long invoke(long function, long a, long b, long c, long d, long e, long f);

  /** {@code dlsym(RTLD_DEFAULT, name)}. */
  private static native long symbol(String name);
}
