package dev.barnacle.simd.internal.threads;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a task, divided among threads. Each thread has a share of neighbouring steps, the
 * same one in each launch of the same range, so that the memory that its work-groups touched first,
 * and what its caches hold, are near. A thread that has run its share takes steps of the others',
 * in order.
 *
 * <p>A chunk is a part of what is left of a share, smaller and smaller, so that all threads end
 * together; but no chunk takes less than {@link #CHUNK_NANOS} by what steps cost ({@link
 * GrainSize}), so that taking it costs little beside.
 *
 * <p>Chunks that shrink are guided self-scheduling (C. D. Polychronopoulos and D. J. Kuck, IEEE
 * Transactions on Computers C-36, 1987); shares that others may take of are those of affinity
 * scheduling (E. P. Markatos and T. J. LeBlanc, IEEE Transactions on Parallel and Distributed
 * Systems 5, 1994).
 */
final class WorkShares {
  /** The least time that a chunk should take. */
  private static final long CHUNK_NANOS = 10_000;

  /** A chunk is at most this part of what its share has left. */
  private static final int PART = 4;

  private final long steps;
  private final AtomicLong[] next;
  private final GrainSize cost;

  /** Neighbouring steps, from {@code begin} (inclusive) to {@code end}. */
  record Chunk(long begin, long end) {
    long size() {
      return end - begin;
    }
  }

  /**
   * Divides steps.
   *
   * @param threads at least 1 and at most as many as there are steps
   */
  WorkShares(long steps, int threads, GrainSize cost) {
    this.steps = steps;
    this.cost = cost;
    this.next = new AtomicLong[cost.mayWait() ? 1 : threads];
    for (int i = 0; i < next.length; i++) {
      next[i] = new AtomicLong(start(i));
    }
  }

  private long start(int share) {
    long whole = steps / next.length;
    return whole * share + Math.min(share, steps % next.length);
  }

  /** Returns the number of all steps. */
  long steps() {
    return steps;
  }

  int shares() {
    return next.length;
  }

  GrainSize cost() {
    return cost;
  }

  /**
   * Takes a chunk, of {@code share} as long as that has any.
   *
   * @return null if there are none left
   */
  @Nullable Chunk take(int share) {
    for (int i = 0; i < next.length; i++) {
      Chunk chunk = takeOf((share + i) % next.length);
      if (chunk != null) {
        return chunk;
      }
    }
    return null;
  }

  private @Nullable Chunk takeOf(int share) {
    AtomicLong place = next[share];
    long end = start(share + 1);
    while (true) {
      long begin = place.get();
      long left = end - begin;
      if (left <= 0) {
        return null;
      }
      long size =
          cost.mayWait() ? 1 : Math.min(left, Math.max(cost.stepsIn(CHUNK_NANOS), left / PART));
      if (place.compareAndSet(begin, begin + size)) {
        return new Chunk(begin, begin + size);
      }
    }
  }
}
