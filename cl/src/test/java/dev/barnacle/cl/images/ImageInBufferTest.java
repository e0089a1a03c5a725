package dev.barnacle.cl.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageRequirements;
import dev.barnacle.cl.ImageType;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.MemoryObject;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;

/**
 * Images of all types in buffers, and what they need ({@code cl_ext_image_from_buffer}, {@code
 * cl_ext_image_requirements_info}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImageInBufferTest {
  private static final ImageFormat WORD =
      new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);
  private static final int WIDTH = 5;
  private static final int HEIGHT = 3;
  private static final int SLICES = 4;

  /** In words. */
  private static final int ROW = 7;

  private static final int SLICE = 28;

  /** Each copies its texels densely, and writes others in their place. */
  private static final String SOURCE =
      """
      #define AT(x, y, z) ((z) * 15 + (y) * 5 + (x))
      kernel void line(read_write image1d_t i, global uint *o)
      {
        int x = get_global_id(0);
        o[AT(x, 0, 0)] = read_imageui(i, x).x;
        write_imageui(i, x, 100 + AT(x, 0, 0));
      }
      kernel void lines(read_write image1d_array_t i, global uint *o)
      {
        int2 c = (int2)(get_global_id(0), get_global_id(2));
        o[AT(c.x, 0, c.y)] = read_imageui(i, c).x;
        write_imageui(i, c, 100 + AT(c.x, 0, c.y));
      }
      kernel void layers(read_write image2d_array_t i, global uint *o)
      {
        int4 c = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
        o[AT(c.x, c.y, c.z)] = read_imageui(i, c).x;
        write_imageui(i, c, 100 + AT(c.x, c.y, c.z));
      }
      kernel void space(read_write image3d_t i, global uint *o)
      {
        int4 c = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
        o[AT(c.x, c.y, c.z)] = read_imageui(i, c).x;
        write_imageui(i, c, 100 + AT(c.x, c.y, c.z));
      }
      """;

  private final List<Context> contexts =
      List.of(Context.create(), Context.builder().watched().create());
  private final Context context = contexts.getFirst();

  @AfterAll
  void close() {
    contexts.forEach(Context::close);
  }

  private static ImageDescription shape(
      ImageType type, long row, long slice, @Nullable MemoryObject source) {
    return new ImageDescription(type, WIDTH, HEIGHT, SLICES, SLICES, row, slice, 0, 0, source);
  }

  /** Where a texel lies in the buffer, in words. */
  private static int at(ImageType type, int x, int y, int z) {
    return type == ImageType.IMAGE1D_ARRAY ? z * SLICE + x : z * SLICE + y * ROW + x;
  }

  private static void check(Context context, String kernel, ImageType type, int rows, int slices) {
    int[] words = new int[SLICES * SLICE];
    for (int i = 0; i < words.length; i++) {
      words[i] = 1000 + i;
    }
    ImageDescription shape =
        type == ImageType.IMAGE1D
            ? shape(type, 0, 0, context.buffer(words))
            : shape(type, 4 * ROW, 4 * SLICE, context.buffer(words));
    try (MemoryObject source = shape.source();
        Image image = context.image(Set.of(), WORD, shape, null);
        Buffer out = context.buffer(4L * WIDTH * HEIGHT * SLICES);
        Program program = context.build(SOURCE, "-cl-std=CL3.0")) {
      assertEquals(source, image.parent().orElseThrow());
      Report report =
          program.kernel(kernel).with(image, out).check(NDRange.of(WIDTH, rows, slices));
      assertTrue(report.isClean(), report::toString);
      int[] dense = new int[WIDTH * HEIGHT * SLICES];
      out.read(0, MemorySegment.ofArray(dense));
      int[] after = new int[words.length];
      ((Buffer) Objects.requireNonNull(source)).read(0, MemorySegment.ofArray(after));
      for (int z = 0; z < slices; z++) {
        for (int y = 0; y < rows; y++) {
          for (int x = 0; x < WIDTH; x++) {
            int number = z * 15 + y * 5 + x;
            int place = at(type, x, y, z);
            assertEquals(1000 + place, dense[number], type + " " + number);
            words[place] = 100 + number;
          }
        }
      }
      assertArrayEquals(words, after, type.toString());
    }
  }

  @Test
  void kernelsSeeTheBuffersTexels() {
    for (Context each : contexts) {
      check(each, "line", ImageType.IMAGE1D, 1, 1);
      check(each, "lines", ImageType.IMAGE1D_ARRAY, 1, SLICES);
      check(each, "layers", ImageType.IMAGE2D_ARRAY, HEIGHT, SLICES);
      check(each, "space", ImageType.IMAGE3D, HEIGHT, SLICES);
    }
  }

  private ImageRequirements needs(@Nullable ImageFormat format, @Nullable ImageDescription shape) {
    return ImageRequirements.of(context, Set.of(), format, shape);
  }

  @Test
  void theSmallestBufferIsAsLargeAsItSays() {
    for (ImageType type : ImageType.values()) {
      ImageDescription dense = shape(type, 0, 0, null);
      long bytes = needs(WORD, dense).byteSize();
      try (Buffer fits = context.buffer(bytes);
          Image image = context.image(Set.of(), WORD, shape(type, 0, 0, fits), null);
          Buffer small = context.buffer(bytes - 4)) {
        assertEquals(bytes, image.byteSize(), type.toString());
        assertThrowsCode(
            ErrorCode.CL_INVALID_IMAGE_SIZE,
            () -> context.image(Set.of(), WORD, shape(type, 0, 0, small), null));
      }
    }
    ImageDescription padded = shape(ImageType.IMAGE3D, 4 * ROW, 4 * SLICE, null);
    assertEquals(4L * SLICE * SLICES, needs(WORD, padded).byteSize());
  }

  @Test
  void pitchesAndAddressesAreAligned() {
    assertEquals(4, needs(WORD, shape(ImageType.IMAGE2D, 0, 0, null)).rowPitchAlignment());
    assertEquals(4, needs(WORD, shape(ImageType.IMAGE3D, 0, 0, null)).slicePitchAlignment());
    assertEquals(4, needs(WORD, shape(ImageType.IMAGE1D, 0, 0, null)).baseAddressAlignment());
    assertEquals(16, needs(null, null).rowPitchAlignment());
    assertEquals(16, needs(null, null).baseAddressAlignment());
    try (Buffer buffer = context.buffer(4096)) {
      for (ImageDescription wrong :
          List.of(
              shape(ImageType.IMAGE2D, 4 * ROW + 1, 0, buffer),
              shape(ImageType.IMAGE3D, 4 * ROW, 4 * SLICE + 1, buffer))) {
        assertThrowsCode(
            ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
            () -> context.image(Set.of(), WORD, wrong, null));
      }
    }
  }

  @Test
  void limitsAreTheDevicesOrThoseOfMemory() {
    assertEquals(2048, needs(null, null).maxWidth());
    assertEquals(16384, needs(null, shape(ImageType.IMAGE2D, 0, 0, null)).maxWidth());
    assertEquals(2048, needs(WORD, shape(ImageType.IMAGE3D, 0, 0, null)).maxHeight());
    assertEquals(2048, needs(WORD, shape(ImageType.IMAGE3D, 0, 0, null)).maxDepth());
    assertEquals(2048, needs(WORD, shape(ImageType.IMAGE1D_ARRAY, 0, 0, null)).maxArraySize());
    assertEquals(2048, needs(null, null).maxArraySize());
    long bytes = context.device().maxMemAllocBytes();
    ImageDescription large =
        new ImageDescription(ImageType.IMAGE2D_ARRAY, 16384, 16384, 0, 0, 0, 0, 0, 0, null);
    assertEquals(
        Math.min(2048, bytes / (16L * 16384 * 16384)),
        needs(ImageFormat.RGBA_FLOAT, large).maxArraySize());
  }

  @Test
  void whatNoImageHasIsAnError() {
    ImageDescription plane = shape(ImageType.IMAGE2D, 0, 0, null);
    assertWrong(ErrorCode.CL_INVALID_VALUE, null, plane, ImageRequirements::byteSize);
    assertWrong(ErrorCode.CL_INVALID_VALUE, WORD, null, ImageRequirements::byteSize);
    ErrorCode shape = ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR;
    assertWrong(shape, WORD, plane, ImageRequirements::maxDepth);
    assertWrong(shape, WORD, plane, ImageRequirements::maxArraySize);
    assertWrong(shape, WORD, ImageDescription.of1D(3), ImageRequirements::maxHeight);
    assertWrong(shape, WORD, ImageDescription.of1D(0), ImageRequirements::rowPitchAlignment);
    assertWrong(
        ErrorCode.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        new ImageFormat(ChannelOrder.INTENSITY, ChannelType.UNORM_SHORT_555),
        plane,
        ImageRequirements::byteSize);
    assertThrowsCode(
        ErrorCode.CL_INVALID_VALUE,
        () ->
            ImageRequirements.of(
                context, Set.of(MemoryFlag.READ_ONLY, MemoryFlag.WRITE_ONLY), WORD, plane));
  }

  private void assertWrong(
      ErrorCode code,
      @Nullable ImageFormat format,
      @Nullable ImageDescription shape,
      ToLongFunction<ImageRequirements> query) {
    assertThrowsCode(code, () -> query.applyAsLong(needs(format, shape)));
  }

  private static void assertThrowsCode(ErrorCode code, Executable call) {
    assertEquals(code, assertThrows(ClException.class, call).code());
  }
}
