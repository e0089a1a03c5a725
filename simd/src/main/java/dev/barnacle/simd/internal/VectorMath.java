package dev.barnacle.simd.internal;

import dev.barnacle.llvm.Jit;

/** The SIMD mathematical functions of the JDK's own vector library. */
final class VectorMath {
  private VectorMath() {}

  static void define(Jit jit) {}
}
