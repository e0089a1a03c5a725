package dev.barnacle.cl;

import java.util.Optional;

/** The treatment of a sampler's coordinates outside of the image ({@code cl_addressing_mode}). */
public enum AddressingMode {
  /** {@code CL_ADDRESS_NONE}: there are none. */
  NONE(0x1130, 0),
  /** {@code CL_ADDRESS_CLAMP_TO_EDGE}: the nearest texel. */
  CLAMP_TO_EDGE(0x1131, 2),
  /** {@code CL_ADDRESS_CLAMP}: the border colour. */
  CLAMP(0x1132, 4),
  /** {@code CL_ADDRESS_REPEAT}: the image again; for normalised coordinates. */
  REPEAT(0x1133, 6),
  /** {@code CL_ADDRESS_MIRRORED_REPEAT}: the image mirrored; for normalised coordinates. */
  MIRRORED_REPEAT(0x1134, 8);

  private final int code;
  private final int bits;

  AddressingMode(int code, int bits) {
    this.code = code;
    this.bits = bits;
  }

  /** Returns OpenCL's number. */
  public int code() {
    return code;
  }

  /** Returns the mode of OpenCL's number, empty where there is none. */
  public static Optional<AddressingMode> of(int code) {
    for (AddressingMode mode : values()) {
      if (mode.code == code) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }

  /** Returns whether the image is repeated, which needs normalised coordinates. */
  boolean repeats() {
    return this == REPEAT || this == MIRRORED_REPEAT;
  }

  /** Returns the bits of {@code CLK_ADDRESS_…} in OpenCL C. */
  int bits() {
    return bits;
  }
}
