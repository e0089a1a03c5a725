package dev.barnacle.cli.internal.litmus;

/** The colours of relations in pictures of executions. */
final class EdgeColours {
  private static final String[] OTHERS = {"#8e44ad", "#0e7c86", "#b9770e", "#7f3f1d", "#5d6d7e"};

  private EdgeColours() {}

  static String of(String relation, boolean highlighted) {
    if (highlighted) {
      return "#e6007e";
    }
    return switch (relation) {
      case "sb", "po" -> "#444444";
      case "rf" -> "#c0392b";
      case "mo", "co" -> "#1f4fbf";
      case "rb", "fr" -> "#d68910";
      case "sw", "gsw" -> "#1e8449";
      case "lsw" -> "#58b368";
      default -> OTHERS[Math.floorMod(relation.hashCode(), OTHERS.length)];
    };
  }
}
