package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ImageFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes the description of an image as kernels read it: {@code struct image} of the OpenCL C
 * library ({@code images.h}), where the members are explained.
 *
 * @param format what a texel is
 * @param width in texels
 * @param height in texels, or 1
 * @param slices the depth or the number of layers, or 1
 * @param rowPitch bytes from a row to the next
 * @param slicePitch bytes from a slice or layer to the next
 */
public record ImageLayout(
    ImageFormat format, long width, long height, long slices, long rowPitch, long slicePitch) {
  /** The bytes of a description, with room so that texels may follow, aligned. */
  public static final long BYTES = 1280;

  private static final int KIND_NORMALIZED = 0;
  private static final int KIND_HALF = 1;
  private static final int KIND_WHOLE = 2;
  private static final int KIND_SRGB = 3;

  private static final long SHIFT = 80;
  private static final long MASK = 96;
  private static final long STORED = 112;
  private static final long SCALE = 128;
  private static final long MAXIMUM = 144;
  private static final long LOWEST = 160;
  private static final long LINEAR = 176;

  /** Returns the bytes from the first texel to the end of the last. */
  public long byteSize() {
    return (slices - 1) * slicePitch + (height - 1) * rowPitch + width * format.texelBytes();
  }

  /**
   * Writes the description of an image whose texels start at {@code texels}.
   *
   * @param levels how many levels of a mipmapped image there are from this one on
   */
  void write(MemorySegment to, long texels, int levels) {
    ChannelOrder order = format.order();
    to.set(ValueLayout.JAVA_LONG, 0, texels);
    putInts(to, 8, Math.toIntExact(width), Math.toIntExact(height), Math.toIntExact(slices), 0);
    to.set(ValueLayout.JAVA_LONG, 24, rowPitch);
    to.set(ValueLayout.JAVA_LONG, 32, slicePitch);
    putInts(to, 40, format.type().code(), order.code(), format.texelBytes(), kind());
    boolean extend = format.type().isSigned() && format.type().kind() != ChannelType.Kind.FLOAT;
    putInts(to, 56, extend ? Integer.SIZE - format.type().bits(0) : 0, order.hasAlpha() ? 0 : 1);
    putInts(to, 64, order.borderIsOpaque() ? 1 : 0, levels, lowest(), highest(0));
    for (int component = 0; component < 4; component++) {
      component(to, component);
    }
    if (order.isSrgb()) {
      for (int i = 0; i < 256; i++) {
        to.set(ValueLayout.JAVA_FLOAT, LINEAR + 4L * i, linear(i));
      }
    }
  }

  private void component(MemorySegment to, int component) {
    int position = format.order().position(component);
    int bits = format.type().bits(component);
    int mask = position < 0 ? 0 : bits == Integer.SIZE ? -1 : (1 << bits) - 1;
    int shift = position < 0 ? 0 : format.type().shift(component, position);
    float maximum = maximum(component);
    long at = 4L * component;
    to.set(ValueLayout.JAVA_INT, SHIFT + at, shift);
    to.set(ValueLayout.JAVA_INT, MASK + at, mask);
    to.set(ValueLayout.JAVA_INT, STORED + at, format.order().stores(component) ? mask : 0);
    to.set(ValueLayout.JAVA_FLOAT, SCALE + at, 1 / maximum);
    to.set(ValueLayout.JAVA_FLOAT, MAXIMUM + at, maximum);
    to.set(ValueLayout.JAVA_FLOAT, LOWEST + at, format.type().isSigned() ? -maximum - 1 : 0);
  }

  private int kind() {
    if (format.order().isSrgb()) {
      return KIND_SRGB;
    }
    return switch (format.type().kind()) {
      case NORMALIZED -> KIND_NORMALIZED;
      case INTEGER -> KIND_WHOLE;
      case FLOAT -> format.type() == ChannelType.HALF_FLOAT ? KIND_HALF : KIND_WHOLE;
    };
  }

  private int lowest() {
    return format.type().isSigned() ? -highest(0) - 1 : 0;
  }

  /** The largest integer of a component, as unsigned bits. */
  private int highest(int component) {
    int bits = format.type().bits(component) - (format.type().isSigned() ? 1 : 0);
    return bits == Integer.SIZE ? -1 : (int) ((1L << bits) - 1);
  }

  private float maximum(int component) {
    return Integer.toUnsignedLong(highest(component));
  }

  /** The value of a component of sRGB (OpenCL C, 8.3.1.3). */
  static float linear(int component) {
    double c = component / 255.0;
    return (float) (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
  }

  private static void putInts(MemorySegment to, long offset, int... values) {
    for (int i = 0; i < values.length; i++) {
      to.set(ValueLayout.JAVA_INT, offset + 4L * i, values[i]);
    }
  }
}
