package dev.barnacle.simd.internal.threads;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Optional;

/** Binds threads to processors ({@code sched_setaffinity} of Linux). */
public final class Affinity {
  /** Processors that a set has room for. */
  private static final int SET_BYTES = 8192 / 8;

  private final MethodHandle get;
  private final MethodHandle set;

  private Affinity(MethodHandle get, MethodHandle set) {
    this.get = get;
    this.set = set;
  }

  /**
   * Finds the system's functions.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static Affinity create() {
    SymbolLookup system = Linker.nativeLinker().defaultLookup();
    Optional<MemorySegment> get = system.find("sched_getaffinity");
    Optional<MemorySegment> set = system.find("sched_setaffinity");
    if (get.isEmpty() || set.isEmpty()) {
      throw new IllegalArgumentException(
          "pin=on: " + System.getProperty("os.name") + " does not bind threads to processors");
    }
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    Linker linker = Linker.nativeLinker();
    return new Affinity(
        linker.downcallHandle(get.get(), type), linker.downcallHandle(set.get(), type));
  }

  /** Returns the processors that the calling thread may run on. */
  public int[] processors() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bits = arena.allocate(SET_BYTES, Long.BYTES);
      call(get, bits);
      return BitSet.valueOf(bits.toArray(ValueLayout.JAVA_BYTE)).stream().toArray();
    }
  }

  /** Lets the calling thread run on one processor only. */
  public void bind(int processor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bits = arena.allocate(SET_BYTES, Long.BYTES);
      bits.set(ValueLayout.JAVA_BYTE, processor / 8, (byte) (1 << processor % 8));
      call(set, bits);
    }
  }

  private static void call(MethodHandle function, MemorySegment bits) {
    int result;
    try {
      result = (int) function.invokeExact(0, (long) SET_BYTES, bits);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    if (result < 0) {
      throw new IllegalArgumentException("pin=on: the system refuses to bind a thread");
    }
  }
}
