package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import org.jspecify.annotations.Nullable;

/**
 * A launch that is run many times. As its arguments are the same each time, its {@link LaunchKey}
 * is known, and its plan holds until code that pays more is there.
 */
public final class PlannedLaunch {
  private final LaunchPlans plans;
  private final Launch launch;
  private final LaunchKey key;
  private volatile @Nullable LaunchPlan kept;

  /**
   * Prepares it.
   *
   * @param plans of its kernel
   * @param threads that may run it
   */
  public PlannedLaunch(LaunchPlans plans, Launch launch, int threads) {
    this.plans = plans;
    this.launch = launch;
    this.key = plans.key(launch, threads);
  }

  /** Returns the plan for the next run. */
  public LaunchPlan plan() {
    LaunchPlan known = kept;
    if (known != null && known.isLatest()) {
      return known;
    }
    LaunchPlan made = plans.plan(launch, key);
    kept = made;
    return made;
  }
}
