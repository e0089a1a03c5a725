package dev.barnacle.bench.internal.first;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs in OpenCL C. Their kernels take 1024 numbers and one more, and compute with whole
 * numbers only, so that every platform has the same results.
 *
 * @param text the program
 * @param kernels its kernels, in the order that they are launched in
 */
record Sources(String text, List<String> kernels) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int KERNELS = 40;

  /** The source that launches are timed with: always the same, so that every cache has it. */
  static final Sources KNOWN =
      new Sources(
          """
          kernel void add(global uint *data, uint n) { data[get_global_id(0)] += n; }
          kernel void nothing(global uint *data, uint n) {}
          """,
          List.of("add"));

  /** A kernel that runs for as long as its argument says. */
  static final Sources CHURN =
      new Sources(
          """
          kernel void churn(global uint *data, uint n) {
            uint x = data[get_global_id(0)] | 1u;
            for (uint i = 0; i < n; i++) {
              x ^= x << 13;
              x ^= x >> 17;
              x ^= x << 5;
            }
            data[get_global_id(0)] = x;
          }
          """,
          List.of("churn"));

  private static final String SMALL =
      """
      // A program that no cache has: its number is in the code.
      #define NUMBER %NUMBER%u
      kernel void small(global uint *data, uint n) {
        size_t i = get_global_id(0);
        uint value = data[i] ^ NUMBER;
        for (uint round = 0; round < n; round++) {
          value = value * 1664525u + 1013904223u;
          value ^= value >> 16;
        }
        data[i] = value;
      }
      """;

  /** Of 24 lines each; the four take turns. */
  private static final List<String> SHAPES =
      List.of(
          """
          kernel void k%K%(global uint *data, uint n) {
            size_t i = get_global_id(0);
            uint a = data[i] ^ NUMBER;
            uint b = a + %K%u;
            for (uint round = 0; round < n + %K%u; round++) {
              a = a * 1664525u + b;
              b = rotate(b, a & 31u) ^ round;
              if ((a & 7u) == 3u) {
                b += a >> 5;
              } else {
                a ^= b << 3;
              }
              a = select(a, a + b, b & 1u);
            }
            uint4 v = (uint4)(a, b, a ^ b, a + b);
            v = v * (uint4)(3u, 5u, 7u, 11u) + %K%u;
            v ^= v.yzwx >> 7u;
            v += max(v.wxyz, v.zwxy);
            if (i % 3 == 0) {
              v.x = v.y + popcount(v.z);
            }
            uint sum = v.x + v.y + v.z + v.w;
            data[i] = sum ^ %K%u;
          }
          """,
          """
          kernel void k%K%(global uint *data, uint n) {
            local uint tile[1024];
            size_t l = get_local_id(0);
            size_t i = get_global_id(0);
            uint value = data[i] + NUMBER;
            tile[l] = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint round = 1; round <= n; round++) {
              atomic_add(&tile[l], value >> (round + %K%u & 15u));
              value = value * 22695477u + round;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            uint sum = tile[l];
            switch (value & 3u) {
              case 0: sum += %K%u; break;
              case 1: sum ^= value; break;
              case 2: sum *= 3u; break;
              default: sum -= n;
            }
            uint low = sum & 0xffffu;
            uint high = sum >> 16;
            data[i] = mad24(low, %K%u, high);
          }

          """,
          """
          uint mix_k%K%(uint a, uint b) {
            a ^= b >> 13;
            a *= 0x85ebca6bu + %K%u;
            return a ^ a >> 16;
          }
          kernel void k%K%(global uint *data, uint n) {
            size_t i = get_global_id(0);
            uint row[8];
            for (int j = 0; j < 8; j++) {
              row[j] = mix_k%K%(data[i], NUMBER + j);
            }
            for (uint round = 0; round < n; round++) {
              for (int j = 1; j < 8; j++) {
                row[j] += mix_k%K%(row[j - 1], round);
              }
              row[0] = row[7] + %K%u;
            }
            uint sum = 0;
            for (int j = 0; j < 8; j++) {
              sum = sum * 31u + row[j];
            }
            data[i] = sum;
          }

          """,
          """
          kernel void k%K%(global uint *data, uint n) {
            size_t i = get_global_id(0);
            uint value = data[i];
            uint steps = 0;
            uint limit = n + (NUMBER & 7u) + %K%u;
            while (value != 1u && steps < limit) {
              if (value & 1u) {
                value = 3u * value + 1u;
              } else {
                value >>= 1;
              }
              steps++;
            }
            ushort2 halves = as_ushort2(value);
            uchar4 bytes = as_uchar4(value);
            uint sum = halves.x * 3u + halves.y;
            sum += bytes.x + bytes.y + bytes.z + bytes.w;
            ulong product = (ulong)sum * (steps + %K%u);
            uint high = (uint)(product >> 32);
            uint low = (uint)product;
            sum = clamp(low, 5u, 0xfffffff0u) ^ high;
            data[i] = sum + steps + mul_hi(low, %K%u);
          }

          """);

  Sources {
    kernels = List.copyOf(kernels);
  }

  /** Returns 11 lines that no cache has seen. */
  static Sources small() {
    return new Sources(numbered(SMALL), List.of("small"));
  }

  /** Returns 961 lines with 40 kernels that no cache has seen. */
  static Sources many() {
    StringBuilder text = new StringBuilder(numbered("#define NUMBER %NUMBER%u\n"));
    List<String> kernels = new ArrayList<>();
    for (int k = 0; k < KERNELS; k++) {
      text.append(SHAPES.get(k % SHAPES.size()).replace("%K%", String.valueOf(k + 1)));
      kernels.add("k" + (k + 1));
    }
    return new Sources(text.toString(), kernels);
  }

  private static String numbered(String text) {
    return text.replace("%NUMBER%", String.valueOf(RANDOM.nextInt(Integer.MAX_VALUE)));
  }
}
