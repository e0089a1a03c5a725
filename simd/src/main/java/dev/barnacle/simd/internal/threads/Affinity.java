package dev.barnacle.simd.internal.threads;

import dev.barnacle.llvm.host.NativeCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;

/**
 * On which processors the calling thread may run ({@code sched_getaffinity}, {@code
 * sched_setaffinity} of Linux).
 */
public final class Affinity {
  /** Processors that a set has room for. */
  private static final int MOST = 8192;

  private final long get;
  private final long set;

  private Affinity(long get, long set) {
    this.get = get;
    this.set = set;
  }

  /**
   * Finds the system's functions, for the option {@code pin=on}.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static Affinity create() {
    long get = NativeCall.find("sched_getaffinity");
    long set = NativeCall.find("sched_setaffinity");
    if (get == 0 || set == 0) {
      throw new IllegalArgumentException(
          "pin=on: " + System.getProperty("os.name") + " does not bind threads to processors");
    }
    return new Affinity(get, set);
  }

  /** Returns the processors that the calling thread may run on. */
  public int[] processors() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bits = arena.allocate(MOST / 8, Long.BYTES);
      if (!call(get, bits)) {
        throw new IllegalArgumentException("pin=on: the system names no processors");
      }
      return BitSet.valueOf(bits.toArray(ValueLayout.JAVA_LONG)).stream().toArray();
    }
  }

  /** Lets the calling thread run on one processor only. */
  public void bind(int processor) {
    BitSet one = new BitSet();
    one.set(processor);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bits = arena.allocate(MOST / 8, Long.BYTES);
      long[] words = one.toLongArray();
      MemorySegment.copy(words, 0, bits, ValueLayout.JAVA_LONG, 0, words.length);
      if (!call(set, bits)) {
        throw new IllegalArgumentException("pin=on: the system refuses to bind a thread");
      }
    }
  }

  private static boolean call(long function, MemorySegment bits) {
    return (int) NativeCall.call(function, 0, bits.byteSize(), bits.address(), 0, 0, 0) >= 0;
  }
}
