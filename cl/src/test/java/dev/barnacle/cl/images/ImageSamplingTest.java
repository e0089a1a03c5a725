package dev.barnacle.cl.images;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.FilterMode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageType;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.Sampler;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Kernels read of random images at random coordinates through random samplers what the formulas of
 * the specification say, on both engines.
 */
class ImageSamplingTest {
  private static final int POINTS = 64;

  private static final String SOURCE =
      """
      kernel void floats(read_only IMAGE image, sampler_t s, global const float4 *c, global float4 *out) {
        const size_t i = get_global_id(0);
        out[i] = (float4)(read_imagef(image, s, FLOATS(c[i])));
      }
      kernel void floats_at(read_only IMAGE image, sampler_t s, global const int4 *c, global float4 *out) {
        const size_t i = get_global_id(0);
        out[i] = (float4)(read_imagef(image, s, INTS(c[i])));
      }
      kernel void floats_direct(read_only IMAGE image, global const int4 *c, global float4 *out) {
        const size_t i = get_global_id(0);
        out[i] = (float4)(read_imagef(image, INTS(c[i])));
      }
      #ifndef DEPTH
      kernel void ints(read_only IMAGE image, sampler_t s, global const float4 *c, global int4 *out) {
        const size_t i = get_global_id(0);
        out[i] = read_imagei(image, s, FLOATS(c[i]));
      }
      kernel void uints(read_only IMAGE image, sampler_t s, global const float4 *c, global uint4 *out) {
        const size_t i = get_global_id(0);
        out[i] = read_imageui(image, s, FLOATS(c[i]));
      }
      #endif
      """;

  private static final Map<ImageType, String> COORDINATES = new EnumMap<>(ImageType.class);

  static {
    COORDINATES.put(ImageType.IMAGE1D, "x");
    COORDINATES.put(ImageType.IMAGE1D_ARRAY, "xy");
    COORDINATES.put(ImageType.IMAGE2D, "xy");
    COORDINATES.put(ImageType.IMAGE2D_ARRAY, "xyzw");
    COORDINATES.put(ImageType.IMAGE3D, "xyzw");
  }

  private static final Engine SIMD = new Engine(Context.create());
  private static final Engine WATCH = new Engine(Context.builder().watched().create());

  private record Engine(Context context, Map<String, Program> programs) {
    Engine(Context context) {
      this(context, new java.util.concurrent.ConcurrentHashMap<>());
    }

    Program program(ImageType type, boolean depth) {
      String name = name(type, depth);
      return programs.computeIfAbsent(
          name,
          n -> {
            String coordinates = COORDINATES.get(type);
            String options =
                "-DIMAGE=%s -DFLOATS(c)=c.%s -DINTS(c)=c.%s %s"
                    .formatted(n, coordinates, coordinates, depth ? "-DDEPTH" : "");
            return context.build(SOURCE, options);
          });
    }
  }

  private static String name(ImageType type, boolean depth) {
    String name = type.name().toLowerCase(java.util.Locale.ROOT) + (depth ? "_depth_t" : "_t");
    return depth && type == ImageType.IMAGE2D_ARRAY ? "image2d_array_depth_t" : name;
  }

  @AfterContainer
  static void close() {
    SIMD.context().close();
    WATCH.context().close();
  }

  @Property(tries = 400)
  void simdReadsWhatTheSpecificationSays(@ForAll long seed) {
    check(SIMD, new Random(seed));
  }

  @Property(tries = 60)
  void watchReadsWhatTheSpecificationSays(@ForAll long seed) {
    check(WATCH, new Random(seed));
  }

