package dev.barnacle.cl.images;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What kernels read of an image, by the formulas of OpenCL C 8.2 and 8.3, slowly. */
final class ReferenceImage {
  private final ImageFormat format;
  private final ImageType type;
  private final int width;
  private final int height;
  private final int slices;
  private final byte[] texels;

  /** Makes an image of texels that lie row after row. */
  ReferenceImage(
      ImageFormat format, ImageType type, int width, int height, int slices, byte[] texels) {
    this.format = format;
    this.type = type;
    this.width = width;
    this.height = height;
    this.slices = slices;
    this.texels = texels;
  }

  ImageFormat format() {
    return format;
  }

  ImageType type() {
    return type;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  int slices() {
    return slices;
  }

  byte[] texels() {
    return texels;
  }

  /** A sampler's properties. */
  record Mode(boolean normalized, AddressingMode addressing, boolean linear) {}

  private long bits(int x, int y, int z, int firstBit, int count) {
    int at = ((z * height + y) * width + x) * format.texelBytes();
    long bits = 0;
    for (int i = 0; i < count; i++) {
      int bit = firstBit + i;
      bits |= (long) (texels[at + bit / 8] >> (bit % 8) & 1) << i;
    }
    return bits;
  }

  /** The component at a place in memory as a number. */
  private double component(int x, int y, int z, int place) {
    int width =
        switch (format.type()) {
          case SNORM_INT8, UNORM_INT8, SIGNED_INT8, UNSIGNED_INT8 -> 8;
          case SNORM_INT16, UNORM_INT16, SIGNED_INT16, UNSIGNED_INT16, HALF_FLOAT -> 16;
          default -> 32;
        };
    long raw = bits(x, y, z, place * width, width);
    return switch (format.type()) {
      case UNORM_INT8 -> raw / 255.0;
      case UNORM_INT16 -> raw / 65535.0;
      case SNORM_INT8 -> Math.max(-1, (byte) raw / 127.0);
      case SNORM_INT16 -> Math.max(-1, (short) raw / 32767.0);
      case SIGNED_INT8 -> (byte) raw;
      case SIGNED_INT16 -> (short) raw;
      case SIGNED_INT32 -> (int) raw;
      case UNSIGNED_INT8, UNSIGNED_INT16, UNSIGNED_INT32 -> raw;
      case HALF_FLOAT -> Float.float16ToFloat((short) raw);
      case FLOAT -> Float.intBitsToFloat((int) raw);
      default -> throw new IllegalStateException(format.toString());
    };
  }

  private static double linear(double c) {
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  /** Red, green, blue and alpha of a texel. */
  double[] color(int x, int y, int z) {
    int[][] packed =
        switch (format.type()) {
          case UNORM_SHORT_565 -> new int[][] {{11, 5}, {5, 6}, {0, 5}};
          case UNORM_SHORT_555 -> new int[][] {{10, 5}, {5, 5}, {0, 5}};
          case UNORM_INT_101010 -> new int[][] {{20, 10}, {10, 10}, {0, 10}};
          case UNORM_INT_101010_2 -> new int[][] {{22, 10}, {12, 10}, {2, 10}, {0, 2}};
          default -> new int[][] {};
        };
    if (packed.length > 0) {
      double[] color = {0, 0, 0, 1};
      for (int i = 0; i < packed.length; i++) {
        int width = packed[i][1];
        color[i] = bits(x, y, z, packed[i][0], width) / ((1 << width) - 1.0);
      }
      return color;
    }
    double[] c = new double[format.order().count()];
    for (int i = 0; i < c.length; i++) {
      c[i] = component(x, y, z, i);
    }
    return switch (format.order()) {
      case R, DEPTH -> new double[] {c[0], 0, 0, 1};
      case A -> new double[] {0, 0, 0, c[0]};
      case RG -> new double[] {c[0], c[1], 0, 1};
      case RA -> new double[] {c[0], 0, 0, c[1]};
      case RGBA -> c;
      case BGRA -> new double[] {c[2], c[1], c[0], c[3]};
      case ARGB -> new double[] {c[1], c[2], c[3], c[0]};
      case ABGR -> new double[] {c[3], c[2], c[1], c[0]};
      case INTENSITY -> new double[] {c[0], c[0], c[0], c[0]};
      case LUMINANCE -> new double[] {c[0], c[0], c[0], 1};
      case SRGBA -> new double[] {linear(c[0]), linear(c[1]), linear(c[2]), c[3]};
      case SBGRA -> new double[] {linear(c[2]), linear(c[1]), linear(c[0]), c[3]};
      default -> throw new IllegalStateException(format.toString());
    };
  }

  private double[] colorOrBorder(int x, int y, int z) {
    if (x < 0 || x >= width || y < 0 || y >= height || z < 0 || z >= slices) {
      ChannelOrder order = format.order();
      boolean opaque =
          order == ChannelOrder.R
              || order == ChannelOrder.RG
              || order == ChannelOrder.RGB
              || order == ChannelOrder.LUMINANCE
              || order == ChannelOrder.DEPTH;
      return new double[] {0, 0, 0, opaque ? 1 : 0};
    }
    return color(x, y, z);
  }

  /** The colour at float coordinates. */
  double[] sample(Mode mode, float x, float y, float z) {
    int filtered = type.dimensions();
    float[] at = {x, type == ImageType.IMAGE1D_ARRAY ? 0 : y, z};
    int[] size = {width, height, slices};
    int[] low = new int[3];
    int[] high = new int[3];
    float[] fraction = new float[3];
    for (int d = 0; d < filtered; d++) {
      place(mode, at[d], size[d], d, low, high, fraction);
    }
    if (type.isArray()) {
      float layer = type == ImageType.IMAGE1D_ARRAY ? y : z;
      low[2] = (int) Math.clamp(Math.rint(layer), 0, slices - 1);
      high[2] = low[2];
    }
    if (!mode.linear()) {
      return colorOrBorder(low[0], low[1], low[2]);
    }
    double[] sum = new double[4];
    for (int corner = 0; corner < 1 << filtered; corner++) {
      double weight = 1;
      int[] texel = low.clone();
      for (int d = 0; d < filtered; d++) {
        boolean upper = (corner >> d & 1) != 0;
        weight *= upper ? fraction[d] : 1 - (double) fraction[d];
        texel[d] = upper ? high[d] : low[d];
      }
      double[] color = colorOrBorder(texel[0], texel[1], texel[2]);
      for (int i = 0; i < 4; i++) {
        sum[i] += weight * color[i];
      }
    }
    return sum;
  }

  /** The texels that a coordinate lies between, or for no filter the nearest one, and where. */
  private static void place(
      Mode mode, float s, int size, int d, int[] low, int[] high, float[] fraction) {
    boolean edge = mode.addressing() == AddressingMode.CLAMP_TO_EDGE;
    boolean clamp = mode.addressing() == AddressingMode.CLAMP;
    float u;
    if (mode.addressing() == AddressingMode.REPEAT) {
      u = (s - (float) Math.floor(s)) * size;
    } else if (mode.addressing() == AddressingMode.MIRRORED_REPEAT) {
      u = Math.abs(s - 2.0f * (float) Math.rint(0.5f * s)) * size;
    } else {
      u = mode.normalized() ? s * size : s;
    }
    float from = mode.linear() ? u - 0.5f : u;
    int i = (int) Math.floor(from);
    int j = i + 1;
    fraction[d] = from - (float) Math.floor(from);
    switch (mode.addressing()) {
      case REPEAT -> {
        i = i < 0 ? i + size : i > size - 1 ? i - size : i;
        j = j > size - 1 ? j - size : j;
      }
      case MIRRORED_REPEAT -> {
        i = Math.clamp(i, 0, size - 1);
        j = Math.min(j, size - 1);
      }
      default -> {
        i = edge ? Math.clamp(i, 0, size - 1) : clamp ? Math.clamp(i, -1, size) : i;
        j = edge ? Math.clamp(j, 0, size - 1) : clamp ? Math.clamp(j, -1, size) : j;
      }
    }
    low[d] = i;
    high[d] = j;
  }

  /** The texel at int coordinates that the mode takes into the image, if it does. */
  double[] at(AddressingMode addressing, int x, int y, int z) {
    int[] size = {width, height, slices};
    int dimensions = type.dimensions();
    boolean deep = dimensions > 2 || type.isArray();
    int[] at = {x, dimensions > 1 ? y : 0, deep ? z : 0};
    if (type == ImageType.IMAGE1D_ARRAY) {
      at = new int[] {x, 0, y};
    }
    for (int d = 0; d < 3; d++) {
      boolean layer = type.isArray() && d == 2;
      if (layer || addressing == AddressingMode.CLAMP_TO_EDGE) {
        at[d] = Math.clamp(at[d], 0, size[d] - 1);
      }
    }
    return colorOrBorder(at[0], at[1], at[2]);
  }

  /** Returns whether colours are numbers with fractions. */
  boolean isFloat() {
    return format.type().kind() != ChannelType.Kind.INTEGER;
  }

  ByteBuffer buffer() {
    return ByteBuffer.wrap(texels).order(ByteOrder.LITTLE_ENDIAN);
  }
}
