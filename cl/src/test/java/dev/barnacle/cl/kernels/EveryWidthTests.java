package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs kernels {@code k(global const int *in, global int *out)} with all instruction sets that the
 * processor has, with as many lanes as the engine chooses, 4 and 1, in groups of 1, 4, 16 and 64,
 * and compares with an evaluation in Java.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EveryWidthTests {
  static final int ITEMS = 64;

  /** More than work-items read. */
  private static final int NUMBERS = 4 * ITEMS;

  private final Map<String, Context> contexts = new LinkedHashMap<>();

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
    for (String features : new String[] {"host", "avx512", "avx2", "sse4", "sse2"}) {
      for (String lanes : new String[] {"auto", "4", "1"}) {
        String options = "features=" + features + ",lanes=" + lanes;
        try {
          contexts.put(options, Context.builder().engineOptions(options).create());
        } catch (ClException e) {
          if (!String.valueOf(e.getMessage()).contains("processor does not have them")) {
            throw e;
          }
        }
      }
    }
  }

  @AfterAll
  void close() {
    contexts.values().forEach(Context::close);
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
   * Runs a kernel in all ways.
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
    contexts.forEach(
        (options, context) -> {
          try (Program program = context.build(source, "-cl-std=CL3.0");
              Buffer input = context.buffer(in)) {
            for (int local : new int[] {1, 4, 16, 64}) {
              int[] results = new int[wanted.length];
              try (Buffer output = context.buffer(results)) {
                program.kernel("k").with(input, output).run(NDRange.of(ITEMS).local(local));
                output.read(results);
              }
              assertArrayEquals(wanted, results, () -> options + ", local size " + local);
            }
          }
        });
  }
}
