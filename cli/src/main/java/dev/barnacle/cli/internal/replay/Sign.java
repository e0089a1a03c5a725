package dev.barnacle.cli.internal.replay;

import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The features that identify a finding, however large the launch is. These are its kind, the
 * memory, whether its work-items are of one work-group, and the text of its lines without blanks.
 *
 * @param kind the keyword, such as {@code data-race}
 * @param object the argument or variable; empty for none
 * @param within {@code group} for two work-items of one work-group, {@code launch} for those of
 *     two; empty for one
 * @param lines the lines, sorted
 */
public record Sign(String kind, String object, String within, List<String> lines) {
  public Sign {
    lines = List.copyOf(lines);
  }

  /**
   * Returns the sign of a finding.
   *
   * @param text gives the text of a line of the program; empty where it has none
   */
  public static Sign of(Finding finding, Function<Location, String> text) {
    Collection<String> lines = new TreeSet<>();
    finding.accesses().stream()
        .map(Finding.Access::location)
        .filter(Objects::nonNull)
        .forEach(at -> lines.add(text.apply(at).replaceAll("\\s+", "")));
    long groups = finding.accesses().stream().map(Finding.Access::groupId).distinct().count();
    String within = finding.accesses().size() < 2 ? "" : groups == 1 ? "group" : "launch";
    return new Sign(finding.kind().keyword(), finding.object(), within, List.copyOf(lines));
  }
}
