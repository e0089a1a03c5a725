package dev.barnacle.cli.internal.fix;

import dev.barnacle.cli.internal.report.SourceFix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An edit of a program's lines.
 *
 * @param description what it does, as one sentence without its end
 * @param cost what it costs when the kernel runs, to compare: 0 for nothing, 1 for a barrier or an
 *     atomic operation, 2 for one in a loop
 * @param changes the lines that are replaced, none of which meet
 */
record Edit(String description, int cost, List<SourceFix.Change> changes) {
  private static final Pattern LEAVES_OUT = Pattern.compile("\\b(?:if|for|while|return)\\b|\\?");

  Edit {
    changes = List.copyOf(changes);
  }

  /** Returns the edit that puts a line before another, which has number {@code line} from 1. */
  static Edit insert(String description, int cost, String file, int line, String text) {
    return new Edit(description, cost, List.of(new SourceFix.Change(file, line, 0, List.of(text))));
  }

  /** Returns the edit that replaces a line. */
  static Edit replace(String description, int cost, String file, int line, String text) {
    return new Edit(description, cost, List.of(new SourceFix.Change(file, line, 1, List.of(text))));
  }

  /** Returns both edits as one. */
  Edit and(Edit other) {
    List<SourceFix.Change> all = new ArrayList<>(changes);
    all.addAll(other.changes);
    all.sort(Comparator.comparingInt(SourceFix.Change::line));
    return new Edit(description + ", and " + other.description, cost + other.cost, all);
  }

  /**
   * Returns whether it is a guard, or ends a loop or branch sooner, so that something is not done.
   */
  boolean leavesOut() {
    return changes.stream()
        .flatMap(change -> change.lines().stream())
        .anyMatch(line -> LEAVES_OUT.matcher(line).find());
  }

  /** Returns how many lines it touches. */
  int size() {
    return changes.stream().mapToInt(c -> Math.max(c.count(), c.lines().size())).sum();
  }

  /** Returns lines with the edit. */
  List<String> applied(List<String> lines) {
    List<String> edited = new ArrayList<>(lines);
    List<SourceFix.Change> last = new ArrayList<>(changes);
    last.sort(Comparator.comparingInt(SourceFix.Change::line).reversed());
    for (SourceFix.Change change : last) {
      int from = change.line() - 1;
      edited.subList(from, from + change.count()).clear();
      edited.addAll(from, change.lines());
    }
    return edited;
  }
}
