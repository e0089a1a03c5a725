package dev.barnacle.explore.internal.properties;

/** The kinds of faults, by the names that models give them. */
public final class FaultKinds {
  private FaultKinds() {}

  /** Returns whether a fault is a race or a barrier divergence. */
  public static boolean isKnown(String check) {
    return isRace(check) || of(check).equals("barrier-divergence");
  }

  public static boolean isRace(String check) {
    return of(check).endsWith("race");
  }

  public static String of(String check) {
    return switch (check) {
      case "Dr", "O-Dr", "dataRace", "race", "data-race" -> "data-race";
      case "Ur", "O-Ur", "unsequencedRace", "unsequenced-race" -> "unsequenced-race";
      case "Bd", "O-Bd", "barrier-divergence" -> "barrier-divergence";
      default -> check;
    };
  }
}
