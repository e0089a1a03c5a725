package dev.barnacle.simd.internal.threads;

import dev.barnacle.llvm.host.NativeCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Optional;

/**
 * On which processors threads run and may run ({@code sched_getcpu}, {@code sched_getaffinity},
 * {@code sched_setaffinity} of Linux).
 */
public final class Affinity {
  /** Processors that a set has room for. */
  private static final int MOST = 8192;

  private final long current;
  private final long id;
  private final long get;
  private final long set;

  private Affinity(long current, long id, long get, long set) {
    this.current = current;
    this.id = id;
    this.get = get;
    this.set = set;
  }

  /** Finds the system's functions; empty if it has not all of them. */
  static Optional<Affinity> find() {
    Affinity all =
        new Affinity(
            NativeCall.find("sched_getcpu"),
            NativeCall.find("gettid"),
            NativeCall.find("sched_getaffinity"),
            NativeCall.find("sched_setaffinity"));
    return Optional.of(all).filter(a -> a.current != 0 && a.id != 0 && a.get != 0 && a.set != 0);
  }

  /**
   * Finds the system's functions, for the option {@code pin=on}.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static Affinity create() {
    return find()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "pin=on: "
                        + System.getProperty("os.name")
                        + " does not bind threads to processors"));
  }

  /** Returns the processor that runs the calling thread; -1 if the system does not say. */
  int current() {
    return (int) NativeCall.call(current, 0, 0, 0, 0, 0, 0);
  }

  /** Returns the system's number of the calling thread. */
  int threadId() {
    return (int) NativeCall.call(id, 0, 0, 0, 0, 0, 0);
  }

  /** Returns the processors that the calling thread may run on. */
  public int[] processors() {
    return processors(0)
        .map(set -> set.stream().toArray())
        .orElseThrow(() -> new IllegalArgumentException("pin=on: the system names no processors"));
  }

  /** Lets the calling thread run on one processor only. */
  public void bind(int processor) {
    BitSet one = new BitSet();
    one.set(processor);
    if (!bind(0, one)) {
      throw new IllegalArgumentException("pin=on: the system refuses to bind a thread");
    }
  }

  /**
   * Returns the processors that a thread of this process may run on; empty if the system does not
   * say.
   *
   * @param thread its number, or 0 for the calling thread
   */
  Optional<BitSet> processors(int thread) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bits = arena.allocate(MOST / 8, Long.BYTES);
      return call(get, thread, bits)
          ? Optional.of(BitSet.valueOf(bits.toArray(ValueLayout.JAVA_LONG)))
          : Optional.empty();
    }
  }

  /**
   * Lets a thread of this process run on some processors only.
   *
   * @param thread its number, or 0 for the calling thread
   * @return whether the system has done so
   */
  boolean bind(int thread, BitSet processors) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bits = arena.allocate(MOST / 8, Long.BYTES);
      MemorySegment.copy(
          processors.toLongArray(),
          0,
          bits,
          ValueLayout.JAVA_LONG,
          0,
          processors.toLongArray().length);
      return call(set, thread, bits);
    }
  }

  private static boolean call(long function, int thread, MemorySegment bits) {
    return (int) NativeCall.call(function, thread, bits.byteSize(), bits.address(), 0, 0, 0) >= 0;
  }
}
