package dev.barnacle.cli.internal.check;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.FindingKind;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which findings of a kernel are of a cause that others before had: their words are the same but
 * for names and numbers. A mistake in an unrolled loop or a macro makes one for each line.
 */
final class Causes {
  /** How many findings of a cause are told in full. */
  private static final int MOST_IN_FULL = 3;

  private static final Pattern SPECIAL = Pattern.compile("'[^']*'|\\d+");

  private final Map<Cause, Integer> met = new HashMap<>();

  private record Cause(
      FindingKind kind,
      String message,
      @Nullable AddressSpace space,
      String explanation,
      String suggestion,
      String note) {
    static Cause of(Finding finding) {
      return new Cause(
          finding.kind(),
          general(finding.message()),
          finding.space(),
          general(finding.explanation()),
          general(finding.suggestion()),
          general(finding.note()));
    }

    private static String general(String words) {
      return SPECIAL.matcher(words).replaceAll("#");
    }
  }

  /** Counts a finding in, and returns whether enough of its cause have been told in full. */
  boolean isKnown(Finding finding) {
    return met.merge(Cause.of(finding), 1, Integer::sum) > MOST_IN_FULL;
  }
}
