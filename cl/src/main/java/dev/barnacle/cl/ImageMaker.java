package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostSegments;
import dev.barnacle.cl.internal.host.NativeMemory;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.ImageLayout;
import dev.barnacle.cl.internal.memory.MipLevels;
import dev.barnacle.cl.internal.memory.TexelRows;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes images, after all checks of {@code clCreateImage}, in the order of its errors. */
final class ImageMaker {
  private final Context context;
  private final Set<MemoryFlag> flags;
  private final ImageFormat format;
  private final ImageDescription shape;
  private final @Nullable MemorySegment host;

  ImageMaker(
      Context context,
      Set<MemoryFlag> flags,
      ImageFormat format,
      ImageDescription shape,
      @Nullable MemorySegment host) {
    this.context = context;
    this.flags = flags;
    this.format = format;
    this.shape = shape;
    this.host = host;
  }

  Image make() {
    MemoryObject source = shape.source();
    if (source == null) {
      MemoryFlag.checkObject(flags);
    }
    checkFormat();
    shape.check();
    if (source == null && host == null && (shape.rowPitch() != 0 || shape.slicePitch() != 0)) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR, "pitches for an image without host memory");
    }
    if (!context.device().images().allow(shape)) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_SIZE, shape.type() + " images are not as large as that");
    }
    if (source instanceof Image image) {
      checkView(image);
    }
    if (source instanceof Buffer) {
      shape.checkPitchesInBuffer(format);
    }
    checkMipmaps();
    ImageLayout layout = layout();
    if (source != null) {
      return inside(source, layout);
    }
    MemoryFlag.checkHostPointer(flags, host != null);
    checkSupported(flags);
    return host != null && flags.contains(MemoryFlag.USE_HOST_PTR)
        ? wrap(host, layout)
        : allocate(layout);
  }

  /** Mipmapped images begin with nothing ("Mipmap Images"). */
  private void checkMipmaps() {
    if (shape.mipLevels() <= 1) {
      return;
    }
    if (flags.contains(MemoryFlag.USE_HOST_PTR) || flags.contains(MemoryFlag.COPY_HOST_PTR)) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "memory flags " + flags + " of a mipmapped image");
    }
  }

  /** A 2D image takes its pitch from the image that it is made of. */
  private ImageLayout layout() {
    return shape.source() instanceof Image image && shape.rowPitch() == 0
        ? shape.withPitches(image.rowPitch(), 0).layout(format)
        : shape.layout(format);
  }

  private void checkFormat() {
    if (!format.isValid()) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "there are no texels " + format);
    }
  }

  private void checkSupported(Set<MemoryFlag> access) {
    boolean written = !MemoryFlag.isReadOnly(access);
    if (!format.isSupported(shape.type(), written)) {
      throw new ClException(
          ErrorCode.CL_IMAGE_FORMAT_NOT_SUPPORTED,
          "no images of type "
              + shape.type()
              + (written ? " that kernels write" : "")
              + " have texels "
              + format);
    }
  }

  private Image inside(MemoryObject source, ImageLayout layout) {
    if (!source.context().equals(context)) {
      throw new ClException(
          ErrorCode.CL_INVALID_CONTEXT, "the image's texels are of another context");
    }
    if (source.flags().contains(MemoryFlag.IMMUTABLE) && !flags.contains(MemoryFlag.IMMUTABLE)) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "an image that can be changed in memory that cannot");
    }
    Set<MemoryFlag> access = MemoryFlag.ofPart(flags, source.flags());
    MemoryFlag.checkHostPointer(flags, host != null);
    MemorySegment texels =
        switch (source) {
          case Buffer buffer -> inside(buffer, layout);
          case Image image -> image.texels();
          case Pipe _ -> throw new IllegalStateException("a pipe has no texels"); // checked before
        };
    checkSupported(access);
    Lifetime.Use use = source.lifetime().use();
    NativeMemory description = NativeMemory.allocate(ImageLayout.BYTES);
    return new Image(
        context,
        shape,
        MipLevels.of(layout),
        texels,
        description.memory(),
        () -> {
          description.free();
          use.close();
        },
        access,
        source.hostPointer().orElse(null));
  }

  private MemorySegment inside(Buffer buffer, ImageLayout layout) {
    long needed = shape.bufferBytes(format);
    if (needed > buffer.byteSize()) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_SIZE,
          "an image of " + needed + " bytes in a buffer of " + buffer.byteSize() + " bytes");
    }
    if (buffer.address() % shape.baseAlignment(format) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "the buffer is not aligned to texels of " + format.texelBytes() + " bytes");
    }
    return buffer.bytes().asSlice(0, layout.byteSize());
  }

  /** Throws unless the image's texels can be seen in the format (OpenCL API, clCreateImage). */
  private void checkView(Image image) {
    boolean fits =
        image.width() == shape.width()
            && image.height() == shape.height()
            && (shape.rowPitch() == 0 || shape.rowPitch() == image.rowPitch())
            && image.format().type() == format.type()
            && isCompatible(image.format().order(), format.order());
    if (!fits) {
      throw new ClException(
          ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "texels " + image.format() + " of a " + image.type() + " can't be seen like that");
    }
  }

  /**
   * Returns whether texels of one order can be seen in the other (OpenCL API, clCreateImage, "Image
   * Descriptor"): with the sRGB curve or without it, and red as depth. The same order is not among
   * them.
   */
  private static boolean isCompatible(ChannelOrder from, ChannelOrder to) {
    return switch (from) {
      case SRGB -> to == ChannelOrder.RGB;
      case RGB -> to == ChannelOrder.SRGB;
      case SRGBX -> to == ChannelOrder.RGBX;
      case RGBX -> to == ChannelOrder.SRGBX;
      case SRGBA -> to == ChannelOrder.RGBA;
      case RGBA -> to == ChannelOrder.SRGBA;
      case SBGRA -> to == ChannelOrder.BGRA;
      case BGRA -> to == ChannelOrder.SBGRA;
      case R -> to == ChannelOrder.DEPTH;
      default -> false;
    };
  }

  private Image wrap(MemorySegment memory, ImageLayout layout) {
    if (!memory.isNative() || memory.isReadOnly()) {
      throw new ClException(
          ErrorCode.CL_INVALID_HOST_PTR, "only native memory that can be written can be used");
    }
    checkHost(memory, layout);
    MemorySegment texels = HostSegments.anyThread(memory).asSlice(0, layout.byteSize());
    NativeMemory description = NativeMemory.allocate(ImageLayout.BYTES);
    context.memory().made("image", texels, true);
    return new Image(
        context,
        shape,
        MipLevels.of(layout),
        texels,
        description.memory(),
        () -> {
          context.memory().gone(texels);
          description.free();
        },
        flags,
        memory);
  }

  private Image allocate(ImageLayout hostLayout) {
    ImageLayout layout = shape.withPitches(0, 0).layout(format);
    MipLevels levels = MipLevels.of(layout, Math.max(1, shape.mipLevels()), shape.type().isArray());
    long bytes = levels.byteSize();
    if (!context.device().memory().allocates(bytes)) {
      throw new ClException(
          ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "an image of " + bytes + " bytes is larger than the device's largest memory object");
    }
    if (host != null) {
      checkHost(host, hostLayout);
    }
    long descriptions = levels.descriptionBytes();
    NativeMemory block = reserve(descriptions, bytes);
    MemorySegment texels = block.memory().asSlice(descriptions, bytes);
    context.memory().made("image", texels, false);
    Image image =
        new Image(
            context,
            shape,
            levels,
            texels,
            block.memory().asSlice(0, descriptions),
            () -> {
              context.memory().gone(texels);
              block.free();
              context.memory().unreserve(bytes);
            },
            flags,
            null);
    if (host != null) {
      ImageRegion all = image.all();
      TexelRows.copy(
          image.hostRows(host, all, hostLayout.rowPitch(), hostLayout.slicePitch()),
          image.rows(all),
          layout.width() * format.texelBytes(),
          all);
    }
    return image;
  }

  private NativeMemory reserve(long descriptions, long bytes) {
    context.memory().reserve(bytes);
    try {
      return NativeMemory.allocate(descriptions + bytes);
    } catch (ClException e) {
      context.memory().unreserve(bytes);
      throw e;
    }
  }

  private static void checkHost(MemorySegment memory, ImageLayout layout) {
    if (memory.byteSize() < layout.byteSize()) {
      throw new ClException(
          ErrorCode.CL_INVALID_HOST_PTR,
          memory.byteSize() + " bytes of host memory for an image of " + layout.byteSize());
    }
  }
}
