package dev.barnacle.explore.internal;

/** The kinds of faults, by the names that models give them. */
final class FaultKinds {
  private FaultKinds() {}

  static String of(String check) {
    return switch (check) {
      case "Dr", "O-Dr", "dataRace", "race", "data-race" -> "data-race";
      case "Ur", "O-Ur", "unsequencedRace", "unsequenced-race" -> "unsequenced-race";
      case "Bd", "O-Bd", "barrier-divergence" -> "barrier-divergence";
      default -> check;
    };
  }
}
