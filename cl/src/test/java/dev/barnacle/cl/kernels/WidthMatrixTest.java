package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.TestedFeatures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels compute the same whatever number of lanes and whatever instructions the engine is told to
 * use. All of this package's tests and those of the built-in functions run with {@code
 * -Dtest.jvm.args=-Dbarnacle.simd=lanes=4,features=sse2} in that way, and in all ways with the
 * profile {@code widths}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WidthMatrixTest {
  private static final int ITEMS = 83;

  /** Collectives, barriers under uniform branches, private arrays, vectors, doubles, functions. */
  private static final String KERNELS =
      """
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      kernel void memory(global const int *in, global int *out, int n) {
        local int tile[64];
        int l = get_local_id(0), i = get_global_id(0), a[4];
        for (int k = 0; k < 4; k++) a[k] = in[(i * 3 + k) % n];
        tile[l] = a[i & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        int4 v = vload4(i % 20, in);
        int m = get_local_size(0);
        int sum = work_group_reduce_add(tile[(l + 1) % m]);
        for (int k = 0; k < (i & 7); k++) { if (in[k] == i) break; sum += v.x * k - v.w; }
        if (n > 40) { barrier(CLK_LOCAL_MEM_FENCE); sum ^= tile[m - 1 - l]; }
        out[i] = sum ^ work_group_scan_exclusive_max(a[2]);
      }
      kernel void floats(global const int *in, global int *out, int n) {
        int i = get_global_id(0);
        float x = (in[i % n] % 100) * 0.25f + 0.125f, y = x * 0.5f;
        double d = x;
        for (int k = 0; k < i % 5; k++) { y = fma(y, 0.5f, x); d = d * 0.25 + sqrt(d); }
        half h = (half)y;
        float4 v = (float4)(x, y, floor(y), (float)h);
        double2 w = convert_double2(v.xz) * d;
        out[i] = as_int(dot(v, v.wzyx)) ^ (int)(w.x * 16) ^ as_int((float)w.y) ^ convert_int_rte(y);
      }
      """;

  private static final String FUNCTIONS =
      """
      kernel void functions(global const float *in, global float *out) {
        int i = get_global_id(0);
        float x = in[i];
        float s = sin(x) + cos(x) + tan(x) + exp(x) + log(x) + pow(x, 1.5f) + cbrt(x) + atan2(x, 2);
        double d = x;
        double t = sin(d) + cos(d) + tan(d) + exp(d) + log(d) + pow(d, 1.5) + cbrt(d) + hypot(d, 2);
        float3 v = (float3)(x, x + 1, x + 2);
        out[3 * i] = s; out[3 * i + 1] = (float)t; out[3 * i + 2] = tanh(v).y + log10(v).z + expm1(v).x;
      }
      """;

  /** Every second pair, or all where the system property barnacle.test.everything is true. */
  static Stream<String> options() {
    boolean everything = Boolean.getBoolean("barnacle.test.everything");
    List<String> lanes = List.of("1", "4", "8", "16", "32", "64");
    List<String> features = TestedFeatures.SOME;
    return IntStream.range(0, lanes.size() * features.size())
        .filter(i -> everything || (i / features.size() + i % features.size()) % 2 == 0)
        .mapToObj(
            i ->
                "lanes="
                    + lanes.get(i / features.size())
                    + ",features="
                    + features.get(i % features.size()));
  }

  /** A kernel with the local size that it is launched with. */
  private record Tried(String source, String kernel, int local) {}

  private static final List<Tried> TRIED =
      List.of(
          new Tried(KERNELS, "memory", 3),
          new Tried(KERNELS, "memory", 37),
          new Tried(KERNELS, "floats", 37));

  private static final List<RandomKernel> RANDOM =
      LongStream.of(100, 101, 102).mapToObj(RandomKernel::of).toList();

  private final Map<Tried, int[]> oracle = new HashMap<>();
  private final Map<RandomKernel, RandomResults> randomOracle = new HashMap<>();

  @BeforeAll
  void runOneByOne() {
    try (Context context = context("lanes=1")) {
      TRIED.forEach(tried -> oracle.put(tried, integers(context, tried)));
      RANDOM.forEach(kernel -> randomOracle.put(kernel, RandomResults.of(kernel, context)));
    }
  }

  @ParameterizedTest
  @MethodSource("options")
  void integersAreTheSame(String options) {
    try (Context context = context(options)) {
      for (Tried tried : TRIED) {
        assertArrayEquals(oracle.get(tried), integers(context, tried), tried::toString);
      }
      randomOracle.forEach(
          (kernel, results) -> results.assertAgree(RandomResults.of(kernel, context)));
    }
  }

  @ParameterizedTest
  @MethodSource("options")
  void functionsAreWithinTheirErrors(String options) {
    float[] in = new float[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      in[i] = 0.03f + i * 0.05f;
    }
    float[] out = new float[3 * ITEMS];
    try (Context context = context(options);
        Program program = context.build(FUNCTIONS, "-cl-std=CL3.0");
        Buffer input = context.buffer(in);
        Buffer output = context.buffer(out)) {
      program.kernel("functions").with(input, output).run(NDRange.of(ITEMS).local(37));
      output.read(out);
    }
    for (int i = 0; i < ITEMS; i++) {
      double x = in[i];
      double common = Math.sin(x) + Math.cos(x) + Math.tan(x) + Math.exp(x) + Math.log(x);
      common += Math.pow(x, 1.5) + Math.cbrt(x);
      double scale = 1 + Math.abs(Math.tan(x)) + Math.exp(x);
      assertEquals(common + Math.atan2(x, 2), out[3 * i], 1e-5 * scale, "float " + x);
      assertEquals(common + Math.hypot(x, 2), out[3 * i + 1], 1e-6 * scale, "double " + x);
      double vector = Math.tanh(x + 1) + Math.log10(x + 2) + Math.expm1(x);
      assertEquals(vector, out[3 * i + 2], 1e-5 * scale, "vector " + x);
    }
  }

  private static int[] integers(Context context, Tried tried) {
    int[] in = RandomResults.numbers(128);
    int[] out = new int[ITEMS];
    try (Program program = context.build(tried.source(), "-cl-std=CL3.0");
        Buffer input = context.buffer(in);
        Buffer output = context.buffer(out)) {
      NDRange range = NDRange.of(ITEMS).local(tried.local());
      program.kernel(tried.kernel()).with(input, output, 64).run(range);
      output.read(out);
    }
    return out;
  }

  /** A context with these options, where the processor has what they ask for. */
  static Context context(String options) {
    try {
      return Context.builder().engineOptions("optimize=full," + options).create();
    } catch (ClException e) {
      String message = String.valueOf(e.getMessage());
      Assumptions.assumeFalse(message.contains("processor does not have them"), message);
      throw e;
    }
  }
}
