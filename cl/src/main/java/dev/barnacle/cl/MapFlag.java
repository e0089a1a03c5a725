package dev.barnacle.cl;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The use of mapped memory ({@code cl_map_flags}; OpenCL API, clEnqueueMapBuffer). */
public enum MapFlag {
  /** {@code CL_MAP_READ}. */
  READ(1),
  /** {@code CL_MAP_WRITE}: what is not written stays as it is. */
  WRITE(2),
  /** {@code CL_MAP_WRITE_INVALIDATE_REGION}: all of the region will be written. */
  WRITE_INVALIDATE_REGION(4);

  private final long bit;

  MapFlag(long bit) {
    this.bit = bit;
  }

  /**
   * Returns the flags of a {@code cl_map_flags} bit-field.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if a bit is unknown, or flags don't go together
   */
  public static Set<MapFlag> of(long bits) {
    if ((bits & ~0b111) != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "map flags 0x" + Long.toHexString(bits));
    }
    Set<MapFlag> flags = EnumSet.noneOf(MapFlag.class);
    for (MapFlag flag : values()) {
      if ((bits & flag.bit) != 0) {
        flags.add(flag);
      }
    }
    check(flags);
    return Collections.unmodifiableSet(flags);
  }

  /** Throws {@code CL_INVALID_VALUE} if flags don't go together. */
  static void check(Set<MapFlag> flags) {
    if (flags.contains(WRITE_INVALIDATE_REGION) && flags.size() > 1) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "a map that invalidates its region is for nothing else");
    }
  }

  /** Returns whether a map is for reading. */
  static boolean reads(Set<MapFlag> flags) {
    return flags.contains(READ);
  }

  /** Returns whether a map is for writing. */
  public static boolean writes(Set<MapFlag> flags) {
    return flags.contains(WRITE) || flags.contains(WRITE_INVALIDATE_REGION);
  }
}
