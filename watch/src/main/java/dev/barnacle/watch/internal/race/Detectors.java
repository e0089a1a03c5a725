package dev.barnacle.watch.internal.race;

import dev.barnacle.watch.internal.race.clock.ClockDetector;
import dev.barnacle.watch.internal.race.clock.ScopeRules;
import dev.barnacle.watch.internal.race.clock.StaleReads;
import dev.barnacle.watch.internal.race.interval.EpochLayout;
import dev.barnacle.watch.internal.race.interval.IntervalDetector;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceSink;

/** Makes race detectors: the fast one, and the precise one. */
public final class Detectors {
  private Detectors() {}

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
    return new IntervalDetector(new EpochLayout(groups, groupSize, places), sink);
  }

  /**
   * Makes the detector for every kernel: atomic operations and fences with orders, scopes and
   * flags. It is for one thread; work-groups may be interleaved. Scopes that mean no more than a
   * narrower one are reduced as the specification says: in local memory to work_group, in global
   * memory (buffers without SVM atomics) to device.
   */
  public static RaceDetector clocks(long groups, int groupSize, int places, RaceSink sink) {
    return clocks(groups, groupSize, ScopeRules.of(false), sink);
  }

  /** Makes the precise detector. */
  public static RaceDetector clocks(long groups, int groupSize, ScopeRules scopes, RaceSink sink) {
    return new ClockDetector(groups, groupSize, scopes, sink, null);
  }

  /**
   * Makes the precise detector for an execution in which atomic loads may read old stores.
   *
   * @param reads decides which
   */
  public static RaceDetector weak(
      long groups, int groupSize, ScopeRules scopes, RaceSink sink, StaleReads reads) {
    return new ClockDetector(groups, groupSize, scopes, sink, reads);
  }
}
