package dev.barnacle.cl;

import java.util.Locale;
import java.util.Optional;

/** Decides whether images fit a kernel's parameters. */
final class ImageParameters {
  private ImageParameters() {}

  /** Returns whether the parameter's type, where its name says it, is the image's. */
  static boolean hasShape(KernelParameter parameter, Image image) {
    String name = parameter.typeName();
    boolean depth = name.contains("depth");
    return shape(name)
        .map(
            type -> type == image.type() && depth == (image.format().order() == ChannelOrder.DEPTH))
        .orElse(true);
  }

  /** Returns whether the kernel may do with the image what the parameter's access says. */
  static boolean allows(KernelParameter parameter, Image image) {
    boolean reads = !parameter.access().equals("write_only");
    boolean writes = !parameter.access().equals("read_only");
    return !(reads && image.flags().contains(MemoryFlag.WRITE_ONLY))
        && !(writes && MemoryFlag.isReadOnly(image.flags()));
  }

  /** The image type of a name such as {@code image2d_array_depth_t}; empty for a typedef's name. */
  private static Optional<ImageType> shape(String name) {
    String shape = name.replace("_depth", "");
    for (ImageType type : ImageType.values()) {
      if (shape.equals(type.name().toLowerCase(Locale.ROOT) + "_t")) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
