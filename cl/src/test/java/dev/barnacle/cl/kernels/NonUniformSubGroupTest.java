package dev.barnacle.cl.kernels;

import dev.barnacle.cl.NDRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Functions of sub-groups that need not be executed by all their work-items, and rotations: lanes
 * compute what work-items under watch compute, under divergent control flow.
 */
class NonUniformSubGroupTest {
  /** What comes of a value, by all operations that there are for a type; {@code B}: its bits. */
  private static final String FUNCTIONS =
      """
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      #define HASH(x) sum = sum * 31 + (ulong)(x)
      #define EACH_WAY(OP, x, B) \\
        HASH(B(sub_group_non_uniform_reduce_##OP(x))); \\
        HASH(B(sub_group_non_uniform_scan_inclusive_##OP(x))); \\
        HASH(B(sub_group_non_uniform_scan_exclusive_##OP(x))); \\
        HASH(B(sub_group_clustered_reduce_##OP(x, 1))); \\
        if (get_max_sub_group_size() >= 4) { \\
          HASH(B(sub_group_clustered_reduce_##OP(x, 2))); \\
          HASH(B(sub_group_clustered_reduce_##OP(x, 4))); \\
        }
      #define NUMBER(T, B) ulong of_##T(T x) { \\
        ulong sum = 0; \\
        EACH_WAY(add, x, B) EACH_WAY(mul, x, B) EACH_WAY(min, x, B) EACH_WAY(max, x, B) \\
        HASH(sub_group_non_uniform_all_equal(x)); \\
        HASH(sub_group_non_uniform_all_equal((T)3)); \\
        HASH(B(sub_group_broadcast_first(x))); \\
        return sum; }
      #define BITS(T) ulong bits_of_##T(T x) { \\
        ulong sum = 0; \\
        EACH_WAY(and, x, ) EACH_WAY(or, x, ) EACH_WAY(xor, x, ) \\
        return sum; }
      NUMBER(char, ) NUMBER(uchar, ) NUMBER(short, ) NUMBER(ushort, )
      NUMBER(int, ) NUMBER(uint, ) NUMBER(long, ) NUMBER(ulong, )
      NUMBER(half, as_short) NUMBER(float, as_int) NUMBER(double, as_long)
      BITS(char) BITS(uchar) BITS(short) BITS(ushort) BITS(int) BITS(uint) BITS(long) BITS(ulong)
      ulong logical(int x) {
        ulong sum = 0;
        EACH_WAY(logical_and, x, ) EACH_WAY(logical_or, x, ) EACH_WAY(logical_xor, x, )
        return sum;
      }
      """;

  private static final List<String> TYPES =
      List.of(
          "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
          "double");

  private static final List<NDRange> RANGES =
      List.of(
          NDRange.of(1).local(1),
          NDRange.of(7).local(3),
          NDRange.of(100).local(50),
          NDRange.of(7, 5).local(7, 5));

