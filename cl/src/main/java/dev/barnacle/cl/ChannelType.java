package dev.barnacle.cl;

import java.util.Optional;

/** The type of a texel's components ({@code cl_channel_type}). */
public enum ChannelType {
  /** {@code CL_SNORM_INT8}. */
  SNORM_INT8(0x10D0, 8, Kind.NORMALIZED, true, 0),
  /** {@code CL_SNORM_INT16}. */
  SNORM_INT16(0x10D1, 16, Kind.NORMALIZED, true, 0),
  /** {@code CL_UNORM_INT8}. */
  UNORM_INT8(0x10D2, 8, Kind.NORMALIZED, false, 0),
  /** {@code CL_UNORM_INT16}. */
  UNORM_INT16(0x10D3, 16, Kind.NORMALIZED, false, 0),
  /** {@code CL_UNORM_SHORT_565}. */
  UNORM_SHORT_565(0x10D4, 0, Kind.NORMALIZED, false, 2),
  /** {@code CL_UNORM_SHORT_555}. */
  UNORM_SHORT_555(0x10D5, 0, Kind.NORMALIZED, false, 2),
  /** {@code CL_UNORM_INT_101010}. */
  UNORM_INT_101010(0x10D6, 0, Kind.NORMALIZED, false, 4),
  /** {@code CL_SIGNED_INT8}. */
  SIGNED_INT8(0x10D7, 8, Kind.INTEGER, true, 0),
  /** {@code CL_SIGNED_INT16}. */
  SIGNED_INT16(0x10D8, 16, Kind.INTEGER, true, 0),
  /** {@code CL_SIGNED_INT32}. */
  SIGNED_INT32(0x10D9, 32, Kind.INTEGER, true, 0),
  /** {@code CL_UNSIGNED_INT8}. */
  UNSIGNED_INT8(0x10DA, 8, Kind.INTEGER, false, 0),
  /** {@code CL_UNSIGNED_INT16}. */
  UNSIGNED_INT16(0x10DB, 16, Kind.INTEGER, false, 0),
  /** {@code CL_UNSIGNED_INT32}. */
  UNSIGNED_INT32(0x10DC, 32, Kind.INTEGER, false, 0),
  /** {@code CL_HALF_FLOAT}. */
  HALF_FLOAT(0x10DD, 16, Kind.FLOAT, true, 0),
  /** {@code CL_FLOAT}. */
  FLOAT(0x10DE, 32, Kind.FLOAT, true, 0),
  /** {@code CL_UNORM_INT24}. */
  UNORM_INT24(0x10DF, 0, Kind.NORMALIZED, false, 4),
  /** {@code CL_UNORM_INT_101010_2}. */
  UNORM_INT_101010_2(0x10E0, 0, Kind.NORMALIZED, false, 4);

  /** The value of a component as kernels see it. */
  public enum Kind {
    /** An integer that stands for a number from 0 or -1 to 1; read and written as float. */
    NORMALIZED,
    /** An integer, read and written as int or uint. */
    INTEGER,
    /** A floating-point number. */
    FLOAT
  }

  private final int code;
  private final int bits;
  private final Kind kind;
  private final boolean signed;
  private final int packedBytes;

  ChannelType(int code, int bits, Kind kind, boolean signed, int packedBytes) {
    this.code = code;
    this.bits = bits;
    this.kind = kind;
    this.signed = signed;
    this.packedBytes = packedBytes;
  }

  /** Returns OpenCL's number. */
  public int code() {
    return code;
  }

  /** Returns the type of OpenCL's number, empty where there is none. */
  public static Optional<ChannelType> of(int code) {
    for (ChannelType type : values()) {
      if (type.code == code) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** Returns how kernels see a component. */
  public Kind kind() {
    return kind;
  }

  /** Returns whether components have negative values. */
  public boolean isSigned() {
    return signed;
  }

  /** Returns whether all components lie in one number, so that there is one order for the type. */
  public boolean isPacked() {
    return packedBytes > 0;
  }

  /** Returns the bytes of a texel. */
  int texelBytes(int components) {
    return isPacked() ? packedBytes : components * bits / Byte.SIZE;
  }

  /** Returns the width in bits of a component: 0 red to 3 alpha. */
  public int bits(int component) {
    return switch (this) {
      case UNORM_SHORT_565 -> component == 1 ? 6 : 5;
      case UNORM_SHORT_555 -> 5;
      case UNORM_INT_101010 -> 10;
      case UNORM_INT_101010_2 -> component == 3 ? 2 : 10;
      case UNORM_INT24 -> 24;
      default -> bits;
    };
  }

  /**
   * Returns the lowest bit of a component in the texel.
   *
   * @param component 0 red to 3 alpha
   * @param position where it lies among the components in memory
   */
  public int shift(int component, int position) {
    return switch (this) {
      case UNORM_SHORT_565 -> component == 0 ? 11 : component == 1 ? 5 : 0;
      case UNORM_SHORT_555 -> 10 - 5 * component;
      case UNORM_INT_101010 -> 20 - 10 * component;
      case UNORM_INT_101010_2 -> component == 3 ? 0 : 22 - 10 * component;
      case UNORM_INT24 -> 0;
      default -> position * bits;
    };
  }
}
