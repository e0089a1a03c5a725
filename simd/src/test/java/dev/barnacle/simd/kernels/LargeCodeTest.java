package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Kernels with much code. */
class LargeCodeTest {
  private static final int ITEMS = 64;

  private static void assertComputes(String source, LongUnaryOperator expected) {
    long[] data = LongStream.range(0, ITEMS).map(i -> i * 0x9E3779B97F4A7C15L).toArray();
    long[] results = data.clone();
    try (KernelRunner runner = KernelRunner.of("optimize=quick,cache=off")) {
      runner.run("", source, "k", TestRange.of(ITEMS).local(16), results);
    }
    assertArrayEquals(Arrays.stream(data).map(expected).toArray(), results);
  }

  @Test
  void aLongChainOfValuesInALoop() {
    int length = 6000;
    StringBuilder source = new StringBuilder("kernel void k(global ulong *a) {\n");
    source.append("  ulong x = a[get_global_id(0)];\n  for (ulong n = 0; n < 3; n++) {\n");
    for (int i = 0; i < length; i++) {
      source.append("    x = x * 5 ^ %d;%n".formatted(i));
    }
    source.append("  }\n  a[get_global_id(0)] = x;\n}\n");
    assertComputes(
        source.toString(),
        start -> {
          long x = start;
          for (int n = 0; n < 3; n++) {
            for (int i = 0; i < length; i++) {
              x = x * 5 ^ i;
            }
          }
          return x;
        });
  }
}
