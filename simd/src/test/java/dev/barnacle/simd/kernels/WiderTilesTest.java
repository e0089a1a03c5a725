package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small tiles run several at a time, as one wider tile, where nothing shows it. */
class WiderTilesTest {
  private static final int WIDTH = 128;
  private static final int HEIGHT = 96;

  private static int[] run(String options, String attribute, String body, TestRange range) {
    int[] in = new int[(WIDTH + 8) * (HEIGHT + 8)];
    for (int i = 0; i < in.length; i++) {
      in[i] = i * 7919 % 1009;
    }
    int[] out = new int[in.length];
    String source =
        attribute
            + "kernel void k(global const int *in, global int *out) {\n"
            + "int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0) + 8;\n"
            + body
            + "}\n";
    try (KernelRunner runner = KernelRunner.of(options)) {
      runner.run(KernelRunner.OPENCL_3, source, "k", range, in, out);
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out[y * w + x] = in[y * w + x] + in[y * w + x + 1] + 1;",
        "out[x * (get_global_size(1) + 8) + y] = in[y * w + x];",
        "if (x > 3 && (x + y) % 5 != 2) out[y * w + x] = 3 * in[x] - y; else out[y * w + x] = 7;",
        "atomic_add(&out[x % 7], in[y * w + x]);",
        "int s = in[y * w + x], t = 0; while (s > y && t < 40) { s = s * 5 % 997; t++; }"
            + " out[y * w + x] = 64 * s + t;",
        "out[y * w + x] = get_local_id(0) + 16 * get_group_id(0) + get_local_size(1);",
      })
  void computeTheSame(String body) {
    for (List<Integer> local : List.of(List.of(8, 8), List.of(16, 16), List.of(4, 3))) {
      TestRange range = TestRange.of(WIDTH, HEIGHT).local(local.get(0), local.get(1));
      String required =
          "__attribute__((reqd_work_group_size(%d, %d, 1)))\n"
              .formatted(local.get(0), local.get(1));
      for (String attribute : List.of("", required)) {
        for (TestRange each : List.of(range, range.offset(8, 5))) {
          int[] expected = run("optimize=quick,lanes=1,threads=64", attribute, body, each);
          for (String options : List.of("", "threads=1", "versions=general")) {
            int[] actual = run(options, attribute, body, each);
            assertArrayEquals(expected, actual, options + " " + each + " " + attribute + body);
          }
        }
      }
    }
  }
}
