package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.NdRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A box of work-groups of one size: the full groups of an NDRange, or smaller ones at one of its
 * edges.
 *
 * @param begin the first group's id in each of 3 dimensions
 * @param count the groups in each dimension
 * @param local the work-items of each group in each dimension
 */
record GroupBox(List<Long> begin, List<Long> count, List<Long> local) {
  GroupBox {
    begin = List.copyOf(begin);
    count = List.copyOf(count);
    local = List.copyOf(local);
  }

  private record Stretch(long begin, long count, long local) {}

  /** Returns the boxes that make up {@code range}; none is empty. */
  static List<GroupBox> of(NdRange range) {
    List<GroupBox> boxes = new ArrayList<>();
    for (Stretch z : stretches(range, 2)) {
      for (Stretch y : stretches(range, 1)) {
        for (Stretch x : stretches(range, 0)) {
          boxes.add(
              new GroupBox(
                  List.of(x.begin, y.begin, z.begin),
                  List.of(x.count, y.count, z.count),
                  List.of(x.local, y.local, z.local)));
        }
      }
    }
    return boxes;
  }

  private static List<Stretch> stretches(NdRange range, int dimension) {
    long full = range.global(dimension) / range.local(dimension);
    long rest = range.global(dimension) % range.local(dimension);
    List<Stretch> stretches = new ArrayList<>();
    if (full > 0) {
      stretches.add(new Stretch(0, full, range.local(dimension)));
    }
    if (rest > 0) {
      stretches.add(new Stretch(full, 1, rest));
    }
    return stretches;
  }

  boolean isPartial(NdRange range) {
    for (int d = 0; d < 3; d++) {
      if (local.get(d) != range.local(d)) {
        return true;
      }
    }
    return false;
  }

  long groups() {
    return Math.multiplyExact(Math.multiplyExact(count.get(0), count.get(1)), count.get(2));
  }
}
