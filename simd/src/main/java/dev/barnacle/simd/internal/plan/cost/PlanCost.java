package dev.barnacle.simd.internal.plan.cost;

import java.util.Locale;

/**
 * The estimated cycles of a plan, for one vector of work-items.
 *
 * @param lanes of the vector
 * @param cycles in all
 * @param work those that it would take if no operation waited for another
 * @param jumps the cycles lost at the ends of turns, once for all vectors in flight
 * @param spread those of them for accesses to each lane's own addresses
 */
public record PlanCost(int lanes, double cycles, double work, double jumps, double spread) {
  /** Returns the cycles for one work-item. */
  public double each() {
    return cycles / lanes;
  }

  /** Returns it as text, such as {@code 9.8 in 16 lanes}. */
  public String text() {
    return String.format(
        Locale.ROOT, "%.1f %s", each(), lanes == 1 ? "one by one" : "in " + lanes + " lanes");
  }

  /** Returns the cycles for one work-item if no operation waited for another. */
  public double eachAtWork() {
    return (work + jumps) / lanes;
  }

  /** Returns the cycles for one work-item that more vectors in flight can't save. */
  public double eachAtLeast() {
    return work / lanes;
  }
}
