package dev.barnacle.cl.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageType;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kernels write to images is there, converted as the specification says. */
class ImageWriteTest {
  private static final int WIDTH = 16;
  private static final int HEIGHT = 4;

  private static final String SOURCE =
      """
      #define AT (int2)(get_global_id(0), get_global_id(1))
      #define COLOR c[get_global_id(1) * get_global_size(0) + get_global_id(0)]
      kernel void floats(write_only image2d_t image, global const float4 *c) { write_imagef(image, AT, COLOR); }
      kernel void halves(write_only image2d_t image, global const float4 *c) {
        write_imageh(image, AT, convert_half4(COLOR));
      }
      kernel void ints(write_only image2d_t image, global const int4 *c) { write_imagei(image, AT, COLOR); }
      kernel void uints(write_only image2d_t image, global const uint4 *c) { write_imageui(image, AT, COLOR); }
      kernel void depths(write_only image2d_depth_t image, global const float4 *c) { write_imagef(image, AT, COLOR.x); }
      kernel void sizes(global int *out, read_only image1d_t a, write_only image1d_array_t b, read_write image2d_t c,
                        read_only image2d_array_t d, read_only image3d_t e, write_only image1d_buffer_t f) {
        const size_t layers = get_image_array_size(d);
        const int all[] = {get_image_width(a), get_image_width(b), (int)get_image_array_size(b), get_image_width(c),
                           get_image_height(c), get_image_dim(c).x, get_image_dim(c).y, get_image_dim(d).y, (int)layers,
                           get_image_depth(e), get_image_dim(e).x, get_image_dim(e).y, get_image_dim(e).z,
                           get_image_dim(e).w, get_image_width(f),
                           get_image_channel_order(c) == CLK_BGRA, get_image_channel_data_type(c) == CLK_SNORM_INT8};
        for (int i = 0; i < sizeof(all) / sizeof(int); i++)
          out[i] = all[i];
      }
      kernel void in_place(read_write image2d_t image) { write_imageui(image, AT, read_imageui(image, AT) * 2); }
      kernel void everywhere(write_only image1d_t a, write_only image1d_array_t b, write_only image2d_array_t c,
                             write_only image3d_t d, write_only image1d_buffer_t e) {
        const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
        const uint4 color = 1 + x + 10 * y + 100 * z;
        if (y == 0 && z == 0) {
          write_imageui(a, x, color);
          write_imageui(e, x, color);
        }
        if (z == 0)
          write_imageui(b, (int2)(x, y), color);
        write_imageui(c, (int4)(x, y, z, 7), color);
        write_imageui(d, (int4)(x, y, z, 7), color);
      }
      kernel void beyond(write_only image2d_t image) { write_imageui(image, AT - 2, (uint4)(7)); }
      """;

  private static final Context SIMD = Context.create();
  private static final Context WATCH = Context.builder().watched().create();
  private static final Program ON_SIMD = SIMD.build(SOURCE, "-cl-std=CL3.0");
  private static final Program ON_WATCH = WATCH.build(SOURCE, "-cl-std=CL3.0");

  @AfterAll
  static void close() {
    SIMD.close();
    WATCH.close();
  }

