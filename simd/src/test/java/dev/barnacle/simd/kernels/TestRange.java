package dev.barnacle.simd.kernels;

import dev.barnacle.engine.NdRange;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** An NDRange, written as in {@code TestRange.of(64, 3).local(32, 1).offset(0, 3)}. */
record TestRange(List<Long> global, List<Long> local, List<Long> offset) {
  /** A range with work-groups of one work-item. */
  static TestRange of(long... global) {
    return new TestRange(
        list(global),
        Collections.nCopies(global.length, 1L),
        Collections.nCopies(global.length, 0L));
  }

  private static List<Long> list(long... numbers) {
    return LongStream.of(numbers).boxed().toList();
  }

  TestRange local(long... sizes) {
    return new TestRange(global, list(sizes), offset);
  }

  TestRange offset(long... offsets) {
    return new TestRange(global, local, list(offsets));
  }

  int dimensions() {
    return global.size();
  }

  NdRange range() {
    return new NdRange(global, local, offset);
  }
}
