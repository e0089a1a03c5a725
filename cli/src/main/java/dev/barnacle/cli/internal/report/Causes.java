package dev.barnacle.cli.internal.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds issues of a kernel with the same cause as others before: their words are the same but for
 * names and numbers. A mistake in an unrolled loop or a macro makes one for each line.
 */
final class Causes {
  /** The number of issues of a cause that are told in full. */
  private static final int MOST_IN_FULL = 3;

  private static final Set<String> TELLING = Set.of("why", "help", "note");
  private static final Pattern SPECIAL = Pattern.compile("'[^']*'|\\d+");

  private final Map<List<String>, Integer> met = new HashMap<>();

  /** Counts an issue in, and returns whether enough of its cause have been told in full. */
  boolean isKnown(Issue issue) {
    List<String> words = new ArrayList<>(List.of(issue.rule(), general(issue.message())));
    issue.rows().stream()
        .filter(row -> TELLING.contains(row.label()))
        .forEach(row -> words.add(general(row.toString())));
    return met.merge(words, 1, Integer::sum) > MOST_IN_FULL;
  }

  private static String general(String words) {
    return SPECIAL.matcher(words).replaceAll("#");
  }
}
