package dev.barnacle.watch.internal.run.fault;

/**
 * Coordinates that an image has not got, as the OpenCL C library says them in an offset beyond any
 * texel ({@code __image_nowhere} in images.h).
 *
 * @param sampled whether a sampler is given, which then has {@code CLK_ADDRESS_NONE}
 * @param exact whether they are these; else so far outside that they are the nearest that fit
 */
public record OutsideTexel(boolean sampled, int x, int y, int z, boolean exact) {
  private static final long NOWHERE = 1L << 38;
  private static final int WIDE = 15;
  private static final int DEEP = 6;
  private static final int BIAS = 1024;
  private static final int DEEP_BIAS = 16;

  /** Returns whether an offset in an image stands for coordinates outside. */
  public static boolean isOne(long offset) {
    return offset >= NOWHERE && offset < 2 * NOWHERE;
  }

  /** Returns the coordinates that an offset stands for. */
  public static OutsideTexel of(long offset) {
    boolean sampled = (offset >> 37 & 1) != 0;
    if ((offset >> 36 & 1) != 0) {
      return new OutsideTexel(sampled, (int) offset, 0, 0, true);
    }
    int x = bits(offset, WIDE);
    int y = bits(offset >> WIDE, WIDE);
    int z = bits(offset >> (2 * WIDE), DEEP);
    boolean exact = isExact(x, WIDE) && isExact(y, WIDE) && isExact(z, DEEP);
    return new OutsideTexel(sampled, x - BIAS, y - BIAS, z - DEEP_BIAS, exact);
  }

  private static int bits(long value, int width) {
    return (int) value & ((1 << width) - 1);
  }

  private static boolean isExact(int bits, int width) {
    return bits > 0 && bits < (1 << width) - 1;
  }
}
