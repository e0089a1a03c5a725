package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.SvmPointer;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Buffers and images in memory of the program that begins at any address ({@code
 * CL_MEM_USE_HOST_PTR}): all ways of access and all widths, compared with copies in Java.
 */
class AnyAddressTest {
  private static final boolean EVERYTHING = Boolean.getBoolean("barnacle.test.everything");

  private static final Map<String, Integer> SCALARS =
      Map.of("char", 1, "ushort", 2, "half", 2, "int", 4, "float", 4, "long", 8, "double", 8);
  private static final int ITEMS = 131; // a prime: i * 5 meets each element

  /** Moves elements in every way that has code of its own. */
  private static final String MOVES =
      """
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      #define N %d
      #define I get_global_id(0)
      kernel void k(global const T *a, constant T *c, global T *b) {
        int i = I;
        T v = a[i];
        if (i %% 3 == 1) v = a[(i * 7 + 3) %% N];
        if (i %% 5 == 2) v = c[i ^ 1];
        b[i] = v;
        b[N + (i * 5) %% N] = a[5];
        if (i & 1) b[2 * N + i] = a[N - 1 - i];
        b[3 * N + 2 * i] = a[i / 2];
        for (int j = 0; j < 2; j++) b[5 * N + 3 * i + j] = c[(i + j) %% N];
      }
      struct s { uchar tag; T value; };
      kernel void structures(global const struct s *a, global struct s *b) {
        int i = I;
        struct s one = a[N - 1 - i];
        one.tag++;
        b[i] = one;
      }
      kernel void groups(global const T *a, global T *b, local T *l) {
        int group = get_group_id(0) * get_enqueued_local_size(0), n = get_local_size(0);
        event_t e = async_work_group_copy(l, a + group, n, 0);
        wait_group_events(1, &e);
        e = async_work_group_copy(b + group, l, n, 0);
        wait_group_events(1, &e);
      }
      """
          .formatted(ITEMS);

  /**
   * Each scalar and a vector of it, whose widths take turns; all vectors where the system property
   * {@code barnacle.test.everything} is true.
   */
  static Stream<Arguments> types() {
    List<String> scalars = SCALARS.keySet().stream().sorted().toList();
    List<Integer> widths = List.of(2, 3, 4, 8, 16);
    return IntStream.range(0, scalars.size())
        .boxed()
        .flatMap(
            i ->
                Stream.concat(Stream.of(1), EVERYTHING ? widths.stream() : turn(widths, i))
                    .map(width -> Arguments.of(scalars.get(i), width)));
  }

  private static Stream<Integer> turn(List<Integer> widths, int i) {
    return Stream.of(widths.get(i % widths.size()));
  }

  /** A type at an address. */
  private record Elements(int bytes, int used, int offset) {
    static Elements of(String scalar, int width, int offset) {
      int size = SCALARS.getOrDefault(scalar, 0);
      return new Elements(size * (width == 3 ? 4 : width), size * width, offset);
    }

    Buffer buffer(Context context, MemorySegment memory) {
      return context.buffer(
          Set.of(MemoryFlag.READ_WRITE, MemoryFlag.USE_HOST_PTR), memory.byteSize(), memory);
    }

    MemorySegment memory(Arena arena, long count) {
      return arena.allocate(count * bytes + offset, 128).asSlice(offset);
    }

    void move(MemorySegment from, int source, MemorySegment to, int target) {
      MemorySegment.copy(from, (long) source * bytes, to, (long) target * bytes, used);
    }

