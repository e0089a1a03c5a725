package dev.barnacle.simd.internal.plan.region;

/**
 * The lanes that run a step, as far as a plan knows them. Steps with equal masks are run by the
 * same lanes.
 *
 * @param number 0 for all lanes
 * @param full it is known to be all true
 */
public record LaneMask(int number, boolean full) {
  /** All lanes. */
  public static final LaneMask ALL = new LaneMask(0, true);

  @Override
  public String toString() {
    return full ? "all lanes" : "m" + number;
  }
}
