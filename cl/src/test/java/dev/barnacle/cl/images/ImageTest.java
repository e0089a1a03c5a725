package dev.barnacle.cl.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.FilterMode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.Sampler;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Images and samplers are made and passed as the specification says, or refused with its error. */
class ImageTest {
  private static final ImageFormat RGBA8 = ImageFormat.RGBA8;

  private final Context context = Context.create();

  @AfterEach
  void close() {
    context.close();
  }

  private static void assertFails(ErrorCode code, Executable action) {
    assertEquals(code, assertThrows(ClException.class, action).code());
  }

  @ParameterizedTest
  @EnumSource
  void mandatoryFormatsAreSupported(ImageType type) {
    List<ImageFormat> written = ImageFormat.supported(type, true);
    for (ChannelOrder order : List.of(ChannelOrder.R, ChannelOrder.RG, ChannelOrder.RGBA)) {
      for (ChannelType channel :
          List.of(
              ChannelType.UNORM_INT8,
              ChannelType.UNORM_INT16,
              ChannelType.SNORM_INT8,
              ChannelType.SNORM_INT16,
              ChannelType.SIGNED_INT8,
              ChannelType.SIGNED_INT16,
              ChannelType.SIGNED_INT32,
              ChannelType.UNSIGNED_INT8,
              ChannelType.UNSIGNED_INT16,
              ChannelType.UNSIGNED_INT32,
              ChannelType.HALF_FLOAT,
              ChannelType.FLOAT)) {
        assertTrue(written.contains(new ImageFormat(order, channel)), order + " " + channel);
      }
    }
    assertTrue(written.contains(new ImageFormat(ChannelOrder.BGRA, ChannelType.UNORM_INT8)));
    ImageFormat srgb = new ImageFormat(ChannelOrder.SRGBA, ChannelType.UNORM_INT8);
    assertTrue(ImageFormat.supported(type, false).contains(srgb));
    assertTrue(written.contains(srgb));
    boolean plane = type == ImageType.IMAGE2D || type == ImageType.IMAGE2D_ARRAY;
    assertEquals(plane, written.contains(new ImageFormat(ChannelOrder.DEPTH, ChannelType.FLOAT)));
  }

  @Test
  void anImageTellsItsProperties() {
    Image image = context.image(RGBA8, ImageDescription.arrayOf2D(5, 4, 3));
    assertEquals(ImageType.IMAGE2D_ARRAY, image.type());
    assertEquals(5, image.width());
    assertEquals(4, image.height());
    assertEquals(0, image.depth());
    assertEquals(3, image.arraySize());
    assertEquals(20, image.rowPitch());
    assertEquals(80, image.slicePitch());
    assertEquals(240, image.byteSize());
    assertEquals(4, image.texelBytes());
    Image line = context.image(RGBA8, ImageDescription.of1D(5));
    assertEquals(0, line.height());
    assertEquals(0, line.slicePitch());
  }

