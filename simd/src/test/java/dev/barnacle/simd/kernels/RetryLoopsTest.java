package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters in local memory without atomic operations: who finds another's value tries again. */
class RetryLoopsTest {
  private static final int BINS = 40;
  private static final int ITEMS = 32;
  private static final int NUMBERS = 50;

  /** One work-group of so many work-items, which count what {@code place} says. */
  private static String kernel(String place) {
    return """
    kernel void k(global const uchar *in, global uint *out, int n) {
      volatile local uint bins[40];
      uint l = get_local_id(0), tag = l << 26;
      for (uint b = l; b < 40; b += 32) bins[b] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < n; i++) {
        uint at = PLACE, count;
        do {
          count = tag | ((bins[at] & 0x3ffffff) + 1);
          bins[at] = count;
        } while (bins[at] != count);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint b = l; b < 40; b += 32) out[b] = bins[b] & 0x3ffffff;
    }
    """
        .replace("PLACE", place);
  }

  private static int[] run(KernelRunner runner, String place) {
    byte[] in = new byte[ITEMS * NUMBERS];
    for (int i = 0; i < in.length; i++) {
      in[i] = (byte) (i * 7919 % 1009 % BINS);
    }
    int[] out = new int[BINS];
    TestRange range = TestRange.of(ITEMS).local(ITEMS);
    runner.run("-cl-std=CL3.0", kernel(place), "k", range, in, out, NUMBERS);
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"in[l * 50 + i]", "l"})
  void countTheSame(String place) {
    int[] expected;
    try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
      expected = run(plain, place);
    }
    for (String options : List.of("", "lanes=4", "lanes=16", "optimize=quick")) {
      try (KernelRunner runner = KernelRunner.of(options)) {
        assertArrayEquals(expected, run(runner, place), options);
      }
    }
  }

  private static boolean oneByOne(String place) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("", watcher)) {
      run(runner, place);
    }
    return watcher.explanations().getFirst().why().startsWith("lanes would try again");
  }

  @Test
  void runOneByOneWhereLanesMayMeet() {
    assertEquals(true, oneByOne("in[l * 50 + i]"));
    assertEquals(false, oneByOne("l"));
  }
}