    /** Clears what no component is in. */
    byte[] bytes(MemorySegment memory) {
      byte[] all = memory.toArray(ValueLayout.JAVA_BYTE);
      for (int i = 0; i < all.length; i++) {
        all[i] = i % bytes < used ? all[i] : 0;
      }
      return all;
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void allAccessesAreRight(String scalar, int width) {
    for (String options : List.of("", "features=avx2", "features=sse2", "lanes=1")) {
      try (Context context = Context.builder().engineOptions("optimize=full," + options).create()) {
        String type = scalar + (width == 1 ? "" : width);
        Program program = context.build(MOVES, "-cl-std=CL3.0 -DT=" + type);
        for (int offset : new int[] {1, SCALARS.getOrDefault(scalar, 0), 6}) {
          check(context, program, Elements.of(scalar, width, offset));
        }
      } catch (IllegalArgumentException e) {
        assumeTrue(options.isEmpty(), () -> "not here: " + e.getMessage());
      }
    }
  }

  private static void check(Context context, Program program, Elements type) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment a = type.memory(arena, ITEMS + 1);
      MemorySegment b = type.memory(arena, 8 * ITEMS);
      MemorySegment wanted = type.memory(arena, 8 * ITEMS);
      byte[] contents = new byte[(int) a.byteSize()];
      new Random(type.hashCode()).nextBytes(contents);
      a.copyFrom(MemorySegment.ofArray(contents));
      expect(type, a, wanted);
      try (Buffer from = type.buffer(context, a);
          Buffer to = type.buffer(context, b)) {
        program.kernel("k").with(from, from, to).run(NDRange.of(ITEMS).local(64));
        assertArrayEquals(type.bytes(wanted), type.bytes(b), type::toString);
        b.fill((byte) 0);
        // The same code serves pointers that the program has of its own.
        program
            .kernel("k")
            .with(new SvmPointer(a.address()), from, new SvmPointer(b.address()))
            .run(NDRange.of(ITEMS).local(64));
        assertArrayEquals(type.bytes(wanted), type.bytes(b), type::toString);
        b.fill((byte) 0);
        program
            .kernel("groups")
            .with(from, to, dev.barnacle.cl.LocalMemory.bytes(64L * type.bytes()))
            .run(NDRange.of(ITEMS).local(64));
        long whole = (long) ITEMS * type.bytes();
        assertArrayEquals(
            type.bytes(a.asSlice(0, whole)), type.bytes(b.asSlice(0, whole)), type::toString);
      }
      structures(context, program, type, arena);
    }
  }

  private static void expect(Elements type, MemorySegment a, MemorySegment wanted) {
    int n = ITEMS;
    for (int i = 0; i < n; i++) {
      int from = i % 5 == 2 ? i ^ 1 : i % 3 == 1 ? (i * 7 + 3) % n : i;
      type.move(a, from, wanted, i);
      type.move(a, 5, wanted, n + i * 5 % n);
      if (i % 2 == 1) {
        type.move(a, n - 1 - i, wanted, 2 * n + i);
      }
      type.move(a, i / 2, wanted, 3 * n + 2 * i);
      type.move(a, i % n, wanted, 5 * n + 3 * i);
      type.move(a, (i + 1) % n, wanted, 5 * n + 3 * i + 1);
    }
  }

  private static void structures(Context context, Program program, Elements type, Arena arena) {
    Elements whole = new Elements(2 * type.bytes(), 2 * type.bytes(), type.offset());
    MemorySegment a = whole.memory(arena, ITEMS);
    MemorySegment b = whole.memory(arena, ITEMS);
    for (long i = 0; i < ITEMS; i++) {
      a.set(ValueLayout.JAVA_BYTE, i * whole.bytes(), (byte) i);
      a.asSlice(i * whole.bytes() + type.bytes(), type.used()).fill((byte) (3 * i + 1));
    }
    try (Buffer from = whole.buffer(context, a);
        Buffer to = whole.buffer(context, b)) {
      program.kernel("structures").with(from, to).run(NDRange.of(ITEMS).local(64));
    }
    for (int i = 0; i < ITEMS; i++) {
      long at = (long) i * whole.bytes();
      assertEquals((byte) (ITEMS - i), b.get(ValueLayout.JAVA_BYTE, at), whole::toString);
      byte[] value = b.asSlice(at + type.bytes(), type.used()).toArray(ValueLayout.JAVA_BYTE);
      for (byte part : value) {
        assertEquals((byte) (3 * (ITEMS - 1 - i) + 1), part, whole::toString);
      }
    }
  }

  /** One kernel may be launched with both kinds of memory in turn. */
  @Test
  void alignedMemoryKeepsItsOwnCode() {
    try (Context context = Context.create();
        Arena arena = Arena.ofShared()) {
      Program program =
          context.build("kernel void k(global float4 *x) { x[get_global_id(0)] += 1; }");
      MemorySegment odd = arena.allocate(16 * 64 + 4, 16).asSlice(4);
      try (Buffer aligned = context.buffer(16 * 64);
          Buffer other = Elements.of("float", 4, 4).buffer(context, odd)) {
        for (int i = 0; i < 3; i++) {
          program.kernel("k").with(aligned).run(NDRange.of(64).local(64));
          program.kernel("k").with(other).run(NDRange.of(64).local(64));
        }
        float[] values = new float[256];
        aligned.read(values);
        assertEquals(3, values[255]);
        assertEquals(3, odd.get(ValueLayout.JAVA_FLOAT, 4 * 255));
      }
    }
  }

