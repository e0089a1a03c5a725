package dev.barnacle.explore;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The work-groups that are sure to come further while they can (Sorensen, Evrard and Donaldson,
 * "GPU schedulers: how fair is fair enough?", CONCUR 2018; Sorensen et al., "Specifying and testing
 * GPU workgroup progress models", OOPSLA 2021). {@link ProgressRules} has one for sub-groups and
 * work-items too.
 */
public enum ProgressModel {
  /** All. */
  FAIR,
  /** The one of the lowest number among those that have not ended. */
  HSA,
  /** Those that have begun (occupancy-bound execution). */
  OBE,
  /** Those of {@link #HSA} and of {@link #OBE}. */
  HSA_OBE,
  /** Those that have begun, and all of lower numbers (linear occupancy-bound execution). */
  LOBE,
  /** None. */
  UNFAIR;

  /** Returns the model of a name, as {@code --progress} has it; null if there is none. */
  public static @Nullable ProgressModel named(String name) {
    for (ProgressModel model : values()) {
      if (model.toString().equals(name.toLowerCase(Locale.ROOT))) {
        return model;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
