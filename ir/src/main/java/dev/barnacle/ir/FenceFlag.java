package dev.barnacle.ir;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The memories that a fence or barrier orders: OpenCL C's {@code cl_mem_fence_flags}. */
public enum FenceFlag {
  /** {@code CLK_LOCAL_MEM_FENCE}. */
  LOCAL(1),
  /** {@code CLK_GLOBAL_MEM_FENCE}. */
  GLOBAL(2),
  /** {@code CLK_IMAGE_MEM_FENCE}. */
  IMAGE(4);

  private final int bit;

  FenceFlag(int bit) {
    this.bit = bit;
  }

  /** Returns the bit of this flag in a {@code cl_mem_fence_flags} value. */
  public int bit() {
    return bit;
  }

  /** Returns the flags whose bits are set in {@code bits}. */
  public static Set<FenceFlag> of(long bits) {
    Set<FenceFlag> flags = EnumSet.noneOf(FenceFlag.class);
    for (FenceFlag flag : values()) {
      if ((bits & flag.bit) != 0) {
        flags.add(flag);
      }
    }
    return flags;
  }

  /** Returns the {@code cl_mem_fence_flags} value of some flags. */
  public static int bits(Set<FenceFlag> flags) {
    int bits = 0;
    for (FenceFlag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }

  /** Returns the name in the text form. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }
}
