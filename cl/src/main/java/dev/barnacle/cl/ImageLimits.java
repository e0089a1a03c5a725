package dev.barnacle.cl;

/**
 * The limits of a device's images ({@code clGetDeviceInfo}, {@code CL_DEVICE_IMAGE_…}).
 *
 * @param maxWidth of 1D and 2D images, in texels
 * @param maxHeight of 2D images
 * @param maxWidth3d of 3D images
 * @param maxHeight3d of 3D images
 * @param maxDepth3d of 3D images
 * @param maxLayers of arrays
 * @param maxBufferTexels of 1D images in buffers
 * @param maxReadArguments images that a kernel reads, at most
 * @param maxWriteArguments images that a kernel writes
 * @param maxReadWriteArguments images that a kernel reads and writes
 * @param maxSamplers samplers that a kernel uses
 * @param pitchAlignment of the rows of 2D images in buffers, in texels
 * @param baseAddressAlignment of 2D images in buffers, in texels
 */
public record ImageLimits(
    long maxWidth,
    long maxHeight,
    long maxWidth3d,
    long maxHeight3d,
    long maxDepth3d,
    long maxLayers,
    long maxBufferTexels,
    int maxReadArguments,
    int maxWriteArguments,
    int maxReadWriteArguments,
    int maxSamplers,
    int pitchAlignment,
    int baseAddressAlignment) {
  static final ImageLimits OF_PROCESSORS =
      new ImageLimits(16384, 16384, 2048, 2048, 2048, 2048, 1L << 27, 128, 64, 64, 16, 1, 1);

  /** Returns whether an image's dimensions are within the limits; they are unsigned. */
  boolean allow(ImageDescription image) {
    return switch (image.type()) {
      case IMAGE1D -> fits(image.width(), maxWidth);
      case IMAGE1D_BUFFER -> fits(image.width(), maxBufferTexels);
      case IMAGE1D_ARRAY -> fits(image.width(), maxWidth) && fits(image.arraySize(), maxLayers);
      case IMAGE2D -> isPlane(image);
      case IMAGE2D_ARRAY -> isPlane(image) && fits(image.arraySize(), maxLayers);
      case IMAGE3D ->
          fits(image.width(), maxWidth3d)
              && fits(image.height(), maxHeight3d)
              && fits(image.depth(), maxDepth3d);
    };
  }

  /** Returns the largest width of images of a type. */
  long widthOf(ImageType type) {
    return switch (type) {
      case IMAGE1D_BUFFER -> maxBufferTexels;
      case IMAGE3D -> maxWidth3d;
      default -> maxWidth;
    };
  }

  /** Returns the largest height of images of a type that have one. */
  long heightOf(ImageType type) {
    return type == ImageType.IMAGE3D ? maxHeight3d : maxHeight;
  }

  private boolean isPlane(ImageDescription image) {
    return fits(image.width(), maxWidth) && fits(image.height(), maxHeight);
  }

  private static boolean fits(long size, long limit) {
    return Long.compareUnsigned(size, limit) <= 0;
  }
}
