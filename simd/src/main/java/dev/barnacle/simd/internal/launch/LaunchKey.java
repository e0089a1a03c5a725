package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.simd.internal.plan.LaunchFacts;

/**
 * The properties of a launch that decide how it is run, besides the values of its arguments.
 *
 * @param threads that may run it
 * @param small whether all memory of its arguments is small ({@link LaunchFacts#areSmall})
 * @param aligned whether all of it is aligned as the kernel's accesses are
 * @param disjoint the arguments whose memory no other one reaches, a bit each
 * @param range the range that the program asked for
 */
record LaunchKey(int threads, boolean small, boolean aligned, long disjoint, NdRange range) {
  /**
   * Returns that of a launch.
   *
   * @param alignment of the kernel's accesses, in bytes
   */
  static LaunchKey of(Launch launch, int threads, long alignment) {
    return new LaunchKey(
        threads,
        LaunchFacts.areSmall(launch.arguments()),
        LaunchFacts.areAligned(launch.arguments(), alignment),
        LaunchFacts.disjoint(launch),
        launch.range());
  }
}
