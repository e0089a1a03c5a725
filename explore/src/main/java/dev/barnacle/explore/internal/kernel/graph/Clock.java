package dev.barnacle.explore.internal.kernel.graph;

import java.util.Arrays;

/**
 * Vector clocks (Mattern, "Virtual time and global states of distributed systems", 1989): for each
 * work-item the last of its epochs that happens before. They are never changed once made, and share
 * what is the same. A work-item's own entry does not count: what it did itself is before.
 */
public final class Clock {
  /** Nothing happens before. */
  public static final Clock NONE = new Clock(new int[0][]);

  private static final int SHIFT = 6;
  private static final int SIZE = 1 << SHIFT;
  private static final int[] ZEROS = new int[SIZE];

  /** The entries of 64 work-items each; those behind the last are zeros. */
  private final int[][] parts;

  private Clock(int[][] parts) {
    this.parts = parts;
  }

  /** Returns the last epoch of a work-item that happens before, 0 for none. */
  public int get(int item) {
    int part = item >> SHIFT;
    return part < parts.length ? parts[part][item & (SIZE - 1)] : 0;
  }

  /** Returns a clock with one entry changed. */
  public Clock with(int item, int time) {
    if (get(item) == time) {
      return this;
    }
    int part = item >> SHIFT;
    int[][] copy = new int[Math.max(parts.length, part + 1)][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = i < parts.length ? parts[i] : ZEROS;
    }
    copy[part] = copy[part].clone();
    copy[part][item & (SIZE - 1)] = time;
    return new Clock(copy);
  }

  /** Returns the greatest clock that is before both. */
  public Clock meet(Clock other) {
    int size = Math.min(parts.length, other.parts.length);
    int[][] result = new int[size][SIZE];
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < SIZE; k++) {
        result[i][k] = Math.min(parts[i][k], other.parts[i][k]);
      }
    }
    return new Clock(result);
  }

  /** Returns the least clock that is not before either. */
  public Clock join(Clock other) {
    if (other == this || other.parts.length == 0) {
      return this;
    }
    if (parts.length == 0) {
      return other;
    }
    int[][] result = parts;
    for (int i = 0; i < other.parts.length; i++) {
      int[] mine = i < parts.length ? parts[i] : ZEROS;
      int[] both = join(mine, other.parts[i]);
      if (both != mine) {
        if (result == parts) {
          result = new int[Math.max(parts.length, other.parts.length)][];
          for (int k = 0; k < result.length; k++) {
            result[k] = k < parts.length ? parts[k] : ZEROS;
          }
        }
        result[i] = both;
      }
    }
    return result == parts ? this : new Clock(result);
  }

  /** Joins many clocks, and entries. */
  public static final class Joiner {
    private Clock clock = NONE;
    private boolean[] owned = {};

    /** Begins with a clock in which nothing happens before. */
    public Joiner() {}

    /** Joins a clock. */
    public void add(Clock other) {
      Clock joined = clock.join(other);
      if (joined != clock) {
        boolean[] still = new boolean[joined.parts.length];
        for (int i = 0; i < Math.min(still.length, owned.length); i++) {
          still[i] = owned[i] && joined.parts[i] == clock.parts[i];
        }
        clock = joined;
        owned = still;
      }
    }

    /** Sets an entry, which is not later than this. */
    public void add(int item, int time) {
      int part = item >> SHIFT;
      if (part >= owned.length || !owned[part]) {
        clock = clock.with(item, time);
        owned = Arrays.copyOf(owned, clock.parts.length);
        owned[part] = true;
      } else {
        clock.parts[part][item & (SIZE - 1)] = time;
      }
    }

    /** Returns all of them joined; nothing is added after that. */
    public Clock join() {
      return clock;
    }
  }

  private static int[] join(int[] a, int[] b) {
    if (a == b || b == ZEROS) {
      return a;
    }
    if (a == ZEROS) {
      return b;
    }
    int[] result = a;
    for (int i = 0; i < SIZE; i++) {
      if (b[i] > result[i]) {
        if (result == a) {
          result = a.clone();
        }
        result[i] = b[i];
      }
    }
    return result;
  }
}
