package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Vectors of four words at an address of each lane's own: one access a lane, and a transposition.
 */
class VectorRowsTest {
  private static final int ITEMS = 64;
  private static final int ROWS = 256;

  private static final String SOURCE =
      "kernel void k(global const int4 *in, global int4 *out, int s) { int i = get_global_id(0);"
          + " int4 x = in[(i * s) & 255]; if (x.y & 1) x += in[(x.z >> 2) & 255];"
          + " out[(i * 7) & 127] = x; if (x.x & 2) out[128 + ((i * 5) & 127)].yw = x.zx; }";

  private static int[] expected(int[] in, int s) {
    int[] out = new int[4 * ROWS];
    for (int i = 0; i < ITEMS; i++) {
      int[] x = row(in, (i * s) & 255);
      if ((x[1] & 1) != 0) {
        int[] more = row(in, (x[2] >> 2) & 255);
        for (int p = 0; p < 4; p++) {
          x[p] += more[p];
        }
      }
      System.arraycopy(x, 0, out, 4 * ((i * 7) & 127), 4);
      if ((x[0] & 2) != 0) {
        int at = 128 + ((i * 5) & 127);
        out[4 * at + 1] = x[2];
        out[4 * at + 3] = x[0];
      }
    }
    return out;
  }

  private static int[] row(int[] in, int at) {
    int[] row = new int[4];
    System.arraycopy(in, 4 * at, row, 0, 4);
    return row;
  }

  private static int[] numbers() {
    int[] in = new int[4 * ROWS];
    int x = 12345;
    for (int i = 0; i < in.length; i++) {
      x = x * 1103515245 + 12345;
      in[i] = x ^ (x >>> 15);
    }
    return in;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lanes=4",
        "lanes=8",
        "lanes=16",
        "lanes=32",
        "lanes=16,features=sse2",
        "lanes=8,features=avx2",
        ""
      })
  void loadsAndStoresUnderMasks(String options) {
    int[] in = numbers();
    Optional<KernelRunner> possible = KernelRunner.ifPossible(options);
    assumeTrue(possible.isPresent(), "there is no " + options + " on this processor");
    try (KernelRunner runner = possible.get()) {
      int[] out = new int[4 * ROWS];
      TestRange range = TestRange.of(ITEMS).local(ITEMS);
      runner.run(KernelRunner.OPENCL_3, SOURCE, "k", range, in, out, 3);
      assertArrayEquals(expected(in, 3), out);
    }
  }
}
