package dev.barnacle.explore;

/** A condition on final states. */
@FunctionalInterface
public interface StatePredicate {
  /** Returns whether it holds of the values of the observables, in their order. */
  boolean holds(long[] state);
}
