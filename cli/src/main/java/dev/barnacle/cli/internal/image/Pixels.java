package dev.barnacle.cli.internal.image;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.DataType.Scalar;
import dev.barnacle.cl.bytes.ScalarCodec;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * Pixels in buffers, for {@code --png} and {@code image:}. The channels of a pixel are lanes of one
 * element or elements one after the other:
 *
 * <ul>
 *   <li>one channel is grey, two are grey and alpha, three red, green, blue, four red, green, blue,
 *       alpha;
 *   <li>{@code uchar} and {@code char} channels are 0 to 255, {@code ushort} ones 0 to 65535;
 *   <li>{@code half}, {@code float} and {@code double} channels are 0 to 1, clamped; NaN is 0;
 *   <li>a {@code uint} or {@code int} scalar is a whole pixel: red in the lowest byte, then green,
 *       blue, alpha.
 * </ul>
 */
public final class Pixels {
  private final DataType type;
  private final MemorySegment memory;

  private Pixels(DataType type, MemorySegment memory) {
    this.type = type;
    this.memory = memory;
  }

  /**
   * Reads a picture out of a buffer.
   *
   * @param label names the buffer in messages
   */
  public static Picture read(
      MemorySegment memory, DataType type, int width, int height, String label) {
    int channels = checkShape(memory.byteSize(), type, width, height, label);
    return new Picture(width, height, new Pixels(type, memory).read(width * height, channels));
  }

  /**
   * Fails for a buffer that is no picture of that size; else returns its channels, 1 to 4.
   *
   * @param label names the buffer in messages
   */
  public static int checkShape(long byteSize, DataType type, int width, int height, String label) {
    checkType(type);
    long pixels = (long) width * height;
    long elements = byteSize / type.byteSize();
    long scalars = elements * type.lanes();
    long perPixel = scalars / pixels;
    boolean whole = perPixel * pixels == scalars && pixels <= Integer.MAX_VALUE / 4;
    if (!whole || perPixel < 1 || perPixel > (isPacked(type) ? 1 : 4)) {
      throw new InputException(
          label
              + " has "
              + elements
              + " "
              + type
              + ", which are no picture of "
              + width
              + "x"
              + height
              + " pixels of 1 to 4 channels");
    }
    return isPacked(type) ? 4 : (int) perPixel;
  }

  /** Writes a picture into a buffer of one element a pixel. */
  public static void write(Picture picture, DataType type, MemorySegment memory, Path file) {
    checkType(type);
    long pixels = (long) picture.width() * picture.height();
    if (memory.byteSize() != pixels * type.byteSize()) {
      throw new InputException(
          Place.file(file.toString()),
          "a picture of "
              + picture.width()
              + "x"
              + picture.height()
              + " pixels given for a buffer of "
              + memory.byteSize() / type.byteSize()
              + " "
              + type);
    }
    new Pixels(type, memory).write(picture.rgba());
  }

  private static boolean isPacked(DataType type) {
    return type.lanes() == 1 && (type.scalar() == Scalar.UINT || type.scalar() == Scalar.INT);
  }

  private static void checkType(DataType type) {
    boolean channels =
        switch (type.scalar()) {
          case CHAR, UCHAR, USHORT, HALF, FLOAT, DOUBLE -> type.lanes() <= 4;
          default -> isPacked(type);
        };
    if (!channels) {
      throw new InputException(
          "a buffer of "
              + type
              + " is no picture; uchar, ushort, half, float, double with up to 4 lanes and uint"
              + " are");
    }
  }

  private byte[] read(int pixels, int channels) {
    byte[] rgba = new byte[pixels * 4];
    for (int i = 0; i < pixels; i++) {
      for (int c = 0; c < 4; c++) {
        rgba[4 * i + c] = (byte) channel(i, c, channels);
      }
    }
    return rgba;
  }

  /** Returns red, green, blue or alpha (0 to 3) of a pixel, from 0 to 255. */
  private int channel(long pixel, int channel, int channels) {
    if (isPacked(type)) {
      return memory.get(ValueLayout.JAVA_BYTE, pixel * 4 + channel) & 255;
    }
    boolean alpha = channel == 3;
    if (alpha && channels % 2 == 1) {
      return 255;
    }
    int index = alpha ? channels - 1 : channels < 3 ? 0 : channel;
    return toByte(ScalarCodec.get(memory, scalarOffset(pixel * channels + index), type.scalar()));
  }

  private long scalarOffset(long scalar) {
    return scalar / type.lanes() * type.byteSize()
        + scalar % type.lanes() * type.scalar().byteSize();
  }

  private int toByte(Number value) {
    return switch (type.scalar()) {
      case CHAR, UCHAR -> value.intValue() & 255;
      case USHORT -> (value.intValue() * 255 + 32767) / 65535;
      default -> {
        double level = value.doubleValue();
        yield level >= 0 ? (int) Math.round(Math.min(level, 1) * 255) : 0;
      }
    };
  }

  private void write(byte[] rgba) {
    int lanes = isPacked(type) ? 4 : type.lanes();
    for (int i = 0; i < rgba.length / 4; i++) {
      for (int lane = 0; lane < lanes; lane++) {
        int level = level(rgba, i, lane, lanes);
        if (isPacked(type)) {
          memory.set(ValueLayout.JAVA_BYTE, 4L * i + lane, (byte) level);
        } else {
          put((long) i * lanes + lane, level);
        }
      }
    }
  }

  private static int level(byte[] rgba, int pixel, int lane, int lanes) {
    if (lanes >= 3) {
      return rgba[4 * pixel + lane] & 255;
    }
    return lane == 1 ? rgba[4 * pixel + 3] & 255 : luma(rgba, pixel);
  }

  /** Returns the brightness of a pixel (ITU-R BT.601), which for grey ones is their value. */
  private static int luma(byte[] rgba, int pixel) {
    int red = rgba[4 * pixel] & 255;
    int green = rgba[4 * pixel + 1] & 255;
    int blue = rgba[4 * pixel + 2] & 255;
    return (299 * red + 587 * green + 114 * blue + 500) / 1000;
  }

  private void put(long scalar, int level) {
    long offset = scalarOffset(scalar);
    int bytes = type.scalar().byteSize();
    switch (type.scalar()) {
      case HALF -> ScalarCodec.putBits(memory, offset, bytes, Float.floatToFloat16(level / 255f));
      case FLOAT -> ScalarCodec.put(memory, offset, type.scalar(), level / 255f);
      case DOUBLE -> ScalarCodec.put(memory, offset, type.scalar(), level / 255.0);
      case USHORT -> ScalarCodec.putBits(memory, offset, bytes, level * 257L);
      default -> ScalarCodec.putBits(memory, offset, bytes, level);
    }
  }
}
