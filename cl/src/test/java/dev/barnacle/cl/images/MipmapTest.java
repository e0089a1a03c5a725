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
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.FilterMode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageMapping;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.MipFilter;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.Sampler;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mipmapped images ({@code cl_khr_mipmap_image} and {@code …_writes}), on both engines. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MipmapTest {
  private static final ImageFormat FLOATS = new ImageFormat(ChannelOrder.R, ChannelType.FLOAT);
  private static final ImageFormat UINTS =
      new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);
  private static final ImageDescription PLANE = ImageDescription.of2D(8, 4).withMipLevels(4);

  private final List<Context> contexts =
      List.of(Context.create(), Context.builder().watched().create());

  List<Context> contexts() {
    return contexts;
  }

  @AfterAll
  void close() {
    contexts.forEach(Context::close);
  }

  private static MemorySegment color(float value) {
    return MemorySegment.ofArray(new float[] {value, 0, 0, 0});
  }

  /** Makes an image whose level n is full of 10 n + 1. */
  private static Image leveled(Context context, CommandQueue queue) {
    Image image = context.image(FLOATS, PLANE);
    for (int level = 0; level < 4; level++) {
      queue.images().fill(image, color(10 * level + 1), image.all(level));
    }
    return image;
  }

  private static float[] read(Context context, MipFilter mip, String... reads) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < reads.length; i++) {
      body.append("o[%d] = %s; ".formatted(i, reads[i]));
    }
    String source =
        """
        #if !defined(cl_khr_mipmap_image) || !defined(cl_khr_mipmap_image_writes)
        #error no extension
        #endif
        constant sampler_t own = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
        kernel void k(read_only image2d_t i, sampler_t s, global float *o) {
          float2 c = (float2)(0.5f, 0.5f);
          %s
        }
        """
            .formatted(body);
    float[] out = new float[reads.length];
    try (CommandQueue queue = context.queue();
        Image image = leveled(context, queue);
        Sampler sampler =
            context.sampler(true, AddressingMode.CLAMP_TO_EDGE, FilterMode.NEAREST, mip);
        Program program = context.build(source, "-cl-std=CL3.0");
        Buffer to = context.buffer(4L * reads.length)) {
      queue.finish();
      program.kernel("k").with(image, sampler, to).run(NDRange.of(1));
      to.read(0, MemorySegment.ofArray(out));
    }
    return out;
  }

  private static String lod(double lod) {
    return "read_imagef(i, s, c, (float)%s).x".formatted(lod);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void theLevelOfDetailChoosesTheLevel(Context context) {
    float[] out =
        read(
            context,
            MipFilter.DEFAULT,
            lod(0),
            lod(1),
            lod(3),
            lod(0.5),
            lod(0.51),
            lod(1.4),
            lod(-2),
            lod(17),
            "read_imagef(i, s, c).x",
            "read_imagef(i, own, c, 2.0f).x",
            "get_image_num_mip_levels(i)");
    assertArrayEquals(new float[] {1, 11, 31, 1, 11, 11, 1, 31, 1, 21, 4}, out);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void twoLevelsAreMixed(Context context) {
    MipFilter mip = new MipFilter(FilterMode.LINEAR, 0, Float.MAX_VALUE);
    float[] out = read(context, mip, lod(0), lod(0.25), lod(1.5), lod(2.75), lod(3), lod(9));
    assertArrayEquals(new float[] {1, 3.5f, 16, 28.5f, 31, 31}, out);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void samplersLimitTheLevel(Context context) {
    MipFilter mip = new MipFilter(FilterMode.LINEAR, 0.5f, 1.75f);
    assertArrayEquals(
        new float[] {6, 6, 11, 18.5f, 18.5f},
        read(context, mip, lod(-1), lod(0), lod(1), lod(2), lod(30)));
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void gradientsGiveTheLevel(Context context) {
    String read = "read_imagef(i, s, c, (float2)(%s), (float2)(%s)).x";
    // Neighbours are 1, 2, 4 and 16 texels apart; the longer gradient counts.
    assertArrayEquals(
        new float[] {1, 11, 21, 31, 1},
        read(
            context,
            MipFilter.DEFAULT,
            read.formatted("0.125f, 0", "0, 0.25f"),
            read.formatted("0.25f, 0", "0, 0.25f"),
            read.formatted("0.125f, 0", "0, 1.0f"),
            read.formatted("2.0f, 0", "0, 0"),
            read.formatted("0, 0", "0, 0")));
  }

  /** A kernel writes each texel of each level; level and coordinates are its value. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void levelsAreWrittenAndMoved(Context context) {
    String source =
        """
        kernel void k(write_only image2d_t i, int lod) {
          int2 at = (int2)(get_global_id(0), get_global_id(1));
          write_imageui(i, at, lod, (uint4)(100 * lod + 10 * at.y + at.x));
        }
        """;
    try (CommandQueue queue = context.queue();
        Image image = context.image(UINTS, PLANE);
        Image other = context.image(UINTS, ImageDescription.of2D(4, 2).withMipLevels(2));
        Buffer buffer = context.buffer(8);
        Program program = context.build(source, "-cl-std=CL2.0")) {
      for (int lod = 0; lod < 4; lod++) {
        ImageRegion all = image.all(lod);
        program.kernel("k").with(image, lod).run(NDRange.of(all.width(), all.height()));
      }
      for (int lod = 0; lod < 4; lod++) {
        ImageRegion all = image.all(lod);
        int[] texels = new int[(int) (all.width() * all.height())];
        queue.images().read(image, all, MemorySegment.ofArray(texels), 0, 0).waitFor();
        int level = lod;
        int width = (int) all.width();
        int[] expected =
            IntStream.range(0, texels.length)
                .map(t -> 100 * level + 10 * (t / width) + t % width)
                .toArray();
        assertArrayEquals(expected, texels);
      }
      queue.images().copy(image, image.all(1), other, 0, 0, 0, 0, List.of());
      queue.images().copy(image, image.all(2), other, 0, 0, 0, 1, List.of());
      queue.images().copyToBuffer(other, other.all(1), buffer, 0).waitFor();
      int[] moved = new int[2];
      buffer.read(0, MemorySegment.ofArray(moved));
      assertArrayEquals(new int[] {200, 201}, moved);
      ImageMapping mapping =
          queue.images().map(other, Set.of(MapFlag.READ), other.all(0), List.of());
      assertEquals(16, mapping.rowPitch());
      assertEquals(113, mapping.await().get(ValueLayout.JAVA_INT, 16 + 12));
      queue.unmap(other, mapping.memory().address(), List.of()).waitFor();
    }
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void shapesOfOtherDimensions(Context context) {
    String source =
        """
        kernel void k(read_only image3d_t v, read_only image1d_array_t l, sampler_t s, global uint *o) {
          o[0] = read_imageui(v, s, (float4)(0.9f, 0.9f, 0.9f, 0), 1.0f).x;
          o[1] = read_imageui(l, s, (float2)(0.9f, 2), 1.0f).x;
          o[2] = read_imageui(v, s, (float4)(0.9f, 0.9f, 0.9f, 0), (float4)(0.25f), (float4)(0)).x;
          o[3] = read_imageui(l, s, (float2)(0.9f, 2), 0.5f, 0.0f).x;
        }
        kernel void w(write_only image3d_t v, write_only image1d_array_t l) {
          write_imageui(v, (int4)(1, 1, 1, 0), 1, (uint4)7);
          write_imageui(l, (int2)(1, 2), 1, (uint4)8);
        }
        """;
    int[] out = new int[4];
    try (Image volume = context.image(UINTS, ImageDescription.of3D(5, 4, 4).withMipLevels(3));
        Image lines = context.image(UINTS, ImageDescription.arrayOf1D(4, 3).withMipLevels(2));
        Sampler nearest = context.sampler(true, AddressingMode.CLAMP_TO_EDGE, FilterMode.NEAREST);
        Buffer to = context.buffer(16);
        Program program = context.build(source, "-cl-std=CL3.0")) {
      program.kernel("w").with(volume, lines).run(NDRange.of(1));
      program.kernel("k").with(volume, lines, nearest, to).run(NDRange.of(1));
      to.read(0, MemorySegment.ofArray(out));
      assertEquals(new ImageRegion(0, 0, 0, 2, 2, 2, 1), volume.all(1));
      assertEquals(new ImageRegion(0, 0, 0, 2, 3, 1, 1), lines.all(1));
    }
    assertEquals(7, out[0]);
    assertEquals(8, out[1]);
    assertEquals(8, out[3]);
  }

  private static void refused(ErrorCode code, Executable call) {
    assertEquals(code, assertThrows(ClException.class, call).code());
  }

  @Test
  void whatCannotBeMippedIsRefused() {
    Context context = contexts.getFirst();
    ErrorCode shape = ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR;
    refused(shape, () -> context.image(FLOATS, PLANE.withMipLevels(16)));
    refused(shape, () -> context.image(FLOATS, PLANE.withMipLevels(-1)));
    ImageFormat depth = new ImageFormat(ChannelOrder.DEPTH, ChannelType.FLOAT);
    context.image(depth, PLANE).close(); // read_imagef of image2d_depth_t has a level too
    try (Buffer texels = context.buffer(64)) {
      ImageDescription line = ImageDescription.of1D(16, texels).withMipLevels(2);
      refused(shape, () -> context.image(FLOATS, line));
    }
    MemorySegment host = MemorySegment.ofArray(new float[64]);
    Set<MemoryFlag> copy = Set.of(MemoryFlag.COPY_HOST_PTR);
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.image(copy, FLOATS, PLANE, host));
    refused(
        ErrorCode.CL_INVALID_HOST_PTR,
        () -> context.image(Set.of(MemoryFlag.READ_WRITE), FLOATS, PLANE, host));
    try (CommandQueue queue = context.queue();
        Image image = context.image(FLOATS, PLANE)) {
      refused(ErrorCode.CL_INVALID_MIP_LEVEL, () -> image.all(4));
      ImageRegion none = new ImageRegion(0, 0, 0, 1, 1, 1, 4);
      refused(ErrorCode.CL_INVALID_MIP_LEVEL, () -> queue.images().fill(image, color(1), none));
      ImageRegion wide = new ImageRegion(0, 0, 0, 5, 1, 1, 1);
      refused(ErrorCode.CL_INVALID_VALUE, () -> queue.images().fill(image, color(1), wide));
    }
    refused(ErrorCode.CL_INVALID_VALUE, () -> new MipFilter(FilterMode.NEAREST, Float.NaN, 1));
  }

  private List<Finding> check(String body) {
    String source =
        "kernel void k(write_only image2d_t i, read_only image2d_t r, sampler_t s, global float *o)"
            + " { %s }".formatted(body);
    Context context = contexts.getFirst();
    try (Image image = context.image(FLOATS, PLANE);
        Image read = context.image(FLOATS, PLANE);
        Sampler sampler = context.sampler(false, AddressingMode.CLAMP_TO_EDGE, FilterMode.NEAREST);
        Buffer out = context.buffer(4);
        Program program = context.build(source, "-cl-std=CL3.0")) {
      return program.kernel("k").with(image, read, sampler, out).check(NDRange.of(1)).findings();
    }
  }

  @Test
  void checkKnowsTheBoundsOfEachLevel() {
    assertEquals(List.of(), check("write_imagef(i, (int2)(3, 1), 1, (float4)0);"));
    for (String write : List.of("(int2)(4, 1), 1", "(int2)(3, 2), 1", "(int2)(0, 0), 4")) {
      List<Finding> found = check("write_imagef(i, %s, (float4)0);".formatted(write));
      assertEquals(1, found.size(), write);
      assertEquals(FindingKind.OUT_OF_BOUNDS, found.getFirst().kind());
    }
    List<Finding> found = check("o[0] = read_imagef(r, s, (float2)(1, 1), 1.0f).x;");
    assertEquals(FindingKind.INVALID_ARGUMENT, found.getFirst().kind());
    assertTrue(found.getFirst().message().contains("NORMALIZED"), found.toString());
  }

  /** Kernels write sRGB texels as a fill command does ({@code cl_khr_srgb_image_writes}). */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("contexts")
  void linearColorsAreWrittenAsSrgb(Context context) {
    String source =
        """
        #ifndef cl_khr_srgb_image_writes
        #error no extension
        #endif
        kernel void k(write_only image1d_t i) {
          float c = ((int)get_global_id(0) - 8) / 500.0f;
          write_imagef(i, (int)get_global_id(0), (float4)(c, c * c, 1 - c, c));
        }
        """;
    ImageFormat srgb = new ImageFormat(ChannelOrder.SRGBA, ChannelType.UNORM_INT8);
    byte[] written = new byte[4 * 520];
    byte[] filled = new byte[4 * 520];
    try (CommandQueue queue = context.queue();
        Image image = context.image(srgb, ImageDescription.of1D(520));
        Program program = context.build(source)) {
      program.kernel("k").with(image).run(NDRange.of(520));
      image.read(MemorySegment.ofArray(written));
      for (int t = 0; t < 520; t++) {
        float c = (t - 8) / 500.0f;
        MemorySegment color = MemorySegment.ofArray(new float[] {c, c * c, 1 - c, c});
        queue.images().fill(image, color, new ImageRegion(t, 0, 0, 1, 1, 1));
      }
      queue.finish();
      image.read(MemorySegment.ofArray(filled));
    }
    for (int i = 0; i < written.length; i++) {
      int difference = Byte.toUnsignedInt(written[i]) - Byte.toUnsignedInt(filled[i]);
      assertTrue(Math.abs(difference) <= 1, "byte " + i + ": " + written[i] + ", " + filled[i]);
    }
  }
}