  private static void check(Engine engine, Random random) {
    ReferenceImage reference = image(random);
    ReferenceImage.Mode mode = mode(random);
    ImageDescription shape =
        switch (reference.type()) {
          case IMAGE1D -> ImageDescription.of1D(reference.width());
          case IMAGE1D_ARRAY -> ImageDescription.arrayOf1D(reference.width(), reference.slices());
          case IMAGE2D -> ImageDescription.of2D(reference.width(), reference.height());
          case IMAGE2D_ARRAY ->
              ImageDescription.arrayOf2D(reference.width(), reference.height(), reference.slices());
          default ->
              ImageDescription.of3D(reference.width(), reference.height(), reference.slices());
        };
    Context context = engine.context();
    Program program =
        engine.program(reference.type(), reference.format().order() == ChannelOrder.DEPTH);
    try (Image image =
            context.image(
                Set.of(MemoryFlag.READ_ONLY, MemoryFlag.COPY_HOST_PTR),
                reference.format(),
                shape,
                MemorySegment.ofArray(reference.texels()));
        Sampler sampler =
            context.sampler(
                mode.normalized(),
                mode.addressing(),
                mode.linear() ? FilterMode.LINEAR : FilterMode.NEAREST)) {
      if (reference.isFloat()) {
        readFloats(program, reference, mode, image, sampler, random);
      } else {
        readIntegers(program, reference, mode, image, sampler, random);
      }
    }
  }

  private static void readFloats(
      Program program,
      ReferenceImage reference,
      ReferenceImage.Mode mode,
      Image image,
      Sampler sampler,
      Random random) {
    float[] points = points(reference, mode, random);
    float[] out = new float[4 * POINTS];
    run(program, "floats", out, image, sampler, points);
    for (int i = 0; i < POINTS; i++) {
      double[] expected =
          reference.sample(mode, points[4 * i], points[4 * i + 1], points[4 * i + 2]);
      compare(reference, mode, Arrays.copyOfRange(points, 4 * i, 4 * i + 3), expected, out, i);
    }
    if (mode.normalized() || mode.linear()) {
      return;
    }
    boolean outside = mode.addressing() != AddressingMode.NONE;
    int[] places = places(reference, outside, random);
    run(program, "floats_at", out, image, sampler, places);
    compareAt(reference, mode, mode.addressing(), places, out);
    places = places(reference, false, random);
    run(program, "floats_direct", out, image, places);
    compareAt(reference, mode, AddressingMode.NONE, places, out);
  }

  private static void compareAt(
      ReferenceImage reference,
      ReferenceImage.Mode mode,
      AddressingMode addressing,
      int[] places,
      float[] out) {
    for (int i = 0; i < POINTS; i++) {
      double[] expected =
          reference.at(addressing, places[4 * i], places[4 * i + 1], places[4 * i + 2]);
      float[] at = {places[4 * i], places[4 * i + 1], places[4 * i + 2]};
      compare(reference, mode, at, expected, out, i);
    }
  }

  private static void readIntegers(
      Program program,
      ReferenceImage reference,
      ReferenceImage.Mode mode,
      Image image,
      Sampler sampler,
      Random random) {
    float[] points = points(reference, mode, random);
    int[] out = new int[4 * POINTS];
    boolean signed = reference.format().type().isSigned();
    run(program, signed ? "ints" : "uints", out, image, sampler, points);
    ReferenceImage.Mode nearest =
        new ReferenceImage.Mode(mode.normalized(), mode.addressing(), false);
    for (int i = 0; i < POINTS; i++) {
      double[] expected =
          reference.sample(nearest, points[4 * i], points[4 * i + 1], points[4 * i + 2]);
      for (int c = 0; c < 4; c++) {
        int value = out[4 * i + c];
        assertEquals(
            expected[c],
            (double) (signed ? value : Integer.toUnsignedLong(value)),
            reference.format() + " " + nearest + " component " + c);
      }
    }
  }

  private static void compare(
      ReferenceImage reference,
      ReferenceImage.Mode mode,
      float[] at,
      double[] expected,
      float[] out,
      int i) {
    int components = reference.format().order() == ChannelOrder.DEPTH ? 1 : 4;
    for (int c = 0; c < components; c++) {
      // 1.5 ulp of a conversion; a mean has the error of its weights too.
      double tolerance = mode.linear() ? 4e-6 : 1.5 * Math.ulp((float) expected[c]);
      assertEquals(
          expected[c],
          out[4 * i + c],
          tolerance,
          reference.format()
              + " "
              + reference.type()
              + " "
              + reference.width()
              + "x"
              + reference.height()
              + "x"
              + reference.slices()
              + " "
              + mode
              + " at "
              + Arrays.toString(at)
              + " component "
              + c);
    }
  }

