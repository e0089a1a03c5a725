package dev.barnacle.cl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The format of a texel ({@code cl_image_format}; OpenCL API, "Image Format Descriptor").
 *
 * @param order which components it has
 * @param type what these are
 */
public record ImageFormat(ChannelOrder order, ChannelType type) {
  /** {@code CL_RGBA} of {@code CL_UNORM_INT8}: pictures. */
  public static final ImageFormat RGBA8 =
      new ImageFormat(ChannelOrder.RGBA, ChannelType.UNORM_INT8);

  /** Four floats. */
  public static final ImageFormat RGBA_FLOAT =
      new ImageFormat(ChannelOrder.RGBA, ChannelType.FLOAT);

  /** Orders that no image of this platform has; all are optional. */
  private static final Set<ChannelOrder> LACKING =
      Set.of(
          ChannelOrder.RX,
          ChannelOrder.RGX,
          ChannelOrder.RGBX,
          ChannelOrder.SRGB,
          ChannelOrder.SRGBX,
          ChannelOrder.DEPTH_STENCIL);

  /** Returns the size of a texel in bytes: 1, 2, 4, 8 or 16 for what is supported. */
  public int texelBytes() {
    return type.texelBytes(order.count());
  }

  /** Returns whether OpenCL has such a format, supported or not. */
  public boolean isValid() {
    return switch (order) {
      case R, A, RG, RA, RX, RGX -> !type.isPacked();
      case RGBA -> !type.isPacked() || type == ChannelType.UNORM_INT_101010_2;
      case RGB, RGBX -> type.isPacked() && isOfThree();
      case BGRA, ARGB, ABGR -> !type.isPacked() && type.bits(0) == Byte.SIZE;
      case INTENSITY, LUMINANCE -> !type.isPacked() && type.kind() != ChannelType.Kind.INTEGER;
      case DEPTH -> type == ChannelType.UNORM_INT16 || type == ChannelType.FLOAT;
      case DEPTH_STENCIL -> type == ChannelType.UNORM_INT24 || type == ChannelType.FLOAT;
      case SRGB, SRGBX, SRGBA, SBGRA -> type == ChannelType.UNORM_INT8;
    };
  }

  private boolean isOfThree() {
    return type == ChannelType.UNORM_SHORT_565
        || type == ChannelType.UNORM_SHORT_555
        || type == ChannelType.UNORM_INT_101010;
  }

  /**
   * Returns whether images have this format.
   *
   * @param written whether kernels may write to the image
   */
  public boolean isSupported(ImageType image, boolean written) {
    boolean plane = image == ImageType.IMAGE2D || image == ImageType.IMAGE2D_ARRAY;
    return isValid() && !LACKING.contains(order) && (order != ChannelOrder.DEPTH || plane);
  }

  /**
   * Returns the formats of a kind of image ({@code clGetSupportedImageFormats}).
   *
   * @param written whether kernels may write to the image
   */
  public static List<ImageFormat> supported(ImageType image, boolean written) {
    List<ImageFormat> formats = new ArrayList<>();
    for (ChannelOrder order : ChannelOrder.values()) {
      for (ChannelType type : ChannelType.values()) {
        ImageFormat format = new ImageFormat(order, type);
        if (format.isSupported(image, written)) {
          formats.add(format);
        }
      }
    }
    return formats;
  }

  /** Returns it as OpenCL C's names, such as {@code RGBA UNORM_INT8}. */
  @Override
  public String toString() {
    return order + " " + type;
  }
}
