package dev.barnacle.explore.internal.kernel.graph;

/**
 * Vector clocks (Mattern, "Virtual time and global states of distributed systems", 1989): for each
 * work-item the last of its epochs that happens before. They are never changed once made. There are
 * two a work-item: happens-before in global and in local memory.
 */
public final class Clock {
  private Clock() {}

  /** Returns a clock with one entry changed. */
  public static int[] with(int[] clock, int item, int time) {
    int[] copy = clock.clone();
    copy[item] = time;
    return copy;
  }

  /** Returns the least clock that is not before either. */
  public static int[] join(int[] a, int[] b) {
    int[] result = a;
    for (int i = 0; i < b.length; i++) {
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
