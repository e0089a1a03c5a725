package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.engine.NdRange;

/** The work-items of a work-group. */
public final class GroupShape {
  private final long number;
  private final long[] ids = new long[3];
  private final int[] sizes = new int[3];

  /**
   * Makes the shape of a group.
   *
   * @param number its linear number
   */
  public GroupShape(NdRange range, long number) {
    this.number = number;
    long rest = number;
    for (int d = 0; d < 3; d++) {
      ids[d] = rest % range.groups(d);
      rest /= range.groups(d);
      sizes[d] = (int) Math.min(range.local(d), range.global(d) - ids[d] * range.local(d));
    }
  }

  /** Returns its linear number. */
  public long number() {
    return number;
  }

  /** Returns its id in a dimension. */
  public long id(int dimension) {
    return ids[dimension];
  }

  /** Returns its size in a dimension: smaller than the local size at an edge. */
  public int size(int dimension) {
    return sizes[dimension];
  }

  public int items() {
    return sizes[0] * sizes[1] * sizes[2];
  }
}
