package dev.barnacle.cl;

import dev.barnacle.cl.internal.memory.ImageLayout;
import org.jspecify.annotations.Nullable;

/**
 * The shape of an image ({@code cl_image_desc}; OpenCL API, "Image Descriptor"). What a type does
 * not have is ignored.
 *
 * @param type its shape
 * @param width in texels
 * @param height in texels, of 2D and 3D images
 * @param depth in texels, of 3D images
 * @param arraySize layers of arrays
 * @param rowPitch bytes from row to row in host memory or in {@code source}; 0 if the rows follow
 *     one another
 * @param slicePitch bytes from slice to slice, or layer to layer, in host memory; 0 if they follow
 *     one another
 * @param mipLevels the levels of a mipmapped image, the first one included; 0 or 1 for a single one
 * @param samples must be 0
 * @param source the buffer or 2D image that holds the image's texels, or null
 */
public record ImageDescription(
    ImageType type,
    long width,
    long height,
    long depth,
    long arraySize,
    long rowPitch,
    long slicePitch,
    int mipLevels,
    int samples,
    @Nullable MemoryObject source) {
  /** The levels of the largest image; behind one of a single texel, others may follow. */
  private static final int MOST_LEVELS =
      Long.SIZE - Long.numberOfLeadingZeros(ImageLimits.OF_PROCESSORS.maxWidth());

  private static ImageDescription of(
      ImageType type, long width, long height, long depth, long layers) {
    return new ImageDescription(type, width, height, depth, layers, 0, 0, 0, 0, null);
  }

  /** A 1D image. */
  public static ImageDescription of1D(long width) {
    return of(ImageType.IMAGE1D, width, 0, 0, 0);
  }

  /** An array of 1D images. */
  public static ImageDescription arrayOf1D(long width, long layers) {
    return of(ImageType.IMAGE1D_ARRAY, width, 0, 0, layers);
  }

  /** A 2D image. */
  public static ImageDescription of2D(long width, long height) {
    return of(ImageType.IMAGE2D, width, height, 0, 0);
  }

  /** An array of 2D images. */
  public static ImageDescription arrayOf2D(long width, long height, long layers) {
    return of(ImageType.IMAGE2D_ARRAY, width, height, 0, layers);
  }

  /** A 3D image. */
  public static ImageDescription of3D(long width, long height, long depth) {
    return of(ImageType.IMAGE3D, width, height, depth, 0);
  }

  /** A 1D image of the texels in a buffer. */
  public static ImageDescription of1D(long width, Buffer texels) {
    return new ImageDescription(ImageType.IMAGE1D_BUFFER, width, 0, 0, 0, 0, 0, 0, 0, texels);
  }

  /** A 2D image of the texels in a buffer, {@code rowPitch} bytes from row to row. */
  public static ImageDescription of2D(long width, long height, long rowPitch, Buffer texels) {
    return new ImageDescription(ImageType.IMAGE2D, width, height, 0, 0, rowPitch, 0, 0, 0, texels);
  }

  /** The texels of another 2D image, to be seen in another format. */
  public static ImageDescription of2D(Image texels) {
    return new ImageDescription(
        ImageType.IMAGE2D, texels.width(), texels.height(), 0, 0, 0, 0, 0, 0, texels);
  }

  /** Returns this shape with mip levels ({@code cl_khr_mipmap_image}). */
  public ImageDescription withMipLevels(int levels) {
    return new ImageDescription(
        type, width, height, depth, arraySize, rowPitch, slicePitch, levels, samples, source);
  }

  /** Returns this shape with other sizes. */
  ImageDescription withSizes(long newWidth, long newHeight, long newDepth, long newArraySize) {
    return new ImageDescription(
        type,
        newWidth,
        newHeight,
        newDepth,
        newArraySize,
        rowPitch,
        slicePitch,
        mipLevels,
        samples,
        source);
  }

  /** Returns this shape with pitches in host memory. */
  public ImageDescription withPitches(long row, long slice) {
    return new ImageDescription(
        type, width, height, depth, arraySize, row, slice, mipLevels, samples, source);
  }

  /** Returns the rows of a slice or layer. */
  long rows() {
    return type.dimensions() > 1 ? height : 1;
  }

  /** Returns the slices or layers. */
  long slices() {
    return type.isArray() ? arraySize : type.dimensions() > 2 ? depth : 1;
  }

  /**
   * Returns where the texels lie with the pitches given, or densely where there are none.
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} if the pitches don't fit
   */
  ImageLayout layout(ImageFormat format) {
    long texel = format.texelBytes();
    try {
      long dense = Math.multiplyExact(width, texel);
      long row = rowPitch == 0 ? dense : rowPitch;
      long least = Math.multiplyExact(row, rows());
      boolean sliced = type.isArray() || type.dimensions() > 2;
      long slice = slicePitch == 0 || !sliced ? least : slicePitch;
      if (row < dense || row % texel != 0 || slice < least || slice % row != 0) {
        throw wrong("a row pitch of " + row + " and a slice pitch of " + slice + " bytes");
      }
      Math.multiplyExact(slice, slices());
      return new ImageLayout(format, width, rows(), slices(), row, slice);
    } catch (ArithmeticException e) {
      throw new ClException(ErrorCode.CL_INVALID_IMAGE_SIZE, "the image's size overflows", e);
    }
  }

  /**
   * Returns the bytes of the smallest buffer that such an image can lie in: all rows and slices
   * with their pitches.
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} if the pitches don't fit; {@code
   *     CL_INVALID_IMAGE_SIZE} if it overflows
   */
  long bufferBytes(ImageFormat format) {
    ImageLayout layout = layout(format);
    return layout.slices() * layout.slicePitch();
  }

  /** Returns what the address of the first texel is a multiple of, in bytes. */
  long baseAlignment(ImageFormat format) {
    return type == ImageType.IMAGE1D_BUFFER ? 1 : format.texelBytes();
  }

  /**
   * Throws unless the pitches are multiples of a texel, as they are in a buffer.
   *
   * @throws ClException {@code CL_INVALID_IMAGE_FORMAT_DESCRIPTOR}
   */
  void checkPitchesInBuffer(ImageFormat format) {
    if (rowPitch % format.texelBytes() != 0 || slicePitch % format.texelBytes() != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "a row pitch of "
              + rowPitch
              + " and a slice pitch of "
              + slicePitch
              + " bytes in a buffer, where texels have "
              + format.texelBytes());
    }
  }

  /** Returns whether a size is 0 that such images have. */
  boolean isEmpty() {
    return width == 0 || rows() == 0 || slices() == 0;
  }

  /** Throws {@code CL_INVALID_IMAGE_DESCRIPTOR} for dimensions that no image has. */
  void check() {
    if (isEmpty()) {
      throw wrong(width + " x " + rows() + " x " + slices() + " texels");
    }
    checkLevels();
    boolean fits =
        switch (type) {
          case IMAGE1D_BUFFER -> source instanceof Buffer;
          case IMAGE2D ->
              !(source instanceof Pipe)
                  && (!(source instanceof Image image) || image.type() == ImageType.IMAGE2D);
          default -> source == null || source instanceof Buffer;
        };
    if (!fits) {
      throw wrong(source == null ? "no buffer" : "texels from another memory object");
    }
  }

  /**
   * Throws {@code CL_INVALID_IMAGE_DESCRIPTOR} for samples, mip levels or pitches that no image
   * has.
   */
  void checkLevels() {
    if (samples != 0) {
      throw wrong(samples + " samples");
    }
    if (mipLevels < 0 || mipLevels > mostLevels()) {
      throw wrong(Integer.toUnsignedString(mipLevels) + " mip levels");
    }
    if (rowPitch < 0 || slicePitch < 0) {
      throw wrong("negative pitches");
    }
  }

  /** Returns how many levels there may be; texels of others have one. */
  private int mostLevels() {
    return source != null || type == ImageType.IMAGE1D_BUFFER ? 1 : MOST_LEVELS;
  }

  private ClException wrong(String what) {
    return new ClException(
        ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR, "an image of type " + type + " with " + what);
  }
}
