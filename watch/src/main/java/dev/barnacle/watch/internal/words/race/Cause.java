package dev.barnacle.watch.internal.words.race;

import dev.barnacle.ir.Location;
import java.util.List;

/** The common feature of races that one change mends. */
public sealed interface Cause {
  /** Returns whether a barrier just before a position would mend it. */
  default boolean isMendedBefore(long position) {
    return this instanceof Barrier barrier
        && barrier.gaps().stream().anyMatch(gap -> gap.hasPlaceBefore(position));
  }

  /**
   * All of one name have one cause.
   *
   * @param name such as the flags that barriers lack; empty for none
   */
  record Named(String name) implements Cause {
    /** It is not known whether others have the same cause. */
    public static final Named NONE = new Named("");
  }

  /**
   * Those of one name and one memory that share a place in the program have one cause: an access
   * that nothing orders.
   */
  record Shared(String name) implements Cause {}

  /**
   * A barrier is missing. Those of one name that have a place for it in common have one cause.
   *
   * @param name the barrier
   * @param gaps where it may be put
   */
  record Barrier(String name, List<Gap> gaps) implements Cause {
    public Barrier {
      gaps = List.copyOf(gaps);
    }
  }

  /**
   * Places in the source behind one access and before another.
   *
   * @param from the position of the first; both are of lines and columns, so that they rise
   * @param to the position of the second
   */
  record Gap(long from, long to) {
    /** The number of positions of a line: its columns. */
    private static final long LINE = 1 << 20;

    /** Returns the position of a place in a kernel's own text, or of the call that leads there. */
    public static long position(Location place) {
      Location at = place;
      while (at.inlinedAt() != null) {
        at = at.inlinedAt();
      }
      return at.line() * LINE + at.column();
    }

    /** Returns whether a barrier just before a position is in it. */
    public boolean hasPlaceBefore(long position) {
      return from < position && position <= to;
    }
  }
}