  /** Engines take turns with the types, unless all tests are run. */
  private static List<String> bodies(String options) {
    List<String> bodies = new ArrayList<>();
    for (int t = 0; t < TYPES.size(); t++) {
      String type = TYPES.get(t);
      if (Boolean.getBoolean("barnacle.test.everything") || (options.length() + t) % 4 == 0) {
        bodies.add(numbers(type, "(" + type + ")(l * 37 % 101 - 50) / (" + type + ")4"));
        if (t < 8) {
          String bits = "bits_of_" + type;
          bodies.add("o[i] = l; if (l % 3) o[i] ^= " + bits + "(~l * 77);");
        }
      }
    }
    bodies.addAll(
        List.of(
            """
            o[i] = l;
            if (l % 5 != 1)
              o[i] += 7 * logical(l % 3);
            """,
            // Votes and elections.
            """
            long sum = sub_group_elect();
            if (l % 3 == 1) {
              sum += 2 * sub_group_elect() + 4 * sub_group_non_uniform_all(l % 2) + 8 * (l > 20);
              if (l % 2)
                sum += 16 * sub_group_elect() + 32 * sub_group_non_uniform_any(l > 30);
              else
                sum += 64 * sub_group_elect() + 128 * sub_group_non_uniform_all(l > 3);
              sum += 256 * sub_group_elect();
            } else if (sub_group_non_uniform_any(l == 9))
              sum += 512 * sub_group_non_uniform_all(1) + 1024 * sub_group_non_uniform_any(0);
            o[i] = sum;
            """,
            // Each distinct value once, as programs do that aggregate atomics.
            """
            long sum = 0;
            int mine = l * 7 % 5;
            for (int round = 1; ; round++) {
              int theirs = sub_group_broadcast_first(mine);
              if (theirs == mine) {
                sum = round * 1000 + sub_group_non_uniform_reduce_add(1) * 10 + sub_group_elect();
                break;
              }
            }
            o[i] = sum;
            """,
            // One that continues a loop earlier than others comes to the next iteration with them.
            """
            ulong sum = 0;
            for (int k = 0; k < 4; k++) {
              if (k == l % 4) {
                sum = k * 1000 + sub_group_non_uniform_reduce_add(1);
                continue;
              }
              for (int n = 0; n < l % 3; n++) {
                if (l & 8)
                  sum += 100 * sub_group_non_uniform_reduce_add(n);
                if ((l + n) % 5 == 0)
                  continue;
                sum += sub_group_non_uniform_scan_exclusive_add(l);
              }
            }
            o[i] = sum;
            """,
            // Lanes that leave a loop one after the other.
            """
            ulong sum = 0;
            for (int k = 0; k < l % 7; k++)
              sum = sum * 3 + sub_group_ballot(k & l).x + sub_group_non_uniform_scan_inclusive_add(l);
            while (sub_group_ballot(sum > 1000).x != 0)
              sum /= 2;
            o[i] = sum;
            """,
            // Ballots.
            """
            uint4 b = sub_group_ballot(l % 3 == 1);
            if (l % 4 != 2)
              b ^= sub_group_ballot(l & 1);
            uint n = get_max_sub_group_size();
            o[i] = b.x + 31l * b.y + b.z + b.w + 3l * sub_group_inverse_ballot(sub_group_ballot(l % 5))
                + 5l * sub_group_ballot_bit_extract(b, l % n) + 7l * sub_group_ballot_bit_count(b)
                + 11l * sub_group_ballot_inclusive_scan(b) + 13l * sub_group_ballot_exclusive_scan(b)
                + (b.x ? 17l * sub_group_ballot_find_lsb(b) + 19l * sub_group_ballot_find_msb(b) : 0)
                + sub_group_ballot_bit_count((uint4)(~0u)) * 1000000l;
            """,
            """
            uint4 b = get_sub_group_eq_mask() * 3 + get_sub_group_ge_mask() * 5
                + get_sub_group_gt_mask() * 7 + get_sub_group_le_mask() * 11 + get_sub_group_lt_mask() * 13;
            o[i] = b.x + ((long)b.y << 32) + b.z + b.w;
            """,
            // Broadcasts from one that takes part.
            """
            uint n = get_sub_group_size();
            o[i] = sub_group_non_uniform_broadcast(l, n - 1);
            if (get_sub_group_local_id() >= n / 2)
              o[i] += sub_group_non_uniform_broadcast((char)l, n / 2) * 3
                  + (long)sub_group_non_uniform_broadcast(l * 0.5, n - 1)
                  + (long)sub_group_non_uniform_broadcast((half4)(l, 1, 2, l), n - 1).w
                  + sub_group_non_uniform_broadcast((uchar3)(l, 1, l), n / 2).z;
            """,
            // Rotations, of known and of unknown distance; full clusters only.
            """
            uint n = get_sub_group_size();
            long sum = l;
            if (n == get_max_sub_group_size()) {
              sum = sub_group_rotate(l, 1) + 3 * sub_group_rotate((short)l, -1)
                  + 5 * as_int(sub_group_rotate(l * 0.5f, n / 2)) + sub_group_rotate(l * 1.5, (int)get_global_offset(0) + 3) * 7
                  + 11 * sub_group_rotate((char)l, -300) + as_short(sub_group_rotate((half)l, 17));
              if (n % 4 == 0)
                sum += sub_group_clustered_rotate(l, 1, 4) * 100 + sub_group_clustered_rotate((ulong)l, -1, 2)
                    + sub_group_clustered_rotate((ushort)l, (int)get_global_offset(1) - 1, 1);
            }
            o[i] = sum;
            """));
    return bodies;
  }

  private static String numbers(String type, String value) {
    return """
    TYPE x = VALUE;
    ulong sum = 0;
    for (int k = 0; k < 2; k++)
      if (k == 0 || l % 3 != 0)
        sum = sum * 7 + of_TYPE(x);
    o[i] = sum;
    """
        .replace("TYPE", type)
        .replace("VALUE", value);
  }

  static Stream<Arguments> engines() {
    return SubGroupTest.engines();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void lanesComputeWhatWatchedSubGroupsDo(String options, int size) {
    SubGroupTest.compare(options, size, FUNCTIONS, bodies(options), RANGES);
  }
}
