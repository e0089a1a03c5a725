package dev.barnacle.model;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Finds the name that a misspelt one was probably meant to be. */
public final class Nearest {
  private Nearest() {}

  /**
   * The candidate with the fewest edits, and of these one that begins most like the name, if the
   * edits are few for the name's length; else null.
   */
  public static @Nullable String to(String name, Collection<String> candidates) {
    String best =
        candidates.stream()
            .filter(c -> !c.equals(name))
            .min(
                Comparator.comparingInt((String c) -> distance(name, c))
                    .thenComparingInt(c -> -commonPrefix(name, c))
                    .thenComparing(Comparator.naturalOrder()))
            .orElse(null);
    int allowed = Math.max(1, name.length() / 3);
    return best != null && distance(name, best) <= allowed ? best : null;
  }

  /** What to add to a message about an unknown name: the question whether another was meant. */
  public static String question(String name, Collection<String> candidates) {
    String nearest = to(name, candidates);
    return nearest == null ? "" : "; did you mean '" + nearest + "'?";
  }

  private static int commonPrefix(String a, String b) {
    int n = 0;
    while (n < Math.min(a.length(), b.length()) && a.charAt(n) == b.charAt(n)) {
      n++;
    }
    return n;
  }

  /** Levenshtein's distance, the case of letters counting less than one edit. */
  private static int distance(String a, String b) {
    if (a.equalsIgnoreCase(b)) {
      return 0;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
