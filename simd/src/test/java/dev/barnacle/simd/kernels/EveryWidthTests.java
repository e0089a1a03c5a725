package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs kernels {@code k(global const int *in, global int *out)} with all instruction sets that the
 * processor has, with as many lanes as the engine chooses, 4 and 1, in groups of 1, 4, 16 and 64,
 * and compares with an evaluation in Java. Any two of these three meet for each kernel; with {@code
 * -Dbarnacle.test.everything=true} all three do.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EveryWidthTests {
  static final int ITEMS = 64;

  private static final boolean EVERYTHING = Boolean.getBoolean("barnacle.test.everything");
  private static final String[] FEATURES = {"host", "avx512", "avx2", "sse4", "sse2"};
  private static final String[] LANES = {"auto", "4", "1"};
  private static final int[] LOCAL_SIZES = {1, 4, 16, 64};

  /** More than work-items read. */
  static final int NUMBERS = 4 * ITEMS;

  private final Map<String, KernelRunner> runners = new HashMap<>();

  /** What a work-item does. */
  interface Item {
    /**
     * Computes a work-item's results.
     *
     * @param in what all read
     * @param i the global id
     * @param out the work-item's own part of the results
     */
    void run(int[] in, int i, int[] out);
  }

  @BeforeAll
  void open() {
    for (int f = 0; f < FEATURES.length; f++) {
      for (int l = 0; l < LANES.length; l++) {
        String options = options(f, l);
        KernelRunner.ifPossible(options).ifPresent(runner -> runners.put(options, runner));
      }
    }
  }

  @AfterAll
  void close() {
    runners.values().forEach(KernelRunner::close);
  }

  /** Returns numbers of which small bit fields take all values. */
  static int[] input() {
    int[] in = new int[NUMBERS];
    int x = 12345;
    for (int i = 0; i < NUMBERS; i++) {
      x = x * 1103515245 + 12345;
      in[i] = x ^ x >>> 15;
    }
    return in;
  }

  /**
   * Runs a kernel in these ways.
   *
   * @param width how many results each work-item has, from {@code out[width * i]}
   */
  final void check(String source, int width, Item item) {
    int[] in = input();
    int[] wanted = new int[width * ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      int[] own = new int[width];
      item.run(in, i, own);
      System.arraycopy(own, 0, wanted, width * i, width);
    }
    for (int f = 0; f < FEATURES.length; f++) {
      for (int size = 0; size < LOCAL_SIZES.length; size++) {
        for (int l = 0; l < LANES.length; l++) {
          KernelRunner runner = runners.get(options(f, l));
          if (runner != null && (EVERYTHING || l == (f + size) % LANES.length)) {
            int[] results = new int[wanted.length];
            TestRange range = TestRange.of(ITEMS).local(LOCAL_SIZES[size]);
            runner.run(KernelRunner.OPENCL_3, source, "k", range, in.clone(), results);
            assertArrayEquals(wanted, results, options(f, l) + ", " + range);
          }
        }
      }
    }
  }

  private static String options(int features, int lanes) {
    return "features=" + FEATURES[features] + ",lanes=" + LANES[lanes];
  }
}
