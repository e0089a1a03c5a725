package dev.barnacle.simd.internal.threads;

import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The processors on which workers run. As often as not, the system's scheduler wakes a thread
 * beside the one that wakes it. It moves the thread milliseconds later, when many a launch has
 * ended. So a thread that calls workers lets each run on other processors than its own and those of
 * the others that are called. A worker that goes to sleep may run everywhere again: nothing is
 * bound for good, and what somebody else binds stays bound.
 *
 * <p>The driver's workers do the same ({@code placing.c} of {@code icd}).
 */
final class Placing {
  private final Affinity affinity;

  /** The processors on which one worker may run; guarded by itself. */
  static final class Place {
    /** The worker's number for the system; 0 before it has begun. */
    private int thread;

    /** The processor on which it last had something to do. */
    private int processor;

    /** The processors that it may use but for this class, while it is placed. */
    private @Nullable BitSet wide;

    private BitSet narrow = new BitSet();
  }

  private Placing(Affinity affinity) {
    this.affinity = affinity;
  }

  /** Returns one, or nothing where the system does not place threads. */
  static Optional<Placing> find() {
    return Affinity.find().map(Placing::new);
  }

  /** Is called by a worker as it begins. */
  void begin(Place mine) {
    synchronized (mine) {
      mine.thread = affinity.threadId();
    }
  }

  /** Returns the processor that runs the calling thread; -1 if the system does not say. */
  int processor() {
    return affinity.current();
  }

  /**
   * Lets a worker run on the processors alone that are not taken, if there are some that it may
   * use; and takes the one that it will most likely run on.
   */
  void place(Place worker, BitSet taken) {
    synchronized (worker) {
      BitSet wide =
          worker.wide != null || worker.thread == 0
              ? worker.wide
              : affinity.processors(worker.thread).orElse(null);
      if (wide == null) {
        return;
      }
      BitSet narrow = (BitSet) wide.clone();
      narrow.andNot(taken);
      if (narrow.isEmpty()) {
        return;
      }
      if (worker.wide == null || worker.narrow.intersects(taken)) {
        worker.narrow = narrow;
        worker.wide = affinity.bind(worker.thread, narrow) ? wide : null;
      }
      taken.set(narrow.get(worker.processor) ? worker.processor : narrow.nextSetBit(0));
    }
  }

  /** Leaves the processor of a thread that waits for the calling worker's work. */
  void leave(Place mine, int processor) {
    int own = affinity.current();
    synchronized (mine) {
      mine.processor = Math.max(0, own);
    }
    if (own >= 0 && own == processor) {
      BitSet taken = new BitSet();
      taken.set(own);
      place(mine, taken);
    }
  }

  /** Lets the calling worker run everywhere again, unless somebody else has bound it meanwhile. */
  void spread(Place mine) {
    synchronized (mine) {
      BitSet wide = mine.wide;
      if (wide != null && affinity.processors(0).filter(mine.narrow::equals).isPresent()) {
        affinity.bind(0, wide);
      }
      mine.wide = null;
    }
  }
}
