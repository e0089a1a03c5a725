package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the diagnostics in what clang wrote. */
final class LogParser {
  private static final Pattern PLACED =
      Pattern.compile("^(.+?):(\\d+):(\\d+): (fatal error|error|warning|note): (.*)$");

  private static final Pattern UNPLACED =
      Pattern.compile("^(?:clang: )?(fatal error|error|warning|note): (.*)$");

  private LogParser() {}

  static List<Diagnostic> parse(String log) {
    List<Diagnostic> found = new ArrayList<>();
    for (String line : log.lines().toList()) {
      Matcher placed = PLACED.matcher(line);
      Matcher unplaced = UNPLACED.matcher(line);
      if (placed.matches()) {
        found.add(
            new Diagnostic(
                severity(placed.group(4)),
                placed.group(1),
                Integer.parseInt(placed.group(2)),
                Integer.parseInt(placed.group(3)),
                placed.group(5)));
      } else if (unplaced.matches()) {
        found.add(new Diagnostic(severity(unplaced.group(1)), "", 0, 0, unplaced.group(2)));
      }
    }
    return found;
  }

  private static Diagnostic.Severity severity(String word) {
    return switch (word) {
      case "error", "fatal error" -> Diagnostic.Severity.ERROR;
      case "warning" -> Diagnostic.Severity.WARNING;
      case "note" -> Diagnostic.Severity.NOTE;
      default -> throw new IllegalArgumentException(word);
    };
  }
}
