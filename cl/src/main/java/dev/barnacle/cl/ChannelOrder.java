package dev.barnacle.cl;

import java.util.Optional;

/** The components of a texel, in memory order ({@code cl_channel_order}). */
public enum ChannelOrder {
  /** {@code CL_R}. */
  R(0x10B0, "r"),
  /** {@code CL_A}. */
  A(0x10B1, "a"),
  /** {@code CL_RG}. */
  RG(0x10B2, "rg"),
  /** {@code CL_RA}. */
  RA(0x10B3, "ra"),
  /** {@code CL_RGB}. */
  RGB(0x10B4, "rgb"),
  /** {@code CL_RGBA}. */
  RGBA(0x10B5, "rgba"),
  /** {@code CL_BGRA}. */
  BGRA(0x10B6, "bgra"),
  /** {@code CL_ARGB}. */
  ARGB(0x10B7, "argb"),
  /** {@code CL_INTENSITY}. */
  INTENSITY(0x10B8, "i"),
  /** {@code CL_LUMINANCE}. */
  LUMINANCE(0x10B9, "l"),
  /** {@code CL_Rx}. */
  RX(0x10BA, "rx"),
  /** {@code CL_RGx}. */
  RGX(0x10BB, "rgx"),
  /** {@code CL_RGBx}. */
  RGBX(0x10BC, "rgbx"),
  /** {@code CL_DEPTH}. */
  DEPTH(0x10BD, "r"),
  /** {@code CL_DEPTH_STENCIL}. */
  DEPTH_STENCIL(0x10BE, "rx"),
  /** {@code CL_sRGB}. */
  SRGB(0x10BF, "rgb"),
  /** {@code CL_sRGBx}. */
  SRGBX(0x10C0, "rgbx"),
  /** {@code CL_sRGBA}. */
  SRGBA(0x10C1, "rgba"),
  /** {@code CL_sBGRA}. */
  SBGRA(0x10C2, "bgra"),
  /** {@code CL_ABGR}. */
  ABGR(0x10C3, "abgr");

  private final int code;
  private final String components;

  ChannelOrder(int code, String components) {
    this.code = code;
    this.components = components;
  }

  /** Returns OpenCL's number. */
  public int code() {
    return code;
  }

  /** Returns the order of OpenCL's number, empty where there is none. */
  public static Optional<ChannelOrder> of(int code) {
    for (ChannelOrder order : values()) {
      if (order.code == code) {
        return Optional.of(order);
      }
    }
    return Optional.empty();
  }

  /** Returns how many components lie in memory, 1 to 4. */
  public int count() {
    return components.length();
  }

  /** Returns whether red, green and blue are in the sRGB colour space. */
  public boolean isSrgb() {
    return this == SRGB || this == SRGBX || this == SRGBA || this == SBGRA;
  }

  /** Returns whether texels have an alpha of their own; if not, it reads as 1. */
  public boolean hasAlpha() {
    return components.indexOf('a') >= 0 || this == INTENSITY;
  }

  /** Returns whether what lies outside of the image has alpha 1 (OpenCL C, 8.2 "border colour"). */
  public boolean borderIsOpaque() {
    return this == R || this == RG || this == RGB || this == LUMINANCE || this == DEPTH;
  }

  /**
   * Returns where a component lies among those in memory.
   *
   * @param component 0 red, 1 green, 2 blue, 3 alpha
   * @return -1 where texels do not have it
   */
  public int position(int component) {
    return switch (this) {
      case INTENSITY -> 0;
      case LUMINANCE -> component < 3 ? 0 : -1;
      default -> components.indexOf("rgba".charAt(component));
    };
  }

  /** Returns whether a write stores this component, and not another one in its place. */
  public boolean stores(int component) {
    return switch (this) {
      case INTENSITY, LUMINANCE -> component == 0;
      default -> position(component) >= 0;
    };
  }
}
