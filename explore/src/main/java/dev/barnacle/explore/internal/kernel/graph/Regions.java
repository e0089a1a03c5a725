package dev.barnacle.explore.internal.kernel.graph;

import dev.barnacle.ir.FenceFlag;
import java.util.Set;

/** The memory regions of happens-before, as bits. */
public final class Regions {
  /** Global memory. */
  public static final int GLOBAL = 1;

  /** Local memory. */
  public static final int LOCAL = 2;

  /** Both. */
  public static final int BOTH = 3;

  /** Images, a part of global memory that barriers may order alone. */
  public static final int IMAGE = 4;

  private Regions() {}

  /** Returns the regions that fence flags name. */
  public static int of(Set<FenceFlag> flags) {
    return (flags.contains(FenceFlag.GLOBAL) ? GLOBAL : 0)
        | (flags.contains(FenceFlag.LOCAL) ? LOCAL : 0);
  }
}
