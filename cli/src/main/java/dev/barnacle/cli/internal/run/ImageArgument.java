package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.ImageContents;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.command.input.InputException;
import java.util.List;
import java.util.function.Consumer;

/** Makes images of the shape that a kernel declares. */
public final class ImageArgument {
  private static final int CHANNELS = 4;

  private ImageArgument() {}

  /** Returns the shape of a parameter's image. */
  public static ImageType shape(KernelParameter parameter) {
    String name = parameter.typeName();
    boolean array = name.contains("_array");
    if (name.startsWith("image1d")) {
      return name.contains("_buffer")
          ? ImageType.IMAGE1D_BUFFER
          : array ? ImageType.IMAGE1D_ARRAY : ImageType.IMAGE1D;
    }
    return name.startsWith("image3d")
        ? ImageType.IMAGE3D
        : array ? ImageType.IMAGE2D_ARRAY : ImageType.IMAGE2D;
  }

  /** Returns how many sizes a shape has: its dimensions and layers. */
  public static int sizes(ImageType shape) {
    return shape.dimensions() + (shape.isArray() ? 1 : 0);
  }

  /**
   * Makes an image and fills it.
   *
   * @param made is given what must be closed, in order
   */
  static LaunchMemory.OfImage make(
      Context context,
      KernelParameter parameter,
      ArgumentSpec.ImageSpec spec,
      Consumer<AutoCloseable> made) {
    if (parameter.kind() != KernelParameter.Kind.IMAGE) {
      throw new InputException("expected no image for " + parameter.typeName());
    }
    ImageType shape = shape(parameter);
    DataType texel = new DataType(spec.type(), isDepth(parameter) ? 1 : CHANNELS);
    ImageContents contents = new ImageContents(spec, texel);
    List<Long> size = contents.size();
    if (size.size() != sizes(shape)) {
      throw new InputException(
          "a "
              + parameter.typeName()
              + " has "
              + sizes(shape)
              + (sizes(shape) == 1 ? " size" : " sizes")
              + ", not "
              + size.size());
    }
    ImageFormat format = format(parameter, spec.type());
    ImageDescription description =
        switch (shape) {
          case IMAGE1D -> ImageDescription.of1D(size.getFirst());
          case IMAGE1D_ARRAY -> ImageDescription.arrayOf1D(size.get(0), size.get(1));
          case IMAGE2D -> ImageDescription.of2D(size.get(0), size.get(1));
          case IMAGE2D_ARRAY -> ImageDescription.arrayOf2D(size.get(0), size.get(1), size.get(2));
          case IMAGE3D -> ImageDescription.of3D(size.get(0), size.get(1), size.get(2));
          case IMAGE1D_BUFFER -> {
            Buffer texels =
                context.buffer(Math.multiplyExact(size.getFirst(), format.texelBytes()));
            made.accept(texels);
            yield ImageDescription.of1D(size.getFirst(), texels);
          }
        };
    Image image = context.image(format, description);
    made.accept(image);
    if (!(spec.init() instanceof Init.Zero)) {
      contents.fill(image);
    }
    return new LaunchMemory.OfImage(parameter, texel, image, contents);
  }

  private static boolean isDepth(KernelParameter parameter) {
    return parameter.typeName().contains("depth");
  }

  private static ImageFormat format(KernelParameter parameter, DataType.Scalar type) {
    if (isDepth(parameter)) {
      if (type != DataType.Scalar.FLOAT) {
        throw new InputException("a " + parameter.typeName() + " is of float");
      }
      return new ImageFormat(ChannelOrder.DEPTH, ChannelType.FLOAT);
    }
    return new ImageFormat(
        ChannelOrder.RGBA,
        switch (type) {
          case INT -> ChannelType.SIGNED_INT32;
          case UINT -> ChannelType.UNSIGNED_INT32;
          default -> ChannelType.FLOAT;
        });
  }
}
