package dev.barnacle.explore.internal.compare;

import java.util.Arrays;

/**
 * The text of a program whose choices are all made, the same for programs that are the same but for
 * the names of threads, locations and groups: the least of all orders of its threads.
 */
final class ProgramText {
  private final PartialExecution partial;
  private final Shape shape;
  private final Placement placement;

  private ProgramText(PartialExecution partial) {
    this.partial = partial;
    this.shape = partial.shape;
    this.placement = partial.placements.get(0);
  }

  static String of(PartialExecution partial) {
    ProgramText text = new ProgramText(partial);
    String least = "";
    for (int[] order : Permutations.of(partial.shape.threads())) {
      String one = text.of(order);
      if (least.isEmpty() || one.compareTo(least) < 0) {
        least = one;
      }
    }
    return least;
  }

  @SuppressWarnings("EnumOrdinal") // any order of the kinds will do
  private String of(int[] order) {
    StringBuilder out = new StringBuilder();
    int[] locations = fresh(shape.locations());
    int used = 0;
    for (int t : order) {
      out.append('|');
      for (int i = shape.starts()[t]; i < shape.starts()[t + 1]; i++) {
        int l = shape.location()[i];
        if (l >= 0 && locations[l] < 0) {
          locations[l] = used++;
        }
        out.append((char) ('a' + shape.kinds()[i].ordinal()))
            .append((char) ('0' + Long.numberOfTrailingZeros(partial.labels[i])))
            .append(l < 0 ? "-" : locations[l] + (partial.regions[l] == 1 ? "g" : "l"));
      }
    }
    places(out, order, placement.device());
    places(out, order, placement.workGroup());
    places(out, order, placement.subGroup());
    return out.toString();
  }

  private static void places(StringBuilder out, int[] order, int[] parts) {
    int[] renamed = fresh(parts.length);
    int used = 0;
    out.append('/');
    for (int t : order) {
      if (renamed[parts[t]] < 0) {
        renamed[parts[t]] = used++;
      }
      out.append(renamed[parts[t]]);
    }
  }

  private static int[] fresh(int n) {
    int[] names = new int[n];
    Arrays.fill(names, -1);
    return names;
  }
}
