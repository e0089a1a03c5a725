package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffers that a kernel only counts in: each thread has a copy. */
class PrivatizedBufferTest {
  private static final int NUMBERS = 40_000;

  private static int[] run(
      KernelRunner runner, String operation, String index, String type, int size) {
    byte[] in = new byte[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      in[i] = (byte) (i % 3 == 0 ? 200 : i * 7919 % 1009);
    }
    int[] out = new int[size];
    Arrays.fill(out, 5);
    String source =
        "kernel void k(global const uchar *in, global "
            + type
            + " *bins) {\nsize_t g = get_global_id(0);\n"
            + operation.replace("BIN", "&bins[" + index + "]")
            + ";\n}";
    runner.run("-cl-std=CL3.0", source, "k", TestRange.of(NUMBERS).local(64), in, out);
    return out;
  }

  /** With buffers that each index fits, and one that a byte as an index may be too large for. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "atomic_inc(BIN), in[g], uint, 256",
        "atomic_inc(BIN), in[g], uint, 1024",
        "atomic_inc(BIN), in[g], uint, 1025",
        "atomic_inc(BIN), in[g] & 15, uint, 16",
        "\"atomic_add(BIN, in[g] - 100)\", in[g] >> 1, int, 256",
        "\"atomic_max(BIN, (int)(g * 77 % 1000))\", in[g], int, 256",
        "\"atomic_min(BIN, (int)(g * 77 % 1000) - 500)\", in[g], int, 300",
        "\"atomic_or(BIN, in[g] << (g & 7))\", in[g], uint, 256",
        "\"atomic_and(BIN, 4u | in[g])\", in[g], uint, 256",
      })
  void holdWhatAllWorkItemsDid(String operation, String index, String type, int size) {
    int[] expected;
    try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
      expected = run(plain, operation, index, type, size);
    }
    for (String options : List.of("", "lanes=4", "lanes=16", "threads=1")) {
      try (KernelRunner runner = KernelRunner.of(options)) {
        assertArrayEquals(expected, run(runner, operation, index, type, size), options);
      }
    }
  }
}
