package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.NdRange;

/**
 * Which work-items a work-group has.
 *
 * @param number its linear number
 * @param id its id in each dimension
 * @param size its size in each dimension: smaller than the local size at an edge
 */
record GroupShape(long number, long[] id, int[] size) {
  static GroupShape of(NdRange range, long number) {
    long[] id = new long[3];
    int[] size = new int[3];
    long rest = number;
    for (int d = 0; d < 3; d++) {
      id[d] = rest % range.groups(d);
      rest /= range.groups(d);
      size[d] = (int) Math.min(range.local(d), range.global(d) - id[d] * range.local(d));
    }
    return new GroupShape(number, id, size);
  }

  int items() {
    return size[0] * size[1] * size[2];
  }
}
