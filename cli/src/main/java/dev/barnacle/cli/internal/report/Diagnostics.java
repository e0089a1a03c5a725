package dev.barnacle.cli.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The errors that a compiler, or this command, has written as {@code file:line:column: error: …}.
 */
public final class Diagnostics {
  private static final Pattern ERROR =
      Pattern.compile("(?:(.+?):(?:(\\d{1,9}):(\\d{1,9}):)? )?(?:fatal )?error: (.*)");

  private Diagnostics() {}

  /** Returns an issue for each line of an error; places where they are named. */
  public static List<Issue> issues(String text) {
    List<Issue> issues = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher error = ERROR.matcher(line);
      if (error.matches()) {
        issues.add(issue(error));
      }
    }
    return issues;
  }

  private static Issue issue(Matcher error) {
    String file = error.group(1);
    boolean placed = error.group(2) != null;
    List<Spot> spots =
        file == null
            ? List.of()
            : List.of(
                new Spot(
                    file,
                    placed ? Integer.parseInt(error.group(2)) : 0,
                    placed ? Integer.parseInt(error.group(3)) : 0,
                    "",
                    List.of()));
    String rule = placed ? "build-error" : "input-error";
    return new Issue(rule, rule.replace('-', ' '), error.group(4), spots, List.of());
  }
}
