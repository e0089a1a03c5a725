package dev.barnacle.watch.internal.race.access;

/**
 * The two memories that have a happens-before order of their own (Wickerson and Batty, Figure 2: G
 * and L), and images: a part of global memory that barriers with {@code CLK_IMAGE_MEM_FENCE} order
 * within a work-group too.
 */
public enum Region {
  /** Global memory. */
  GLOBAL,
  /** Local memory of a work-group. */
  LOCAL,
  /** The texels of images. */
  IMAGE;

  /** Returns what reports call it. */
  public String words() {
    return switch (this) {
      case GLOBAL -> "global memory";
      case LOCAL -> "local memory";
      case IMAGE -> "images";
    };
  }

  /** Returns the index of what arrays have for each region. */
  public int index() {
    return this == LOCAL ? 1 : 0;
  }
}
