package dev.barnacle.simd;

import java.util.Locale;

/** The effort of LLVM for a kernel before it runs. All levels give the same results. */
public enum Optimization {
  /**
   * Little before a kernel's first launches, and all that it can beside, once launches show that it
   * pays.
   */
  AUTO,

  /** All that it can, before a kernel runs. */
  FULL,

  /** Little, for ever: for tests of many kernels. */
  QUICK;

  /**
   * Returns the one of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Optimization parse(String name) {
    for (Optimization optimization : values()) {
      if (optimization.name().toLowerCase(Locale.ROOT).equals(name)) {
        return optimization;
      }
    }
    throw new IllegalArgumentException("optimize=" + name + ": expected auto, full or quick");
  }
}