  /** Runs a kernel for the image, the arguments and a buffer that {@code out} is read from. */
  private static void run(Program program, String kernel, Object out, Object... arguments) {
    Context context = program.context();
    List<Object> bound = new ArrayList<>(Arrays.asList(arguments));
    int last = bound.size() - 1;
    try (Buffer points =
            bound.get(last) instanceof float[] f
                ? context.buffer(f)
                : context.buffer((int[]) bound.get(last));
        Buffer results = context.buffer(16L * POINTS)) {
      bound.set(last, points);
      bound.add(results);
      program.kernel(kernel).with(bound.toArray()).run(NDRange.of(POINTS));
      if (out instanceof float[] floats) {
        results.read(floats);
      } else {
        results.read((int[]) out);
      }
    }
  }

  private static ReferenceImage image(Random random) {
    List<ImageType> types = List.copyOf(COORDINATES.keySet());
    ImageType type = types.get(random.nextInt(types.size()));
    List<ImageFormat> formats = ImageFormat.supported(type, false);
    ImageFormat format = formats.get(random.nextInt(formats.size()));
    int width = 1 + random.nextInt(9);
    int height = type.dimensions() > 1 ? 1 + random.nextInt(7) : 1;
    int slices = type.isArray() || type.dimensions() > 2 ? 1 + random.nextInt(5) : 1;
    byte[] texels = new byte[width * height * slices * format.texelBytes()];
    random.nextBytes(texels);
    ReferenceImage image = new ReferenceImage(format, type, width, height, slices, texels);
    if (format.type() == ChannelType.FLOAT) {
      for (int i = 0; i < texels.length; i += 4) {
        image.buffer().putFloat(i, random.nextFloat(-2, 2));
      }
    } else if (format.type() == ChannelType.HALF_FLOAT) {
      for (int i = 0; i < texels.length; i += 2) {
        image.buffer().putShort(i, Float.floatToFloat16(random.nextFloat(-2, 2)));
      }
    }
    return image;
  }

  private static ReferenceImage.Mode mode(Random random) {
    List<AddressingMode> modes = List.of(AddressingMode.values());
    AddressingMode addressing = modes.get(random.nextInt(modes.size()));
    boolean repeats =
        addressing == AddressingMode.REPEAT || addressing == AddressingMode.MIRRORED_REPEAT;
    // Under CLK_ADDRESS_NONE the neighbours of a texel at the edge are not defined.
    boolean linear = addressing != AddressingMode.NONE && random.nextBoolean();
    return new ReferenceImage.Mode(repeats || random.nextBoolean(), addressing, linear);
  }

  private static float[] points(ReferenceImage image, ReferenceImage.Mode mode, Random random) {
    boolean inside = mode.addressing() == AddressingMode.NONE;
    int[] size = {image.width(), image.height(), image.slices()};
    float[] points = new float[4 * POINTS];
    for (int i = 0; i < points.length; i++) {
      int d = i % 4;
      if (d == 3) {
        continue;
      }
      boolean layer =
          image.type().isArray() && d == (image.type() == ImageType.IMAGE1D_ARRAY ? 1 : 2);
      float s = inside ? random.nextFloat(0.01f, 0.99f) : random.nextFloat(-2, 3);
      int scale = layer ? image.slices() : size[d];
      points[i] = layer || !mode.normalized() ? s * scale : s;
      if (inside && layer) {
        points[i] = Math.min(points[i], scale - 1);
      }
    }
    return points;
  }

  private static int[] places(ReferenceImage image, boolean outside, Random random) {
    int[] places = new int[4 * POINTS];
    for (int i = 0; i < POINTS; i++) {
      boolean lines = image.type() == ImageType.IMAGE1D_ARRAY;
      int[] size = {
        image.width(), lines ? image.slices() : image.height(), lines ? 1 : image.slices()
      };
      for (int d = 0; d < 3; d++) {
        places[4 * i + d] = outside ? random.nextInt(-3, size[d] + 3) : random.nextInt(size[d]);
      }
    }
    return places;
  }
}
