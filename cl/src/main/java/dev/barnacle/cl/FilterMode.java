package dev.barnacle.cl;

import java.util.Optional;

/** The choice of texels near a coordinate that make a sampler's colour ({@code cl_filter_mode}). */
public enum FilterMode {
  /** {@code CL_FILTER_NEAREST}: the nearest texel. */
  NEAREST(0x1140, 0x10),
  /** {@code CL_FILTER_LINEAR}: the mean of the nearest two, four or eight. */
  LINEAR(0x1141, 0x20);

  private final int code;
  private final int bits;

  FilterMode(int code, int bits) {
    this.code = code;
    this.bits = bits;
  }

  /** Returns OpenCL's number. */
  public int code() {
    return code;
  }

  /** Returns the mode of OpenCL's number, empty where there is none. */
  public static Optional<FilterMode> of(int code) {
    for (FilterMode mode : values()) {
      if (mode.code == code) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }

  /** Returns the bits of {@code CLK_FILTER_…} in OpenCL C. */
  int bits() {
    return bits;
  }
}
