package dev.barnacle.cl.builtins;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** shuffle and shuffle2 (OpenCL C 6.15.13) from vectors of one width into those of another. */
record Shuffles(Scalar type, int from, int to) {
  private static final int ITEMS = 32;

  String kernelName() {
    return "shuffle_%s%d_%d".formatted(type, from, to);
  }

  String source() {
    return """
    kernel void NAME(global const T *x, global const T *y, global const U *m, global T *one, global T *two) {
      size_t i = get_global_id(0);
      vstoreR(shuffle(vloadN(i, x), vloadR(i, m)), i, one);
      vstoreR(shuffle2(vloadN(i, x), vloadN(i, y), vloadR(i, m)), i, two);
    }
    """
        .replace("NAME", kernelName())
        .replaceAll("\\bT\\b", type.cl)
        .replaceAll("\\bU\\b", type.integer(false).cl)
        .replace("vloadN", "vload" + from)
        .replace("vloadR", "vload" + to)
        .replace("vstoreR", "vstore" + to);
  }

  /** Runs it; returns what is wrong, or an empty text. */
  String run(Kernels kernels) {
    Random random = new Random(from * 31 + to);
    Scalar mask = type.integer(false);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment x = arena.allocate((long) ITEMS * from * type.bytes, 128);
      MemorySegment y = arena.allocate((long) ITEMS * from * type.bytes, 128);
      MemorySegment m = arena.allocate((long) ITEMS * to * type.bytes, 128);
      MemorySegment one = arena.allocate((long) ITEMS * to * type.bytes, 128);
      MemorySegment two = arena.allocate((long) ITEMS * to * type.bytes, 128);
      for (int i = 0; i < ITEMS * from; i++) {
        type.set(x, i, type.random(random));
        type.set(y, i, type.random(random));
      }
      for (int i = 0; i < ITEMS * to; i++) {
        mask.set(m, i, random.nextLong());
      }
      kernels.run(kernelName(), ITEMS, x, y, m, one, two);
      for (int i = 0; i < ITEMS * to; i++) {
        long base = (long) (i / to) * from;
        int pick = (int) mask.get(m, i) & (2 * from - 1);
        long ofOne = type.get(x, base + pick % from);
        long ofTwo = type.get(pick < from ? x : y, base + pick % from);
        if (type.get(one, i) != ofOne || type.get(two, i) != ofTwo) {
          return "element " + i + " with mask " + mask.show(mask.get(m, i));
        }
      }
    }
    return "";
  }
}
