package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.simd.KernelExplanation.Decision;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters in local memory that lanes count in copies of, and those that they must not. */
class CounterCopiesTest {
  private static final int NUMBERS = 64 * 37;
  private static final String COPIES = ", by turns in 4 places";

  private static final String BYTES = "atomic_inc(&c[in[i]]);";
  private static final String TWO_SORTS =
      "atomic_add(&c[in[i]], 3); if (i % 5 == 1) atomic_inc(&c[in[i]]);";
  private static final String DIGITS = "atomic_inc(&c[(uint)(in[i] >> 2) & 15]);";

  /** The counters of others are seen while all count. */
  private static final String SEEN = BYTES + " if (atomic_add(&c[255], 0) > 1u << 30) c[0] = 0;";

  private static final String OLD_VALUES = "if (atomic_inc(&c[in[i]]) > 1u << 30) out[0] = 1;";

  /** The counters lie between others, which stay as they are. */
  private static String kernel(String count, int counters) {
    return "kernel void k(global const uchar *in, global uint *out, uint n) {\n"
        + "local uint all["
        + (counters + 32)
        + "];\n"
        + "local uint c["
        + counters
        + "];\n"
        + "local uint behind[512];\n"
        + "uint l = get_local_id(0), items = get_local_size(0);\n"
        + "for (uint b = l; b < 512; b += items) behind[b] = b;\n"
        + "for (uint b = l; b < "
        + counters
        + "; b += items) { c[b] = 7; all[b] = b; }\n"
        + "barrier(CLK_LOCAL_MEM_FENCE);\n"
        + "for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {\n"
        + count
        + "\n}\n"
        + "barrier(CLK_LOCAL_MEM_FENCE);\n"
        + "for (uint b = l; b < "
        + counters
        + "; b += items) atomic_add(&out[b], c[b] + 1000 * (behind[b] - b) + 1000 * (all[b] -"
        + " b));\n"
        + "}\n";
  }

  private static int[] run(KernelRunner runner, String count, int counters, int local) {
    byte[] in = new byte[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      in[i] = (byte) (i % 3 == 0 ? 200 : i * 7919 % 1009);
    }
    int[] out = new int[256];
    TestRange range = TestRange.of(2 * local + local / 2).local(local);
    runner.run("-cl-std=CL3.0", kernel(count, counters), "k", range, in, out, NUMBERS - 5);
    return out;
  }

  private static int counters(String count) {
    return count.equals(DIGITS) ? 16 : 256;
  }

  @ParameterizedTest
  @ValueSource(strings = {BYTES, TWO_SORTS, DIGITS, SEEN, OLD_VALUES})
  void countTheSame(String count) {
    for (int local : new int[] {4, 64, 256}) {
      int[] expected;
      try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
        expected = run(plain, count, counters(count), local);
      }
      for (String options : List.of("", "lanes=4", "lanes=16", "optimize=quick")) {
        try (KernelRunner runner = KernelRunner.of(options)) {
          assertArrayEquals(
              expected, run(runner, count, counters(count), local), options + local + count);
        }
      }
    }
  }

  /** Indices of several widths and signs, some of which are taken from words of several lanes. */
  @ParameterizedTest
  @ValueSource(strings = {"uchar", "char", "ushort", "short", "uint", "int", "long"})
  void indicesMayHaveAnyWidth(String type) {
    String kernel =
        "kernel void k(global const uint *in, global uint *out) {\n"
            + "local uint c[512];\n"
            + "for (uint b = get_local_id(0); b < 512; b += get_local_size(0)) c[b] = 0;\n"
            + "barrier(CLK_LOCAL_MEM_FENCE);\n"
            + "local uint *middle = c + 256;\n"
            + ("atomic_add(&middle[(" + type + ")((int)in[get_global_id(0)] SHIFT)], 3);\n")
                .replace("SHIFT", type.startsWith("u") ? "& 127" : "% 100 - 50")
            + "barrier(CLK_LOCAL_MEM_FENCE);\n"
            + "for (uint b = get_local_id(0); b < 512; b += get_local_size(0))\n"
            + "  atomic_add(&out[b], c[b]);\n"
            + "}\n";
    int[] in = new int[256];
    int[] expected = new int[512];
    for (int i = 0; i < in.length; i++) {
      in[i] = i * 7919 % 1009;
      expected[256 + (type.startsWith("u") ? in[i] & 127 : in[i] % 100 - 50)] += 3;
    }
    for (String options : List.of("", "lanes=4", "lanes=8", "lanes=16", "lanes=64")) {
      try (KernelRunner runner = KernelRunner.of(options)) {
        int[] out = new int[512];
        runner.run("-cl-std=CL3.0", kernel, "k", TestRange.of(256).local(64), in, out);
        assertArrayEquals(expected, out, options);
      }
    }
  }

  private static long copied(String count) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("lanes=16", watcher)) {
      run(runner, count, counters(count), 64);
    }
    return watcher.explanations().getFirst().decisions().stream()
        .map(Decision::text)
        .filter(t -> t.endsWith(COPIES))
        .count();
  }

  @Test
  void loopsThatOnlyCountHaveCopies() {
    Assumptions.assumeFalse(isNarrow(), "vectors of 128 bits");
    assertEquals(1, copied(BYTES));
    assertEquals(2, copied(TWO_SORTS));
    assertEquals(1, copied(DIGITS));
  }

  private static boolean isNarrow() {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("lanes=auto", watcher)) {
      run(runner, SEEN, 256, 64);
    }
    return watcher.explanations().getFirst().why().startsWith("a vector of 128");
  }

  @Test
  void countersThatAreSeenHaveNone() {
    assertEquals(0, copied(SEEN));
    assertEquals(0, copied(OLD_VALUES));
  }
}
