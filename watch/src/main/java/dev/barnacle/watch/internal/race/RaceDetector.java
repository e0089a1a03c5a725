package dev.barnacle.watch.internal.race;

import org.jspecify.annotations.Nullable;

/**
 * Finds the data races of one launch. There are two detectors with one surface: a fast one for
 * kernels that only work-group barriers order, and a precise one for every kernel.
 *
 * <p>A race is two conflicting accesses of different work-items that global-happens-before (in
 * global memory) or local-happens-before (in local memory) does not order, and that are not both
 * atomic with inclusive scopes (OpenCL architecture, "Memory Ordering Rules"; Wickerson and Batty,
 * "Taming the complexities of the C11 and OpenCL memory models", technical appendix, Figure 2,
 * O-Dr).
 */
public abstract class RaceDetector {
  /** For subclasses in this package. */
  RaceDetector() {}

  /**
   * Makes the detector for kernels whose only order is that of work-group barriers: their atomic
   * operations are relaxed, of device scope or wider (in local memory: of work-group scope or
   * wider), and they have no sub-group barriers and no fences that atomic operations could make use
   * of. It takes a constant time an access and may be used by many threads at once, each with an
   * accessor of its own; one work-group is run from its start to its end by one accessor.
   *
   * @param groups number of work-groups of the launch
   * @param groupSize largest number of work-items of a work-group
   * @param places number of instructions that the code generator counts: places are below this
   * @throws dev.barnacle.engine.EngineException (OUT_OF_RESOURCES) when the launch is too large for
   *     one stamp of 63 bits to say which work-item did what and where
   */
  public static RaceDetector intervals(long groups, int groupSize, int places, RaceSink sink) {
    return new IntervalDetector(new StampLayout(groups, groupSize, places), sink);
  }

  /**
   * Makes the detector for every kernel: atomic operations and fences with orders, scopes and
   * flags. It is for one thread; work-groups may be interleaved. Scopes that mean no more than a
   * narrower one are reduced as the specification says: in local memory to work_group, in global
   * memory (buffers without SVM atomics) to device.
   */
  public static RaceDetector clocks(long groups, int groupSize, int places, RaceSink sink) {
    return clocks(groups, groupSize, places, true, sink);
  }

  /**
   * Makes the precise detector.
   *
   * @param reduceScopes whether scopes wider than the memory's visibility are reduced to it;
   *     without this, scopes are compared by name, as in Wickerson and Batty's Figure 2
   */
  public static RaceDetector clocks(
      long groups, int groupSize, int places, boolean reduceScopes, RaceSink sink) {
    return new ClockDetector(groups, groupSize, reduceScopes, sink, null);
  }

  /**
   * Makes the precise detector for an execution in which atomic loads may read old stores.
   *
   * @param seed decides which
   */
  public static RaceDetector weak(long groups, int groupSize, RaceSink sink, long seed) {
    return new ClockDetector(groups, groupSize, true, sink, new StaleReads(seed));
  }

  /** Tells whether all work-groups have to be run by one thread. */
  public boolean isForOneThread() {
    return false;
  }

  /**
   * Returns how many accesses have been looked at so far, as a measure of what the launch takes
   * that is the same on every machine; always 0 of the detector for many threads.
   */
  public long accesses() {
    return 0;
  }

  /** Returns what lets loads read old stores; null where all read the newest. */
  public @Nullable StaleReads staleReads() {
    return null;
  }

  /**
   * Makes the memory of a block of {@code byteSize} bytes in {@code region}: nothing touched it.
   */
  public abstract RaceShadow shadow(Region region, long byteSize);

  /** Makes an accessor: one for each worker thread. */
  public abstract Accessor accessor();

  /**
   * Makes the state of a work-group, which lives from its start to its end.
   *
   * @param group linear number of the work-group
   * @param items number of its work-items
   * @param subGroupSize work-items of a sub-group (the last one may be smaller)
   */
  public abstract GroupOrder group(long group, int items, int subGroupSize);

  /**
   * Tells whether something had to be forgotten, so that a race may have been missed; always false
   * so far: neither detector has a bound that loses a race of a byte.
   */
  public boolean incomplete() {
    return false;
  }
}