  @Test
  void hostMemoryIsCopiedOrUsedWithItsPitches() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment host = arena.allocate(64, 16);
      for (int i = 0; i < 64; i++) {
        host.set(java.lang.foreign.ValueLayout.JAVA_BYTE, i, (byte) i);
      }
      ImageFormat bytes = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT8);
      ImageDescription shape = ImageDescription.of3D(3, 2, 2).withPitches(8, 32);
      byte[] expected = {0, 1, 2, 8, 9, 10, 32, 33, 34, 40, 41, 42};
      Image copy =
          context.image(Set.of(MemoryFlag.READ_ONLY, MemoryFlag.COPY_HOST_PTR), bytes, shape, host);
      assertArrayEquals(expected, texels(copy, 12));
      assertEquals(3, copy.rowPitch());
      Image used = context.image(Set.of(MemoryFlag.USE_HOST_PTR), bytes, shape, host);
      assertArrayEquals(expected, texels(used, 12));
      assertEquals(8, used.rowPitch());
      assertEquals(32, used.slicePitch());
      used.write(MemorySegment.ofArray(new byte[12]));
      assertEquals(0, host.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 42));
      assertEquals(43, host.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 43));
      used.close();
    }
  }

  private static byte[] texels(Image image, int count) {
    byte[] texels = new byte[count];
    image.read(MemorySegment.ofArray(texels));
    return texels;
  }

  @Test
  void buffersAndImagesAreSeenAsImages() {
    byte[] bytes = new byte[32];
    for (int i = 0; i < 32; i++) {
      bytes[i] = (byte) i;
    }
    Buffer buffer = context.buffer(bytes);
    Image line = context.image(Set.of(), RGBA8, ImageDescription.of1D(8, buffer), null);
    assertArrayEquals(bytes, texels(line, 32));
    assertEquals(buffer, line.parent().orElseThrow());
    Image plane = context.image(Set.of(), RGBA8, ImageDescription.of2D(3, 2, 16, buffer), null);
    assertEquals(16, plane.rowPitch());
    assertEquals(16, texels(plane, 24)[12]);
    ImageFormat srgb = new ImageFormat(ChannelOrder.SRGBA, ChannelType.UNORM_INT8);
    Image other =
        context.image(Set.of(MemoryFlag.READ_ONLY), srgb, ImageDescription.of2D(plane), null);
    assertEquals(16, other.rowPitch());
    buffer.release();
    assertEquals(16, texels(other, 24)[12]);
    assertFails(
        ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        () -> context.image(Set.of(), ImageFormat.RGBA_FLOAT, ImageDescription.of2D(plane), null));
    Buffer small = context.buffer(31);
    assertFails(
        ErrorCode.CL_INVALID_IMAGE_SIZE,
        () -> context.image(Set.of(), RGBA8, ImageDescription.of1D(8, small), null));
  }

  @Test
  void whatNoImageHasIsRefused() {
    Set<MemoryFlag> flags = Set.of(MemoryFlag.READ_WRITE);
    ImageDescription plane = ImageDescription.of2D(4, 4);
    assertFails(
        ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        () -> context.image(new ImageFormat(ChannelOrder.RGB, ChannelType.UNORM_INT8), plane));
    assertFails(
        ErrorCode.CL_IMAGE_FORMAT_NOT_SUPPORTED,
        () -> context.image(new ImageFormat(ChannelOrder.RX, ChannelType.UNORM_INT8), plane));
    assertFails(
        ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR,
        () -> context.image(RGBA8, ImageDescription.of2D(4, 0)));
    assertFails(
        ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR,
        () -> context.image(flags, RGBA8, plane.withPitches(16, 0), null));
    assertFails(
        ErrorCode.CL_INVALID_IMAGE_SIZE,
        () ->
            context.image(
                RGBA8, ImageDescription.of2D(context.device().images().maxWidth() + 1, 1)));
    assertFails(
        ErrorCode.CL_INVALID_HOST_PTR,
        () -> context.image(Set.of(MemoryFlag.COPY_HOST_PTR), RGBA8, plane, null));
    assertFails(
        ErrorCode.CL_INVALID_VALUE,
        () ->
            context.image(Set.of(MemoryFlag.READ_ONLY, MemoryFlag.WRITE_ONLY), RGBA8, plane, null));
    MemorySegment host = MemorySegment.ofArray(new byte[256]);
    for (ImageDescription pitched :
        List.of(plane.withPitches(12, 0), plane.withPitches(18, 0), plane.withPitches(-16, 0))) {
      assertFails(
          ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR,
          () -> context.image(Set.of(MemoryFlag.COPY_HOST_PTR), RGBA8, pitched, host));
    }
  }

  @Test
  void argumentsFitTheirParameters() {
    Kernel kernel =
        context
            .build("kernel void k(read_only image2d_t a, write_only image3d_t b, sampler_t s) {}")
            .kernel("k");
    assertEquals(
        List.of(
            KernelParameter.Kind.IMAGE, KernelParameter.Kind.IMAGE, KernelParameter.Kind.SAMPLER),
        kernel.parameters().stream().map(KernelParameter::kind).toList());
    assertEquals("write_only", kernel.parameters().get(1).access());
    Image plane = context.image(RGBA8, ImageDescription.of2D(2, 2));
    Image space = context.image(RGBA8, ImageDescription.of3D(2, 2, 2));
    Sampler sampler = context.sampler(true, AddressingMode.CLAMP, FilterMode.LINEAR);
    kernel.with(plane, space, sampler);
    Image readOnly =
        context.image(Set.of(MemoryFlag.READ_ONLY), RGBA8, ImageDescription.of3D(2, 2, 2), null);
    assertFails(ErrorCode.CL_INVALID_ARG_VALUE, () -> kernel.with(plane, readOnly, sampler));
    assertFails(ErrorCode.CL_INVALID_ARG_VALUE, () -> kernel.with(space, space, sampler));
    assertFails(ErrorCode.CL_INVALID_ARG_VALUE, () -> kernel.with(null, space, sampler));
    assertFails(
        ErrorCode.CL_INVALID_ARG_VALUE, () -> kernel.with(context.buffer(64), space, sampler));
    assertFails(ErrorCode.CL_INVALID_ARG_VALUE, () -> kernel.with(plane, space, plane));
    assertFails(ErrorCode.CL_INVALID_ARG_VALUE, () -> kernel.with(plane, space, 0));
  }

  @Test
  void samplersAreCounted() {
    Sampler sampler = context.sampler(true, AddressingMode.REPEAT, FilterMode.NEAREST);
    sampler.retain();
    assertEquals(2, sampler.referenceCount());
    sampler.release();
    sampler.release();
    assertFails(ErrorCode.CL_INVALID_SAMPLER, sampler::release);
  }

  @Test
  void anImageIsRepeatedInNormalizedCoordinatesOnly() {
    for (AddressingMode mode : List.of(AddressingMode.REPEAT, AddressingMode.MIRRORED_REPEAT)) {
      assertFails(
          ErrorCode.CL_INVALID_VALUE, () -> context.sampler(false, mode, FilterMode.NEAREST));
    }
  }

  /** The orders that clCreateImage lists, in the directions that it lists them. */
  @Test
  void viewsHaveTheOrdersThatTheSpecificationPairs() {
    Map<ChannelOrder, ChannelOrder> pairs =
        Map.of(
            ChannelOrder.RGBA, ChannelOrder.SRGBA,
            ChannelOrder.SRGBA, ChannelOrder.RGBA,
            ChannelOrder.BGRA, ChannelOrder.SBGRA,
            ChannelOrder.SBGRA, ChannelOrder.BGRA);
    for (ChannelOrder from : pairs.keySet()) {
      Image whole = view(from, ImageDescription.of2D(4, 4));
      for (ChannelOrder to : pairs.keySet()) {
        if (to == pairs.get(from)) {
          assertEquals(to, view(to, ImageDescription.of2D(whole)).format().order());
        } else {
          assertFails(
              ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              () -> view(to, ImageDescription.of2D(whole)));
        }
      }
    }
  }

  private Image view(ChannelOrder order, ImageDescription description) {
    ImageFormat format = new ImageFormat(order, ChannelType.UNORM_INT8);
    return context.image(Set.of(MemoryFlag.READ_ONLY), format, description, null);
  }
}
