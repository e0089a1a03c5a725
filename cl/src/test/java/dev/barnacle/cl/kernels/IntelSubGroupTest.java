package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.NDRange;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The functions of {@code cl_intel_subgroups} and its kin, and of work-groups beside OpenCL C. */
class IntelSubGroupTest {
  private static final List<String> BODIES =
      List.of(
          // Shuffles; those with a distance reach into the second value.
          """
          const uint n = get_max_sub_group_size(), s = get_sub_group_local_id();
          ulong sum = 0;
          if (n == get_sub_group_size()) {
            sum = intel_sub_group_shuffle(l * 3, (s * 5 + 1) % n) + intel_sub_group_shuffle(l, 0);
            sum = sum * 7 + intel_sub_group_shuffle_xor((uchar)l, n % 2 ? 0 : 1);
            sum = sum * 7 + intel_sub_group_shuffle_down(l, 1000 + l, 1);
            sum = sum * 7 + intel_sub_group_shuffle_up(1000 + l, l, n - 1);
            sum = sum * 7 + as_int(intel_sub_group_shuffle_down(l * 0.5f, 9.0f, n / 2));
            sum = sum * 7 + intel_sub_group_shuffle_up((short4)(l, 1, l, 3), (short4)(5, l, 7, l), 1).x;
            sum = sum * 7 + intel_sub_group_shuffle_down((char16)(l), (char16)(1), n).sf;
            sum = sum * 7 + intel_sub_group_shuffle((float3)(l, l * 2, 1), n - 1).y;
            sum = sum * 7 + intel_sub_group_shuffle_up(5L, (long)l, 0);
            sum = sum * 7 + intel_sub_group_shuffle((double)l, 0);
          }
          o[i] = sum;
          """,
          """
          o[i] = intel_sub_group_reduce_add((short)l) + 3l * intel_sub_group_scan_exclusive_max((char)l)
              + 5l * intel_sub_group_broadcast((ushort)l, 0) + 7l * intel_sub_group_reduce_min((uchar)l)
              + 11l * intel_sub_group_broadcast((short3)(1, 2, l), 0).z + intel_sub_group_scan_inclusive_add((ushort)l);
          """,
          // Blocks: a sub-group writes its part of the buffer and reads it back in another way.
          """
          const uint n = get_max_sub_group_size();
          ulong sum = 0;
          if (n == get_sub_group_size() && n % 4 == 0) {
            local int *unused = t;
            global uint *p = (global uint *)(o + get_group_id(0) * get_enqueued_local_size(0)
                + get_sub_group_id() * n);
            intel_sub_group_block_write2(p, (uint2)(l, l * 3));
            sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
            intel_sub_group_block_prefetch_uc16((global uchar *)p);
            intel_sub_group_block_prefetch_us4((global ushort *)p);
            intel_sub_group_block_prefetch_ui(p);
            intel_sub_group_block_prefetch_ul2((global ulong *)p);
            ushort4 v = intel_sub_group_block_read_us4((global ushort *)p);
            ulong w = intel_sub_group_block_read_ul((global ulong *)p);
            uchar8 c = intel_sub_group_block_read_uc8((global uchar *)p);
            sum = v.x + 3ul * v.y + 5ul * v.z + 7ul * v.w + 11 * w + 13 * c.s0 + 17 * c.s7
                + intel_sub_group_block_read_ui(p);
            sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
          }
          o[i] = sum;
          """,
          // Work-groups: products, bits, truth values.
          """
          o[i] = work_group_reduce_mul((ulong)l | 1) + 3 * work_group_scan_inclusive_mul(l | 1u)
              + 5ul * work_group_scan_exclusive_and(~l) + 7ul * work_group_reduce_or(l)
              + 11ul * work_group_scan_inclusive_xor((ulong)l) + 13ul * work_group_reduce_logical_and(l + 1)
              + 17ul * work_group_scan_exclusive_logical_and(l % 5 - 3) + 19 * work_group_reduce_logical_xor(l)
              + 23ul * work_group_scan_inclusive_logical_or(l > 2)
              + as_int(work_group_scan_exclusive_mul(l % 3 ? 1.5f : 0.5f)) + as_short(work_group_reduce_mul((half)1))
              + as_ulong(work_group_scan_inclusive_mul(l % 2 ? 1.25 : 0.75));
          """);

  private static final List<NDRange> RANGES =
      List.of(NDRange.of(1).local(1), NDRange.of(7).local(3), NDRange.of(3 * 64 + 17).local(64));

  static Stream<Arguments> engines() {
    return SubGroupTest.engines();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void lanesComputeWhatWatchedSubGroupsDo(String options, int size) {
    SubGroupTest.compare(options, size, "", BODIES, RANGES);
  }

  private static final String IMAGES =
      """
      __attribute__((intel_reqd_sub_group_size(4)))
      kernel void k(read_only image2d_t in, write_only image2d_t out, global uint *o) {
        const int l = get_local_id(0);
        uint4 rows = intel_sub_group_block_read4(in, (int2)(4 * 2, 1));
        intel_sub_group_block_write2(out, (int2)(4 * 6, 2), (uint2)(rows.x, l));
        o[l] = rows.x + 1000 * rows.y + 1000000 * rows.z + rows.w;
      }
      """;

  /** Beyond the edges reads give what is there, and writes do nothing. */
  @ParameterizedTest
  @MethodSource("contexts")
  void blocksOfImagesAreRows(boolean watched) {
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);
    try (Context context = (watched ? Context.builder().watched() : Context.builder()).create();
        Image in = context.image(format, ImageDescription.of2D(8, 4));
        Image out = context.image(format, ImageDescription.of2D(8, 4));
        Buffer buffer = context.buffer(new int[4])) {
      in.write(MemorySegment.ofArray(IntStream.range(0, 32).toArray()));
      out.write(MemorySegment.ofArray(new int[32]));
      context
          .build(IMAGES, "-cl-std=CL3.0")
          .kernel("k")
          .with(in, out, buffer)
          .run(NDRange.of(4).local(4));
      int[] o = new int[4];
      buffer.read(o);
      assertArrayEquals(
          IntStream.range(0, 4)
              .map(l -> (10 + l) + 1000 * (18 + l) + 1000000 * (26 + l) + 26 + l)
              .toArray(),
          o);
      int[] texels = new int[32];
      out.read(MemorySegment.ofArray(texels));
      int[] expected = new int[32];
      expected[22] = 10;
      expected[23] = 11;
      expected[31] = 1;
      assertArrayEquals(expected, texels);
    }
  }

  static Stream<Boolean> contexts() {
    return Stream.of(false, true);
  }
}
