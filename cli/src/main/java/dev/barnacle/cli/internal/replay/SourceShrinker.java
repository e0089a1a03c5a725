package dev.barnacle.cli.internal.replay;

import java.util.List;

/**
 * Takes lines out of a program as long as it shows a finding. What does not compile, or shows
 * something else, is put back.
 */
public final class SourceShrinker {
  private final Goal goal;

  /** Makes one. */
  public SourceShrinker(Goal goal) {
    this.goal = goal;
  }

  /** Returns the smallest reproducer that was found. */
  public Reproducer shrink(Reproducer first) {
    LineShrinker lines = new LineShrinker(l -> goal.isMet(with(first, l)), goal::isOver);
    List<String> small = lines.shrink(first.source().lines());
    return small.equals(first.source().lines()) ? first : with(first, small);
  }

  private static Reproducer with(Reproducer first, List<String> lines) {
    return first.with(first.source().withLines(lines));
  }
}
