package dev.barnacle.explore.internal.compare;

import dev.barnacle.model.ModelPair;
import dev.barnacle.model.ModelPair.Truth;

/** The verdict of two models on a partial execution. */
final class Agreement {
  private final Truth agreed;
  private final Truth[] own = new Truth[2];
  private final Truth[] faulty = new Truth[2];
  private final boolean sameFaults;

  private Agreement(ModelPair pair) {
    agreed = pair.agreed();
    sameFaults = pair.haveSameFaults();
    for (int m = 0; m < 2; m++) {
      own[m] = agreed == Truth.NO ? Truth.NO : pair.own(m);
      faulty[m] = agreed == Truth.NO ? Truth.NO : pair.faulty(m);
    }
  }

  static Agreement of(PartialExecution partial, ModelPair pair) {
    partial.tell(pair);
    pair.evaluate();
    return new Agreement(pair);
  }

  /** Returns whether a model may allow it, or what is still open of it, and the other not. */
  boolean mayDiffer(int model) {
    return agreed != Truth.NO
        && ((own[model] != Truth.NO && own[1 - model] != Truth.YES) || mayDifferInFaults(model));
  }

  /** Returns whether a model certainly allows it and the other does not. */
  boolean differs(int model) {
    return agreed == Truth.YES && own[model] == Truth.YES && own[1 - model] == Truth.NO;
  }

  private boolean mayDifferInFaults(int model) {
    return !sameFaults
        && own[model] != Truth.NO
        && own[1 - model] != Truth.NO
        && faulty[model] != Truth.NO
        && faulty[1 - model] != Truth.YES;
  }

  /**
   * Returns whether both models certainly allow it and one of them finds a fault that the other
   * misses.
   */
  boolean differsInFaults(int model) {
    return agreed == Truth.YES
        && own[model] == Truth.YES
        && own[1 - model] == Truth.YES
        && faulty[model] == Truth.YES
        && faulty[1 - model] == Truth.NO;
  }

  /** Returns whether it certainly has a fault, of the model that allows it. */
  boolean isFaulty(int model) {
    return faulty[model] == Truth.YES;
  }

  /** Returns whether it may have a fault of the model that allows it. */
  boolean mayBeFaulty(int model) {
    return faulty[model] != Truth.NO;
  }

  /**
   * Returns whether it shows at least what another shows: the same difference, and no fault where
   * the other has none.
   */
  boolean showsAsMuchAs(Agreement other, int model) {
    if (other.differsInFaults(model)) {
      return differsInFaults(model);
    }
    return differs(model) && (!mayBeFaulty(model) || other.isFaulty(model));
  }
}
