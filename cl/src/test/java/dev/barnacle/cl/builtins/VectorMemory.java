package dev.barnacle.cl.builtins;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/**
 * vloadn and vstoren (OpenCL C 6.15.7) of one type and width in every address space: each touches
 * its own elements and no others.
 */
record VectorMemory(Scalar type, int width) {
  static final int ITEMS = 24;

  String kernelName() {
    return "memory_" + type + width;
  }

  /** Values go through private and local memory, at index 1 of arrays of three vectors. */
  String source() {
    return """
    kernel void NAME(global const T *in, constant T *same, global T *out, local T *scratch) {
      size_t i = get_global_id(0);
      T p[3 * W];
      local T *l = scratch + get_local_id(0) * 3 * W;
      for (int k = 0; k < 3 * W; k++) {
        p[k] = (T)7;
        l[k] = (T)7;
      }
      vstoreW(vloadW(i, in), 1, p);
      vstoreW(vloadW(i, same), 1, l);
      int intact = 1;
      for (int k = 0; k < W; k++) {
        intact &= p[k] == (T)7 && p[2 * W + k] == (T)7 && l[k] == (T)7 && l[2 * W + k] == (T)7;
      }
      if (intact) {
        vstoreW(vloadW(1, p), 2 * i, out);
        vstoreW(vloadW(1, l), 2 * i + 1, out);
      }
    }
    """
        .replace("NAME", kernelName())
        .replaceAll("\\bT\\b", type.cl)
        .replaceAll("W\\b", "" + width);
  }

  /** Runs it; returns what is wrong, or an empty text. */
  String run(Kernels kernels) {
    Random random = new Random(width);
    int count = ITEMS * width;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment in = arena.allocate((long) count * type.bytes, 128);
      MemorySegment out = arena.allocate(2L * count * type.bytes, 128);
      for (int i = 0; i < count; i++) {
        type.set(in, i, type.random(random));
      }
      kernels.runWithLocal(kernelName(), ITEMS, 3L * ITEMS * width * type.bytes, in, in, out);
      for (int i = 0; i < count; i++) {
        int vector = i / width;
        int element = i % width;
        for (int copy = 0; copy < 2; copy++) {
          long actual = type.get(out, (2L * vector + copy) * width + element);
          if (actual != type.get(in, i)) {
            return "element %d of %s is %s, not %s"
                .formatted(
                    i,
                    copy == 0 ? "private memory" : "local memory",
                    type.show(actual),
                    type.show(type.get(in, i)));
          }
        }
      }
    }
    return "";
  }
}
