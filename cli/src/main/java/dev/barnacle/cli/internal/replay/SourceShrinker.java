package dev.barnacle.cli.internal.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Takes lines out of a program as long as it shows a finding: whole functions and blocks first,
 * then statements, as hierarchical delta debugging does it (Misherghi and Su, HDD, ICSE 2006). What
 * does not compile, or shows something else, is put back.
 */
public final class SourceShrinker {
  private final Goal goal;

  /** Makes one. */
  public SourceShrinker(Goal goal) {
    this.goal = goal;
  }

  /** Lines from one, the other excluded. */
  private record Range(int from, int to) {
    int size() {
      return to - from;
    }
  }

  /** Returns the smallest reproducer that was found. */
  public Reproducer shrink(Reproducer first) {
    Reproducer best = without(first, this::isBlankOrComment);
    int before;
    do {
      before = best.source().lines().size();
      best = blocks(best);
      best = runs(best);
      best = unwrapped(best);
    } while (best.source().lines().size() < before && !goal.isOver());
    return best;
  }

  private boolean isBlankOrComment(String line) {
    return line.isBlank() || line.strip().startsWith("//");
  }

  private Reproducer without(Reproducer first, Predicate<String> which) {
    List<String> lines = first.source().lines().stream().filter(which.negate()).toList();
    Reproducer candidate = first.with(first.source().withLines(lines));
    return goal.isMet(candidate) ? candidate : first;
  }

  /** Takes out blocks with their heads, the largest first. */
  private Reproducer blocks(Reproducer first) {
    Reproducer best = first;
    List<Range> blocks = blocks(best.source().lines());
    blocks.sort((a, b) -> Integer.compare(b.size(), a.size()));
    for (int i = 0; i < blocks.size(); i++) {
      Range block = blocks.get(i);
      Reproducer candidate = cut(best, block);
      if (goal.isMet(candidate)) {
        best = candidate;
        blocks = blocks(best.source().lines());
        blocks.sort((a, b) -> Integer.compare(b.size(), a.size()));
        i = -1;
      }
    }
    return best;
  }

  /** Returns the lines of each pair of braces of several lines. */
  private static List<Range> blocks(List<String> lines) {
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

  private static Reproducer cut(Reproducer from, Range range) {
    List<String> lines = new ArrayList<>(from.source().lines());
    lines.subList(range.from(), range.to()).clear();
    return from.with(from.source().withLines(lines));
  }

  /** Takes out runs of lines, of half of them down to one. */
  private Reproducer runs(Reproducer first) {
    Reproducer best = first;
    for (int size = Math.max(1, best.source().lines().size() / 2); size >= 1; size /= 2) {
      int at = 0;
      while (at + size <= best.source().lines().size()) {
        Reproducer candidate = cut(best, new Range(at, at + size));
        if (goal.isMet(candidate)) {
          best = candidate;
        } else {
          at++;
        }
      }
    }
    return best;
  }

  /** Takes the first and the last line of blocks away, and leaves what is in them. */
  private Reproducer unwrapped(Reproducer first) {
    Reproducer best = first;
    List<Range> blocks = blocks(best.source().lines());
    for (int i = 0; i < blocks.size(); i++) {
      Range block = blocks.get(i);
      List<String> lines = new ArrayList<>(best.source().lines());
      if (block.size() > 2 && block.to() <= lines.size()) {
        lines.remove(block.to() - 1);
        lines.remove(block.from());
        Reproducer candidate = best.with(best.source().withLines(lines));
        if (goal.isMet(candidate)) {
          best = candidate;
          blocks = blocks(best.source().lines());
          i = -1;
        }
      }
    }
    return best;
  }
}
