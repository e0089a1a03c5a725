package dev.barnacle.explore.internal.properties;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;

/** The kinds of faults, by the names that models give them. */
public final class FaultKinds {
  private FaultKinds() {}

  /** Returns whether a fault is a race or a barrier divergence. */
  public static boolean isKnown(String check) {
    return isRace(check) || of(check) == FindingKind.BARRIER_DIVERGENCE;
  }

  public static boolean isRace(String check) {
    return of(check).isRace();
  }

  public static FaultKind of(String check) {
    return switch (check) {
      case "Dr", "O-Dr", "dataRace", "race" -> FindingKind.DATA_RACE;
      case "Ur", "O-Ur", "unsequencedRace" -> ExplorationKind.UNSEQUENCED_RACE;
      case "Bd", "O-Bd" -> FindingKind.BARRIER_DIVERGENCE;
      default -> FaultKind.of(check);
    };
  }
}
