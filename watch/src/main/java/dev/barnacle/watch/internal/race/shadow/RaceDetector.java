package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.watch.internal.race.access.Region;
import org.jspecify.annotations.Nullable;

/**
 * Finds the data races of one launch. There are two with one surface: a fast one for kernels that
 * only work-group barriers order, and a precise one for every kernel.
 *
 * <p>A race is two conflicting accesses of different work-items that global-happens-before (in
 * global memory) or local-happens-before (in local memory) does not order, and that are not both
 * atomic with inclusive scopes (OpenCL architecture, "Memory Ordering Rules"; Wickerson and Batty,
 * "Taming the complexities of the C11 and OpenCL memory models", technical appendix, Figure 2,
 * O-Dr).
 */
public abstract class RaceDetector {
  /** For subclasses. */
  protected RaceDetector() {}

  /** Returns whether all work-groups have to be run by one thread. */
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
  public @Nullable OldReads oldReads() {
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
   * Returns whether something had to be forgotten, so that a race may have been missed; always
   * false so far: neither detector has a bound that loses a race of a byte.
   */
  public boolean incomplete() {
    return false;
  }
}
