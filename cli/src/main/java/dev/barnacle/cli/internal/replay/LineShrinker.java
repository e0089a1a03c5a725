package dev.barnacle.cli.internal.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Takes lines out of a text as long as something holds of it: whole functions and blocks first,
 * then statements, as hierarchical delta debugging does it (Misherghi and Su, HDD, ICSE 2006).
 */
public final class LineShrinker {
  private final Predicate<List<String>> holds;
  private final BooleanSupplier stopped;

  /**
   * Makes one.
   *
   * @param holds what must hold of the lines; it holds of the first ones
   * @param stopped tells when there is no more time
   */
  public LineShrinker(Predicate<List<String>> holds, BooleanSupplier stopped) {
    this.holds = lines -> !stopped.getAsBoolean() && holds.test(lines);
    this.stopped = stopped;
  }

  /** Lines from one, the other excluded. */
  private record Range(int from, int to) {
    int size() {
      return to - from;
    }
  }

  /** Returns the fewest lines that were found. */
  public List<String> shrink(List<String> first) {
    List<String> best = withoutComments(first);
    int before;
    do {
      before = best.size();
      best = blocks(best);
      best = runs(best);
      best = unwrapped(best);
    } while (best.size() < before && !stopped.getAsBoolean());
    return best;
  }

  private List<String> withoutComments(List<String> first) {
    List<String> lines =
        first.stream().filter(l -> !l.isBlank() && !l.strip().startsWith("//")).toList();
    return holds.test(lines) ? lines : first;
  }

  /** Takes out blocks with their heads, the largest first. */
  private List<String> blocks(List<String> first) {
    List<String> best = first;
    List<Range> blocks = sorted(best);
    for (int i = 0; i < blocks.size(); i++) {
      List<String> candidate = cut(best, blocks.get(i));
      if (holds.test(candidate)) {
        best = candidate;
        blocks = sorted(best);
        i = -1;
      }
    }
    return best;
  }

  private static List<Range> sorted(List<String> lines) {
    List<Range> blocks = blocksOf(lines);
    blocks.sort((a, b) -> Integer.compare(b.size(), a.size()));
    return blocks;
  }

  /** Returns the lines of each pair of braces of several lines. */
  private static List<Range> blocksOf(List<String> lines) {
    List<Range> blocks = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      for (char c : lines.get(i).toCharArray()) {
        if (c == '{') {
          open.add(i);
        } else if (c == '}' && !open.isEmpty()) {
          blocks.add(new Range(open.removeLast(), i + 1));
        }
      }
    }
    return blocks;
  }

  private static List<String> cut(List<String> from, Range range) {
    List<String> lines = new ArrayList<>(from);
    lines.subList(range.from(), range.to()).clear();
    return lines;
  }

  /** Takes out runs of lines, of half of them down to one. */
  private List<String> runs(List<String> first) {
    List<String> best = first;
    for (int size = Math.max(1, best.size() / 2); size >= 1; size /= 2) {
      int at = 0;
      while (at + size <= best.size()) {
        List<String> candidate = cut(best, new Range(at, at + size));
        if (holds.test(candidate)) {
          best = candidate;
        } else {
          at++;
        }
      }
    }
    return best;
  }

  /** Takes the first and the last line of blocks away, and leaves what is in them. */
  private List<String> unwrapped(List<String> first) {
    List<String> best = first;
    List<Range> blocks = blocksOf(best);
    for (int i = 0; i < blocks.size(); i++) {
      Range block = blocks.get(i);
      if (block.size() > 2) {
        List<String> candidate = new ArrayList<>(best);
        candidate.remove(block.to() - 1);
        candidate.remove(block.from());
        if (holds.test(candidate)) {
          best = candidate;
          blocks = blocksOf(best);
          i = -1;
        }
      }
    }
    return best;
  }
}
