package dev.barnacle.simd.kernels;

import org.junit.jupiter.api.Test;

/** Accesses whose addresses fall from lane to lane, for all lanes and for some. */
class ReversedAccessTest extends EveryWidthTests {
  private static final int LAST = NUMBERS - 1;

  @Test
  void loadsOfWordsAndLess() {
    check(
        "kernel void k(global const int *in, global int *out) { int i = get_global_id(0);"
            + " int x = in["
            + LAST
            + " - i]; global const char *bytes = (global const char *)in;"
            + " global const ushort *halves = (global const ushort *)in;"
            + " if (x & 1) x ^= bytes[4 * ("
            + LAST
            + ") + 3 - i]; if (x & 2) x += halves[2 * ("
            + LAST
            + ") + 1 - i]; out[i] = x; }",
        1,
        (in, i, out) -> {
          int x = in[LAST - i];
          int place = 4 * LAST + 3 - i;
          if ((x & 1) != 0) {
            x ^= (byte) (in[place / 4] >> (8 * (place % 4)));
          }
          int half = 2 * LAST + 1 - i;
          if ((x & 2) != 0) {
            x += (in[half / 2] >>> (16 * (half % 2))) & 0xffff;
          }
          out[0] = x;
        });
  }

  @Test
  void storesToLocalMemory() {
    check(
        "kernel void k(global const int *in, global int *out) { local int tile[1024];"
            + " int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);"
            + " tile[l] = 1; barrier(CLK_LOCAL_MEM_FENCE);"
            + " if (in[i] & 4) tile[n - 1 - l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE);"
            + " out[i] = tile[n - 1 - l]; }",
        1,
        (in, i, out) -> out[0] = (in[i] & 4) != 0 ? in[i] : 1);
  }
}
