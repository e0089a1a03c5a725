package dev.barnacle.cli.internal.litmus;

/** The colours of relations in pictures of executions. */
final class EdgeColours {
  private static final String HIGHLIGHT = "#e00020";
  private static final String[] OTHERS = {"#0e7c86", "#7f3f1d", "#5d6d7e", "#a0348c"};

  private EdgeColours() {}

  static String of(String relation, boolean highlighted) {
    if (highlighted) {
      return HIGHLIGHT;
    }
    return switch (relation) {
      case "sb", "po" -> "#444444";
      case "rf" -> "#1e8449";
      case "mo", "co" -> "#1f4fbf";
      case "rb", "fr" -> "#d68910";
      case "sw", "gsw" -> "#8e44ad";
      case "lsw" -> "#b57fd0";
      default -> OTHERS[Math.floorMod(relation.hashCode(), OTHERS.length)];
    };
  }
}
