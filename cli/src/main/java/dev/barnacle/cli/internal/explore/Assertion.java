package dev.barnacle.cli.internal.explore;

import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.KernelOutcome;
import java.util.Map;

/**
 * A condition on final memory, such as {@code out[0] == 3 && forall i: x[i] >= 0}. It has C's
 * operators on integers of 64 bits and on floating-point numbers, elements {@code NAME[INDEX]},
 * {@code NAME} for the first, and {@code forall} and {@code exists} over the elements of the
 * objects that their name is an index of, or over {@code in FIRST..LAST}. A name that is neither
 * bound nor an object is bound by {@code forall}.
 */
final class Assertion {
  private Assertion() {}

  /**
   * Reads one.
   *
   * @param option what it was given with, for messages
   * @throws InputException if it cannot be read, or names what there is not
   */
  static Condition read(String option, String text, ExploredMemory memory) {
    return new AssertionReader(option, text, memory).read();
  }

  /** Something that holds of a state or not. */
  interface Condition {
    /** Returns whether it holds where names have values. */
    boolean holds(KernelOutcome.State state, Map<String, Long> names);
  }
}
