package dev.barnacle.simd.internal.threads;

import dev.barnacle.simd.internal.threads.NativePool.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** A task of {@code pool.c} whose steps a test takes, of a pool without threads. */
final class TestShares {
  private static final int MAY_WAIT = 2;
  private static final int OF_OWNER = 1;

  private final MemorySegment chunk = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);
  private final long task;

  /** Neighbouring steps, from {@code begin} (inclusive) to {@code end}. */
  record Chunk(long begin, long end) {
    long size() {
      return end - begin;
    }
  }

  TestShares(long steps, int threads, GrainSize cost) {
    long pool = Function.NEW.call(1, 0, 0); // never freed, as its tasks never end
    long nanos = Double.doubleToRawLongBits(cost.nanosPerStep());
    int flags = OF_OWNER | (cost.mayWait() ? MAY_WAIT : 0);
    task = Function.BEGIN.call(pool, steps, threads, flags, nanos, 0);
  }

  /**
   * Takes a chunk, of {@code share} as long as that has any.
   *
   * @return null if there are none left
   */
  @Nullable Chunk take(int share) {
    boolean taken = (int) Function.TAKE.call(task, share, chunk.address()) != 0;
    return taken
        ? new Chunk(
            chunk.getAtIndex(ValueLayout.JAVA_LONG, 0), chunk.getAtIndex(ValueLayout.JAVA_LONG, 1))
        : null;
  }
}
