package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops, also those over work-items, whose index comes back to where it was: LLVM 20's loop
 * vectoriser takes it for a linear function of the counter (llvm-project issues 156849 and 215690).
 */
class WrappedIndexTest extends SimdKernelTests {
  private record Index(String text, IntUnaryOperator value) {}

  /** Indices below 256 of a counter {@code i} below 256. */
  private static final List<Index> INDICES =
      List.of(
          new Index("(i * 7) & 255", i -> (i * 7) & 255),
          new Index("(i * 3) & 15", i -> (i * 3) & 15),
          new Index("(i * 5 + 2) % 11", i -> (i * 5 + 2) % 11),
          new Index("i % 4", i -> i % 4),
          new Index("(uint)i % 3u", i -> i % 3),
          new Index("(uchar)(i * 7)", i -> (i * 7) & 255),
          new Index("(char)(i * 2) & 127", i -> (i * 2) & 127),
          new Index("(ushort)(i * 1024) >> 8", i -> ((i * 1024) & 0xffff) >> 8),
          new Index("(uint)(i << 27) >> 27", i -> i & 31),
          new Index("i - i / 8 * 8", i -> i % 8),
          new Index("(i + 127) & 7", i -> (i + 127) & 7),
          new Index("255 - ((i * 3) & 255)", i -> 255 - ((i * 3) & 255)),
          new Index("((uint)i * 0x10000001u) >> 28", i -> (i * 0x10000001) >>> 28),
          new Index("((i & 31) * 3 + 2) & 127", i -> ((i & 31) * 3 + 2) & 127),
          new Index("(i ^ 5) & 63", i -> (i ^ 5) & 63));

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16, 64})
  void loads(int local) {
    int[] x = numbers(256);
    for (Index index : INDICES) {
      int[] sums = new int[64];
      run(
          "kernel void k(global const int *x, global int *o) { int s = 0;"
              + " for (int i = 0; i < 256; i++) s ^= (i * 2 + 1) * x["
              + index.text
              + "];\n o[get_global_id(0)] = s; }",
          "k",
          line(64, local),
          x,
          sums);
      int wanted = 0;
      for (int i = 0; i < 256; i++) {
        wanted ^= (i * 2 + 1) * x[index.value.applyAsInt(i)];
      }
      for (int sum : sums) {
        assertEquals(wanted, sum, index.text);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16, 64})
  void sums(int local) {
    int[] x = numbers(256);
    for (Index index : INDICES) {
      int[] sums = new int[64];
      run(
          "kernel void k(global const int *x, global int *o, int n) { int s = 0;"
              + " for (int i = 0; i < n; i++) s += x["
              + index.text
              + "];\n o[get_global_id(0)] = s; }",
          "k",
          line(64, local),
          x,
          sums,
          200);
      int wanted = 0;
      for (int i = 0; i < 200; i++) {
        wanted += x[index.value.applyAsInt(i)];
      }
      for (int sum : sums) {
        assertEquals(wanted, sum, index.text);
      }
    }
  }

  /** Stores by one work-item, in order: the last one to a place stays. */
  @ParameterizedTest
  @ValueSource(strings = {"global", "local"})
  void stores(String memory) {
    for (Index index : INDICES) {
      int[] o = new int[256];
      int[] wanted = new int[256];
      String at = index.text;
      String body = "for (int i = 0; i < 256; i++) T[" + at + "] = i * 5 + 1;";
      String source =
          memory.equals("global")
              ? "kernel void k(global int *o) { " + body.replace("T", "o") + " }"
              : "kernel void k(global int *o) { local int l[256];"
                  + " for (int i = 0; i < 256; i++) l[i] = 0; "
                  + body.replace("T", "l")
                  + " for (int i = 0; i < 256; i++) o[i] = l[i]; }";
      run(source, "k", line(1, 1), o);
      for (int i = 0; i < 256; i++) {
        wanted[index.value.applyAsInt(i)] = i * 5 + 1;
      }
      assertArrayEquals(wanted, o, at);
    }
  }

  /** The index depends on the work-item, over which there is a loop too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 16, 256})
  void ofWorkItems(int local) {
    int[] x = numbers(256);
    for (Index index : INDICES) {
      int[] o = new int[256];
      run(
          "kernel void k(global const int *x, global int *o) { int i = get_global_id(0); o[i] = x["
              + index.text
              + "]; }",
          "k",
          line(256, local),
          x,
          o);
      for (int i = 0; i < 256; i++) {
        assertEquals(x[index.value.applyAsInt(i)], o[i], index.text);
      }
    }
  }

  /** A key that repeats, over bytes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void key(int local) {
    byte[] b = new byte[300];
    byte[] key = {1, 20, 3, 44};
    run(
        "kernel void k(global uchar *b, global const uchar *key, uint n) {"
            + " if (get_global_id(0) == 0) for (uint i = 0; i < n; i++) b[i] ^= key[i % 4]; }",
        "k", line(16, local), b, key, b.length);
    for (int i = 0; i < b.length; i++) {
      assertEquals(key[i % 4], b[i], "byte " + i);
    }
  }

  /** Counters of fewer bits than 32 that wrap around, and one that a mask brings back. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "uchar c = 250; for (int i = 0; i < 600; i++, c += 3) s += x[c];",
        "ushort c = 65530; for (int i = 0; i < 600; i++, c += 3) s += x[c & 255];",
        "char c = 100; for (int i = 0; i < 600; i++, c++) s += x[c + 128];",
        "int c = 3; for (int i = 0; i < 600; i++, c = (c + 5) & 255) s += x[c];",
        "int c = 3; for (int i = 0; i < 600; i++, c = c == 99 ? 0 : c + 1) s += x[c];",
        "for (uchar c = 255; c > 0; c--) s += x[c];",
        "for (uint i = 0; i < 100; i++) { uint c = i * 3 - 6; if (c < 200) s += x[c]; }",
      })
  void narrowCounters(String loop) {
    int[] x = numbers(256);
    for (int local : new int[] {1, 4, 64}) {
      int[] o = new int[64];
      run(
          "kernel void k(global const int *x, global int *o) { int s = 0; "
              + loop
              + " o[get_global_id(0)] = s; }",
          "k",
          line(64, local),
          x,
          o);
      int wanted = narrow(loop, x);
      for (int sum : o) {
        assertEquals(wanted, sum, loop + " at " + local);
      }
    }
  }

  private static int narrow(String loop, int[] x) {
    int s = 0;
    if (loop.startsWith("for (uchar")) {
      for (int c = 255; c > 0; c--) {
        s += x[c];
      }
      return s;
    }
    if (loop.startsWith("for (uint")) {
      for (int i = 2; i < 69; i++) {
        s = i * 3 - 6 < 200 ? s + x[i * 3 - 6] : s;
      }
      return s;
    }
    for (int i = 0; i < 600; i++) {
      int c =
          switch (loop.substring(0, loop.indexOf(" for"))) {
            case "uchar c = 250;" -> (250 + 3 * i) & 255;
            case "ushort c = 65530;" -> ((65530 + 3 * i) & 0xffff) & 255;
            case "char c = 100;" -> (byte) (100 + i) + 128;
            default -> loop.contains("& 255") ? (3 + 5 * i) & 255 : (3 + i) % 100;
          };
      s += x[c];
    }
    return s;
  }
}
