package dev.barnacle.model;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Finds the name that a misspelt one was probably meant to be. */
public final class Nearest {
  private static final int SHORTEST_BEGINNING = 3;

  private Nearest() {}

  /**
   * The candidate with the fewest edits, and of these one that begins most like the name, if the
   * edits are few for the name's length; else one of which the name is the beginning, or that is
   * the name's; else null.
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
    int allowed = Math.min(Math.max(1, name.length() / 3), name.length() - 1);
    if (best != null && distance(name, best) <= allowed) {
      return best;
    }
    return candidates.stream()
        .filter(c -> isBeginning(name, c) || isBeginning(c, name))
        .min(
            Comparator.comparingInt((String c) -> Math.abs(c.length() - name.length()))
                .thenComparing(Comparator.naturalOrder()))
        .orElse(null);
  }

  private static boolean isBeginning(String beginning, String whole) {
    return beginning.length() >= SHORTEST_BEGINNING
        && whole.length() > beginning.length()
        && whole.startsWith(beginning);
  }

  /**
   * Returns the addition to a message about an unknown name: the question whether another was
   * meant.
   */
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

  /**
   * The number of edits: letters changed, left out or put in, and neighbours exchanged; the case of
   * letters counts less than one edit.
   */
  private static int distance(String a, String b) {
    if (a.equalsIgnoreCase(b)) {
      return 0;
    }
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int change = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(change, 1 + Math.min(edits[i][j - 1], edits[i - 1][j]));
        boolean exchanged =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        edits[i][j] = exchanged ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
      }
    }
    return edits[a.length()][b.length()];
  }
}
