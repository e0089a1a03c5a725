package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ImageFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Makes texels of colours as kernels do when they write an image (OpenCL C, 8.3), for filling
 * images; those of sRGB are converted from linear colours too.
 */
public final class TexelColor {
  /** The bytes of a colour: four floats, ints or uints. */
  public static final long BYTES = 16;

  private final ImageFormat format;
  private final MemorySegment color;

  private TexelColor(ImageFormat format, MemorySegment color) {
    this.format = format;
    this.color = color;
  }

  /**
   * Returns the bytes of a texel.
   *
   * @param color four floats, or for a format of integers four ints or uints
   */
  public static MemorySegment texel(ImageFormat format, MemorySegment color) {
    return new TexelColor(format, color).texel();
  }

  private MemorySegment texel() {
    long low = 0;
    long high = 0;
    for (int component = 0; component < 4; component++) {
      if (format.order().stores(component)) {
        int position = format.order().position(component);
        int shift = format.type().shift(component, position);
        int width = format.type().bits(component);
        long bits = bits(component) & ((1L << width) - 1);
        if (shift < Long.SIZE) {
          low |= bits << shift;
        } else {
          high |= bits << (shift - Long.SIZE);
        }
      }
    }
    byte[] texel = new byte[format.texelBytes()];
    for (int i = 0; i < texel.length; i++) {
      long word = i < Long.BYTES ? low : high;
      texel[i] = (byte) (word >> (Byte.SIZE * (i % Long.BYTES)));
    }
    return MemorySegment.ofArray(texel);
  }

  private long bits(int component) {
    return switch (format.type().kind()) {
      case NORMALIZED -> normalized(component);
      case INTEGER -> integer(component);
      case FLOAT -> floating(component);
    };
  }

  private float number(int component) {
    return color.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * component);
  }

  private long normalized(int component) {
    boolean signed = format.type().isSigned();
    int width = format.type().bits(component);
    float maximum = (1L << (signed ? width - 1 : width)) - 1;
    boolean encoded = format.order().isSrgb() && component < 3;
    float value = encoded ? srgb(number(component)) : number(component);
    double rounded = Math.rint(value * maximum);
    double lowest = signed ? -maximum - 1 : 0;
    return (long) Math.clamp(Double.isNaN(rounded) ? 0 : rounded, lowest, maximum);
  }

  private static float srgb(float linear) {
    double c = Float.isNaN(linear) ? 0 : Math.clamp(linear, 0.0, 1.0);
    return (float) (c < 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055);
  }

  private long integer(int component) {
    int given = color.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * component);
    int width = format.type().bits(component);
    if (format.type().isSigned()) {
      return Math.clamp((long) given, -(1L << (width - 1)), (1L << (width - 1)) - 1);
    }
    return Math.min(Integer.toUnsignedLong(given), (1L << width) - 1);
  }

  private long floating(int component) {
    return format.type() == ChannelType.HALF_FLOAT
        ? Float.floatToFloat16(number(component))
        : Float.floatToRawIntBits(number(component));
  }
}
