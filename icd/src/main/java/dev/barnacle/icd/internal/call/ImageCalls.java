package dev.barnacle.icd.internal.call;

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
import dev.barnacle.icd.internal.entry.CreateImage;
import dev.barnacle.icd.internal.entry.CreateImage2D;
import dev.barnacle.icd.internal.entry.CreateImage3D;
import dev.barnacle.icd.internal.entry.CreateImageWithProperties;
import dev.barnacle.icd.internal.entry.GetImageInfo;
import dev.barnacle.icd.internal.entry.GetSupportedImageFormats;
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
    CreateImage call = new CreateImage(a);
    ContextHandle context = Handles.context(call.context());
    return create(
        context, NONE, call.flags(), call.imageFormat(), call.imageDesc(), call.hostPtr());
  }

  public static long createImageWithProperties(long a) {
    CreateImageWithProperties call = new CreateImageWithProperties(a);
    ContextHandle context = Handles.context(call.context());
    Properties properties = MemoryCalls.properties(call.properties());
    return create(
        context, properties, call.flags(), call.imageFormat(), call.imageDesc(), call.hostPtr());
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
    CreateImage2D call = new CreateImage2D(a);
    ContextHandle context = Handles.context(call.context());
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    ImageFormat format = format(call.imageFormat());
    ImageDescription description =
        ImageDescription.of2D(call.imageWidth(), call.imageHeight())
            .withPitches(call.imageRowPitch(), 0);
    return makeSized(context, flags, format, description, call.hostPtr());
  }

  public static long createImage3D(long a) {
    CreateImage3D call = new CreateImage3D(a);
    ContextHandle context = Handles.context(call.context());
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    ImageFormat format = format(call.imageFormat());
    ImageDescription description =
        ImageDescription.of3D(call.imageWidth(), call.imageHeight(), call.imageDepth())
            .withPitches(call.imageRowPitch(), call.imageSlicePitch());
    return makeSized(context, flags, format, description, call.hostPtr());
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
    GetSupportedImageFormats call = new GetSupportedImageFormats(a);
    ContextHandle context = Handles.context(call.context());
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    MemoryFlag.checkFormatQuery(flags);
    int type = call.imageType();
    ImageType shape =
        ImageType.of(type)
            .orElseThrow(
                () -> new ClException(ErrorCode.CL_INVALID_VALUE, "no type of images: " + type));
    if (call.numEntries() == 0 && call.imageFormats() != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for formats");
    }
    List<ImageFormat> formats =
        context.hasImages()
            ? ImageFormat.supported(shape, !MemoryFlag.isReadOnly(flags))
            : List.of();
    if (call.imageFormats() != 0) {
      int count =
          Integer.compareUnsigned(call.numEntries(), formats.size()) < 0
              ? call.numEntries()
              : formats.size();
      for (int i = 0; i < count; i++) {
        Native.putInt(call.imageFormats() + 8L * i, formats.get(i).order().code());
        Native.putInt(call.imageFormats() + 8L * i + 4, formats.get(i).type().code());
      }
    }
    Native.putIntIfWanted(call.numImageFormats(), formats.size());
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
    GetImageInfo call = new GetImageInfo(a);
    MemoryHandle memory = Handles.memory(call.image());
    Image image = image(memory);
    int parameter = call.paramName();
    Info out = Info.of(call);
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
