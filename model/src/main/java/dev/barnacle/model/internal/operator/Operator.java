package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/**
 * An operator of the relation algebra, on bit matrices that exist already: applying one allocates
 * nothing.
 */
public interface Operator {
  /**
   * Computes {@code out} from the arguments over the first {@code n} events.
   *
   * @param in the arguments; none of them is {@code out}
   */
  void apply(Bits[] in, Bits out, int n);

  /** Returns whether a bigger argument {@code i} makes the result smaller. */
  default boolean antitone(int i) {
    return false;
  }

  /**
   * Returns whether the result on some events depends on the arguments on those events alone, and
   * not on other events in between.
   */
  default boolean isLocal() {
    return true;
  }
}
