package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Kernels with much code. */
class LargeCodeTest {
  private static final int ITEMS = 64;

  private static void assertComputes(String source, LongUnaryOperator expected) {
    long[] data = LongStream.range(0, ITEMS).map(i -> i * 0x9E3779B97F4A7C15L).toArray();
    long[] results = new long[ITEMS];
    try (Context context = Context.builder().engineOptions("optimize=quick,cache=off").create();
        Buffer buffer = context.buffer(data.clone())) {
      context.build(source).kernel("k").with(buffer).run(NDRange.of(ITEMS).local(16));
      buffer.read(0, MemorySegment.ofArray(results));
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
