package dev.barnacle.explore;

/**
 * The final states that decide a verdict: those that satisfy a condition where one is looked for,
 * or those that break a condition that all must satisfy.
 */
@FunctionalInterface
public interface Goal {
  /**
   * Returns whether a final state that is known in part can still turn out to be one that decides.
   *
   * @param state the values of the observables, in their order
   * @param known which of the values are known; the others are to be ignored. Where all are, the
   *     answer is whether this state decides
   */
  boolean reachable(long[] state, boolean[] known);
}