  /** Undefined by the letter, and right on x86. */
  @Test
  void atomicsWorkWhereTheProcessorDoesThem() {
    assumeTrue(System.getProperty("os.arch", "").equals("amd64"), "x86-64 only");
    try (Context context = Context.create();
        Arena arena = Arena.ofShared()) {
      Program program =
          context.build("kernel void k(global int *x) { atomic_add(x, 3); atomic_inc(x + 1); }");
      MemorySegment odd = arena.allocate(64, 64).asSlice(1, 8);
      try (Buffer buffer = Elements.of("int", 1, 1).buffer(context, odd)) {
        program.kernel("k").with(buffer).run(NDRange.of(1000).local(50));
      }
      assertEquals(3000, odd.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
      assertEquals(1000, odd.get(ValueLayout.JAVA_INT_UNALIGNED, 4));
    }
  }

  /** Texels of 16 bytes at an odd address, read, sampled and written. */
  @Test
  void imagesLieAtAnyAddressToo() {
    String source =
        """
        constant sampler_t s = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP_TO_EDGE;
        kernel void k(read_only image2d_t a, write_only image2d_t b) {
          int2 at = (int2)(get_global_id(0), get_global_id(1));
          write_imagef(b, at, read_imagef(a, s, convert_float2(at) + 0.5f) + 1);
        }
        """;
    for (ChannelType channel : List.of(ChannelType.FLOAT, ChannelType.HALF_FLOAT)) {
      ImageFormat format = new ImageFormat(ChannelOrder.RGBA, channel);
      ImageDescription shape = ImageDescription.of2D(9, 5);
      int bytes = 45 * format.texelBytes();
      try (Context context = Context.create();
          Arena arena = Arena.ofShared()) {
        MemorySegment a = arena.allocate(bytes + 1, 16).asSlice(1);
        MemorySegment b = arena.allocate(bytes + 3, 16).asSlice(3);
        Set<MemoryFlag> flags = Set.of(MemoryFlag.READ_WRITE, MemoryFlag.USE_HOST_PTR);
        for (int i = 0; i < 180; i++) {
          put(a, channel, i, i % 50);
        }
        try (Image from = context.image(flags, format, shape, a);
            Image to = context.image(flags, format, shape, b)) {
          context.build(source).kernel("k").with(from, to).run(NDRange.of(9, 5));
        }
        for (int i = 0; i < 180; i++) {
          assertEquals(i % 50 + 1, get(b, channel, i));
        }
      }
    }
  }

  private static void put(MemorySegment memory, ChannelType type, int index, float value) {
    if (type == ChannelType.FLOAT) {
      memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * index, value);
    } else {
      memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * index, Float.floatToFloat16(value));
    }
  }

  private static float get(MemorySegment memory, ChannelType type, int index) {
    return type == ChannelType.FLOAT
        ? memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * index)
        : Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * index));
  }

  /** The kernel runs, with the results that it has elsewhere, and is told. */
  @Test
  void underWatchItIsToldAndDone() {
    try (Context context = Context.builder().watched().create();
        Arena arena = Arena.ofShared()) {
      Program program =
          context.build(
              """
              kernel void k(global float4 *x, global int *n) {
                x[get_global_id(0)] += 1;
                atomic_inc(n);
              }
              """);
      MemorySegment odd = arena.allocate(16 * 8 + 4, 16).asSlice(4);
      MemorySegment counter = arena.allocate(8, 8).asSlice(1, 4);
      Elements floats = Elements.of("float", 4, 4);
      try (Buffer buffer = floats.buffer(context, odd);
          Buffer count = floats.buffer(context, counter)) {
        Report report = program.kernel("k").with(buffer, count).check(NDRange.of(8).local(4));
        List<Finding> found = report.findings();
        assertTrue(
            found.stream().allMatch(f -> f.kind() == FindingKind.MISALIGNED), found::toString);
        List<String> messages = found.stream().map(Finding::message).sorted().toList();
        assertEquals(
            List.of(
                "read of 16 bytes of memory that does not begin at a multiple of 16",
                "write of 16 bytes of memory that does not begin at a multiple of 16",
                "write of 4 bytes of memory that does not begin at a multiple of 4"),
            messages);
      }
      for (int i = 0; i < 32; i++) {
        assertEquals(1, odd.get(ValueLayout.JAVA_FLOAT, 4L * i));
      }
    }
  }
}
