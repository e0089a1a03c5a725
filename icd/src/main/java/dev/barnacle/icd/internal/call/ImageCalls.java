package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;
import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageType;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.MemoryObject;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MemoryHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Images (OpenCL API, 5.3). */
public final class ImageCalls {
  private static final Properties NONE = new Properties(new long[0], Map.of());

  private ImageCalls() {}

  public static long createImage(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    return create(context, NONE, p(a, 1), p(a, 2), p(a, 3), p(a, 4));
  }

  public static long createImageWithProperties(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    Properties properties = MemoryCalls.properties(p(a, 1));
    return create(context, properties, p(a, 2), p(a, 3), p(a, 4), p(a, 5));
  }

  private static long create(
      ContextHandle context,
      Properties properties,
      long flagBits,
      long formatAt,
      long descriptor,
      long host) {
    Set<MemoryFlag> flags = MemoryFlag.of(flagBits);
    ImageFormat format = format(formatAt);
    if (descriptor == 0) {
      throw new ClException(ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR, "no image descriptor");
    }
    long sourceAddress = Native.getLong(descriptor + 64);
    MemoryHandle source = sourceAddress == 0 ? null : source(sourceAddress);
    ImageDescription description = description(descriptor, source == null ? null : source.object());
    return make(context, properties, flags, format, description, source, host);
  }

  /** Reads a {@code cl_image_desc}, but not the memory object in it. */
  static ImageDescription description(long descriptor, @Nullable MemoryObject source) {
    int type = Native.getInt(descriptor);
    return new ImageDescription(
        ImageType.of(type)
            .orElseThrow(
                () ->
                    new ClException(
                        ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR, "no type of images: " + type)),
        Native.getLong(descriptor + 8),
        Native.getLong(descriptor + 16),
        Native.getLong(descriptor + 24),
        Native.getLong(descriptor + 32),
        Native.getLong(descriptor + 40),
        Native.getLong(descriptor + 48),
        Native.getInt(descriptor + 56),
        Native.getInt(descriptor + 60),
        source);
  }

  private static MemoryHandle source(long address) {
    return Handles.get(address, MemoryHandle.class, ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR);
  }

  private static long make(
      ContextHandle context,
      Properties properties,
      Set<MemoryFlag> flags,
      ImageFormat format,
      ImageDescription description,
      @Nullable MemoryHandle source,
      long host) {
    context.checkImages();
    Image image =
        context
            .context()
            .image(
                flags,
                format,
                description,
                host == 0 ? null : Native.at(host, Long.MAX_VALUE - host));
    if (host == 0 && source == null) {
      image.undefineContents();
    }
    MemoryHandle made =
        new MemoryHandle(
            image,
            context,
            new MemoryHandle.Creation(
                MemoryFlag.bits(image.flags()),
                flags.contains(MemoryFlag.USE_HOST_PTR) ? host : 0,
                properties,
                source,
                0));
    return made.register(made).address();
  }

  /** Reads a {@code cl_image_format}. */
  static ImageFormat format(long address) {
    if (address == 0) {
      throw new ClException(ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "no image format");
    }
    int order = Native.getInt(address);
    int type = Native.getInt(address + 4);
    return new ImageFormat(
        ChannelOrder.of(order).orElseThrow(() -> noFormat(order, type)),
        ChannelType.of(type).orElseThrow(() -> noFormat(order, type)));
  }

  private static ClException noFormat(int order, int type) {
    return new ClException(
        ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        "no image format: 0x" + Integer.toHexString(order) + ", 0x" + Integer.toHexString(type));
  }

  public static long createImage2D(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    Set<MemoryFlag> flags = MemoryFlag.of(p(a, 1));
    ImageFormat format = format(p(a, 2));
    ImageDescription description = ImageDescription.of2D(p(a, 3), p(a, 4)).withPitches(p(a, 5), 0);
    return makeSized(context, flags, format, description, p(a, 6));
  }

  public static long createImage3D(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    Set<MemoryFlag> flags = MemoryFlag.of(p(a, 1));
    ImageFormat format = format(p(a, 2));
    ImageDescription description =
        ImageDescription.of3D(p(a, 3), p(a, 4), p(a, 5)).withPitches(p(a, 6), p(a, 7));
    return makeSized(context, flags, format, description, p(a, 8));
  }

  /**
   * Makes an image of numbers alone, as before OpenCL 1.2: there the sizes and pitches that no
   * image has are {@code CL_INVALID_IMAGE_SIZE}, as there is no descriptor.
   */
  private static long makeSized(
      ContextHandle context,
      Set<MemoryFlag> flags,
      ImageFormat format,
      ImageDescription description,
      long host) {
    try {
      return make(context, NONE, flags, format, description, null, host);
    } catch (ClException e) {
      if (e.code() == ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR) {
        throw new ClException(ErrorCode.CL_INVALID_IMAGE_SIZE, e.detail(), e);
      }
      throw e;
    }
  }

  public static long getSupportedImageFormats(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    Set<MemoryFlag> flags = MemoryFlag.of(p(a, 1));
    MemoryFlag.checkFormatQuery(flags);
    int type = i(a, 2);
    ImageType shape =
        ImageType.of(type)
            .orElseThrow(
                () -> new ClException(ErrorCode.CL_INVALID_VALUE, "no type of images: " + type));
    if (i(a, 3) == 0 && p(a, 4) != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for formats");
    }
    List<ImageFormat> formats =
        context.hasImages()
            ? ImageFormat.supported(shape, !MemoryFlag.isReadOnly(flags))
            : List.of();
    if (p(a, 4) != 0) {
      int count = Integer.compareUnsigned(i(a, 3), formats.size()) < 0 ? i(a, 3) : formats.size();
      for (int i = 0; i < count; i++) {
        Native.putInt(p(a, 4) + 8L * i, formats.get(i).order().code());
        Native.putInt(p(a, 4) + 8L * i + 4, formats.get(i).type().code());
      }
    }
    Native.putIntIfWanted(p(a, 5), formats.size());
    return 0;
  }

  /** Returns the image that a memory object is. */
  public static Image image(MemoryHandle memory) {
    if (memory.object() instanceof Image image) {
      return image;
    }
    throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "the memory object is no image");
  }

  public static long getImageInfo(long a) {
    MemoryHandle memory = Handles.memory(p(a, 0));
    Image image = image(memory);
    int parameter = i(a, 1);
    Info out = Info.of(a, 2);
    switch (parameter) {
      case CL_IMAGE_FORMAT ->
          out.int64(
              Integer.toUnsignedLong(image.format().order().code())
                  | (long) image.format().type().code() << Integer.SIZE);
      case CL_IMAGE_ELEMENT_SIZE -> out.int64(image.texelBytes());
      case CL_IMAGE_ROW_PITCH -> out.int64(image.rowPitch());
      case CL_IMAGE_SLICE_PITCH -> out.int64(image.slicePitch());
      case CL_IMAGE_WIDTH -> out.int64(image.width());
      case CL_IMAGE_HEIGHT -> out.int64(image.height());
      case CL_IMAGE_DEPTH -> out.int64(image.depth());
      case CL_IMAGE_ARRAY_SIZE -> out.int64(image.arraySize());
      case CL_IMAGE_BUFFER -> {
        MemoryHandle parent = memory.creation().parent();
        out.handle(parent != null && parent.object() instanceof Buffer ? parent : null);
      }
      case CL_IMAGE_NUM_MIP_LEVELS -> out.int32(image.mipLevels());
      case CL_IMAGE_NUM_SAMPLES -> out.int32(0);
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }
}
