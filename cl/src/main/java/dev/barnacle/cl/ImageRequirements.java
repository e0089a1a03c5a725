package dev.barnacle.cl;

import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The requirements of an image before it is made ({@code clGetImageRequirementsInfoEXT}, {@code
 * cl_ext_image_requirements_info}). Where the format or the shape is not given, the answers hold
 * for all of them.
 *
 * <p>The limits don't look at the size that they are asked for, and take other sizes that are 0 for
 * any; where all sizes and the format are given, the device's largest memory object is a limit too.
 */
public final class ImageRequirements {
  private final Device device;
  private final @Nullable ImageFormat format;
  private final @Nullable ImageDescription shape;

  private ImageRequirements(
      Device device, @Nullable ImageFormat format, @Nullable ImageDescription shape) {
    this.device = device;
    this.format = format;
    this.shape = shape;
  }

  /**
   * Returns the requirements of images in a context.
   *
   * @param flags as for an image; {@link MemoryFlag#KERNEL_READ_AND_WRITE} as well
   * @throws ClException {@code CL_INVALID_VALUE} if the flags don't go together; {@code
   *     CL_INVALID_IMAGE_FORMAT_DESCRIPTOR} for a format that no image has; {@code
   *     CL_INVALID_IMAGE_DESCRIPTOR} for samples, mip levels or pitches that no image has
   */
  public static ImageRequirements of(
      Context context,
      Set<MemoryFlag> flags,
      @Nullable ImageFormat format,
      @Nullable ImageDescription shape) {
    MemoryFlag.checkFormatQuery(flags);
    if (format != null && !format.isValid()) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "there are no texels " + format);
    }
    if (shape != null) {
      shape.checkLevels();
    }
    return new ImageRequirements(context.device(), format, shape);
  }

  /**
   * Returns what the address of the first texel is a multiple of, in bytes ({@code
   * CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT}).
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} for sizes that no image has
   */
  public long baseAddressAlignment() {
    checkSizes();
    return shape != null && format != null ? shape.baseAlignment(format) : texelBytes();
  }

  /**
   * Returns what the row pitch of an image in a buffer is a multiple of, in bytes ({@code
   * CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT}).
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} for sizes that no image has
   */
  public long rowPitchAlignment() {
    checkSizes();
    return texelBytes();
  }

  /**
   * Returns what the slice pitch of an image in a buffer is a multiple of, in bytes, besides the
   * row pitch ({@code CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT}).
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} for sizes that no image has
   */
  public long slicePitchAlignment() {
    return rowPitchAlignment();
  }

  /**
   * Returns the bytes of the smallest buffer that such an image can lie in ({@code
   * CL_IMAGE_REQUIREMENTS_SIZE_EXT}).
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the format or the shape is not given; {@code
   *     CL_INVALID_IMAGE_DESCRIPTOR} for sizes or pitches that no image has; {@code
   *     CL_INVALID_IMAGE_SIZE} if the sizes overflow
   */
  public long byteSize() {
    if (shape == null || format == null) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "the size of an image of any format");
    }
    checkSizes();
    return shape.bufferBytes(format);
  }

  /** Returns the largest width in texels ({@code CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT}). */
  public long maxWidth() {
    return limit(
        List.of(ImageType.values()),
        image -> image.withSizes(1, image.height(), image.depth(), image.arraySize()),
        device.images()::widthOf);
  }

  /**
   * Returns the largest height in texels ({@code CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT}).
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} if such images have none
   */
  public long maxHeight() {
    return limit(
        List.of(ImageType.IMAGE2D, ImageType.IMAGE2D_ARRAY, ImageType.IMAGE3D),
        image -> image.withSizes(image.width(), 1, image.depth(), image.arraySize()),
        device.images()::heightOf);
  }

  /**
   * Returns the largest depth in texels ({@code CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT}).
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} if such images have none
   */
  public long maxDepth() {
    return limit(
        List.of(ImageType.IMAGE3D),
        image -> image.withSizes(image.width(), image.height(), 1, image.arraySize()),
        _ -> device.images().maxDepth3d());
  }

  /**
   * Returns the largest number of layers ({@code CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT}).
   *
   * @throws ClException {@code CL_INVALID_IMAGE_DESCRIPTOR} if such images have none
   */
  public long maxArraySize() {
    return limit(
        List.of(ImageType.IMAGE1D_ARRAY, ImageType.IMAGE2D_ARRAY),
        image -> image.withSizes(image.width(), image.height(), image.depth(), 1),
        _ -> device.images().maxLayers());
  }

  private interface Cut {
    /** Returns the shape with 1 for the size that is asked for. */
    ImageDescription apply(ImageDescription image);
  }

  private long limit(List<ImageType> types, Cut cut, ToLongFunction<ImageType> ofType) {
    if (shape == null) {
      return types.stream().mapToLong(ofType).min().orElseThrow();
    }
    if (!types.contains(shape.type())) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR, "no image of type " + shape.type() + " has that");
    }
    long most = ofType.applyAsLong(shape.type());
    ImageDescription one = cut.apply(shape.withPitches(0, 0));
    return format == null || one.isEmpty()
        ? most
        : Math.min(most, device.maxMemAllocBytes() / one.bufferBytes(format));
  }

  private void checkSizes() {
    if (shape != null && shape.isEmpty()) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR, "an image of type " + shape.type() + " of size 0");
    }
  }

  /** The bytes of a texel; of the largest there are where no format is given. */
  private long texelBytes() {
    return format == null ? ImageFormat.RGBA_FLOAT.texelBytes() : format.texelBytes();
  }
}