  static Stream<ImageFormat> formats() {
    return ImageFormat.supported(ImageType.IMAGE2D, true).stream();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void colorsAreConverted(ImageFormat format) {
    byte[] simd = colorsAreConverted(format, ON_SIMD);
    assertArrayEquals(simd, colorsAreConverted(format, ON_WATCH));
  }

  private static byte[] colorsAreConverted(ImageFormat format, Program program) {
    Random random = new Random(format.hashCode());
    boolean floats = format.type().kind() != ChannelType.Kind.INTEGER;
    int count = 4 * WIDTH * HEIGHT;
    float[] numbers = new float[count];
    int[] integers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = random.nextFloat(-1.3f, 1.3f);
      integers[i] = random.nextInt() >> random.nextInt(32);
    }
    Context context = program.context();
    String kernel =
        format.order() == ChannelOrder.DEPTH
            ? "depths"
            : floats ? "floats" : format.type().isSigned() ? "ints" : "uints";
    byte[] texels = new byte[WIDTH * HEIGHT * format.texelBytes()];
    try (Image image = context.image(format, ImageDescription.of2D(WIDTH, HEIGHT));
        Buffer colors = floats ? context.buffer(numbers) : context.buffer(integers)) {
      program.kernel(kernel).with(image, colors).run(NDRange.of(WIDTH, HEIGHT));
      image.read(MemorySegment.ofArray(texels));
      checkFill(image, colors, texels);
    }
    ReferenceImage written =
        new ReferenceImage(format, ImageType.IMAGE2D, WIDTH, HEIGHT, 1, texels);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      double[] color = written.color(i % WIDTH, i / WIDTH, 0);
      for (int c = 0; c < 4; c++) {
        if (stores(format, c)) {
          check(format, c, numbers[4 * i + c], integers[4 * i + c], color[c]);
        }
      }
    }
    return texels;
  }

  private static boolean stores(ImageFormat format, int component) {
    return switch (format.order()) {
      case R, DEPTH, INTENSITY, LUMINANCE -> component == 0;
      case A -> component == 3;
      case RG -> component < 2;
      case RA -> component == 0 || component == 3;
      case RGB -> component < 3;
      default -> true;
    };
  }

  private static void check(
      ImageFormat format, int component, float number, int integer, double stored) {
    String what = format + " component " + component + " of " + number + ", " + integer;
    switch (format.type()) {
      case FLOAT -> assertEquals(number, stored, what);
      case HALF_FLOAT ->
          assertEquals(Float.float16ToFloat(Float.floatToFloat16(number)), stored, what);
      case SIGNED_INT32 -> assertEquals(integer, stored, what);
      case SIGNED_INT16 ->
          assertEquals(Math.clamp(integer, Short.MIN_VALUE, Short.MAX_VALUE), stored, what);
      case SIGNED_INT8 ->
          assertEquals(Math.clamp(integer, Byte.MIN_VALUE, Byte.MAX_VALUE), stored, what);
      case UNSIGNED_INT32 -> assertEquals((double) Integer.toUnsignedLong(integer), stored, what);
      case UNSIGNED_INT16 ->
          assertEquals((double) Math.min(Integer.toUnsignedLong(integer), 65535), stored, what);
      case UNSIGNED_INT8 ->
          assertEquals((double) Math.min(Integer.toUnsignedLong(integer), 255), stored, what);
      default -> {
        double step = 1.0 / steps(format.type(), component);
        double wanted = Math.clamp(number, format.type().isSigned() ? -1.0 : 0.0, 1.0);
        boolean encoded = format.order().isSrgb() && component < 3;
        assertEquals(
            encoded ? srgb(wanted) : wanted,
            encoded ? srgb(stored) : stored,
            (encoded ? 0.6 : 0.505) * step,
            what);
      }
    }
  }

  /** The curve of sRGB (OpenCL C, 8.3.1.3). */
  private static double srgb(double linear) {
    return linear < 0.0031308 ? 12.92 * linear : 1.055 * Math.pow(linear, 1 / 2.4) - 0.055;
  }

  private static int steps(ChannelType type, int component) {
    return switch (type) {
      case UNORM_INT8 -> 255;
      case SNORM_INT8 -> 127;
      case UNORM_INT16 -> 65535;
      case SNORM_INT16 -> 32767;
      case UNORM_SHORT_565 -> component == 1 ? 63 : 31;
      case UNORM_SHORT_555 -> 31;
      case UNORM_INT_101010 -> 1023;
      case UNORM_INT_101010_2 -> component == 3 ? 3 : 1023;
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** A filled texel is the one that a kernel writes. */
  private static void checkFill(Image image, Buffer colors, byte[] texels) {
    int size = image.texelBytes();
    byte[] filled = new byte[texels.length];
    try (CommandQueue queue = image.context().queue()) {
      for (int i = 0; i < 8; i++) {
        queue.images().fill(image, colors.memory().asSlice(16L * i, 16), image.all(), List.of());
        queue.finish();
        image.read(MemorySegment.ofArray(filled));
        for (int b = 0; b < filled.length; b++) {
          assertEquals(texels[i * size + b % size], filled[b], image.format() + " texel " + i);
        }
      }
    }
  }

  static Stream<Program> programs() {
    return Stream.of(ON_SIMD, ON_WATCH);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("programs")
  void sizesAndFormatsAreKnown(Program program) {
    Context context = program.context();
    ImageFormat format = new ImageFormat(ChannelOrder.BGRA, ChannelType.SNORM_INT8);
    try (Buffer out = context.buffer(17 * 4);
        Buffer texels = context.buffer(4 * 11);
        Image a = context.image(format, ImageDescription.of1D(5));
        Image b = context.image(format, ImageDescription.arrayOf1D(6, 2));
        Image c = context.image(format, ImageDescription.of2D(7, 3));
        Image d = context.image(format, ImageDescription.arrayOf2D(8, 4, 9));
        Image e = context.image(format, ImageDescription.of3D(10, 12, 13));
        Image f = context.image(format, ImageDescription.of1D(11, texels))) {
      program.kernel("sizes").with(out, a, b, c, d, e, f).run(NDRange.of(1));
      int[] all = new int[17];
      out.read(all);
      assertArrayEquals(new int[] {5, 6, 2, 7, 3, 7, 3, 4, 9, 13, 10, 12, 13, 0, 11, 1, 1}, all);
    }
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("programs")
  void aKernelReadsWhatItWrites(Program program) {
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT16);
    short[] texels = {1, 2, 3, 4, 5, 6};
    try (Image image = program.context().image(format, ImageDescription.of2D(3, 2))) {
      image.write(MemorySegment.ofArray(texels));
      program.kernel("in_place").with(image).run(NDRange.of(3, 2));
      image.read(MemorySegment.ofArray(texels));
    }
    assertArrayEquals(new short[] {2, 4, 6, 8, 10, 12}, texels);
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("programs")
  void everyShapeIsWritten(Program program) {
    Context context = program.context();
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);
    try (Buffer texels = context.buffer(4 * 3);
        Image a = context.image(format, ImageDescription.of1D(3));
        Image b = context.image(format, ImageDescription.arrayOf1D(3, 2));
        Image c = context.image(format, ImageDescription.arrayOf2D(3, 2, 2));
        Image d = context.image(format, ImageDescription.of3D(3, 2, 2));
        Image e = context.image(format, ImageDescription.of1D(3, texels))) {
      program.kernel("everywhere").with(a, b, c, d, e).run(NDRange.of(3, 2, 2));
      int[] all = {1, 2, 3, 11, 12, 13, 101, 102, 103, 111, 112, 113};
      assertArrayEquals(new int[] {1, 2, 3}, texels(a, 3));
      assertArrayEquals(new int[] {1, 2, 3, 11, 12, 13}, texels(b, 6));
      assertArrayEquals(all, texels(c, 12));
      assertArrayEquals(all, texels(d, 12));
      int[] inBuffer = new int[3];
      texels.read(inBuffer);
      assertArrayEquals(new int[] {1, 2, 3}, inBuffer);
    }
  }

  private static int[] texels(Image image, int count) {
    int[] texels = new int[count];
    image.read(MemorySegment.ofArray(texels));
    return texels;
  }

  @Test
  void writesOutsideOfTheImageHitNothing() {
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT8);
    try (Buffer buffer = SIMD.buffer(256);
        Image image = SIMD.image(format, ImageDescription.of2D(4, 4, 8, buffer.slice(128, 32)))) {
      ON_SIMD.kernel("beyond").with(image).run(NDRange.of(8, 8));
      byte[] bytes = new byte[256];
      buffer.read(bytes);
      for (int i = 0; i < 256; i++) {
        boolean inside = i >= 128 && i < 160 && i % 8 < 4;
        assertEquals(inside ? 7 : 0, bytes[i], "byte " + i);
      }
    }
  }
}
