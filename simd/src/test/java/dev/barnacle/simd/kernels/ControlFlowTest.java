package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Control flow that differs from work-item to work-item. */
class ControlFlowTest extends SimdKernelTests {
  @ParameterizedTest
  @MethodSource("ranges")
  void collatzLengths(TestRange range) {
    check(
        """
        kernel void k(global int *data) {
          long n = data[get_global_id(0)];
          int steps = 0;
          while (n != 1) {
            n = n & 1 ? 3 * n + 1 : n / 2;
            steps++;
          }
          data[get_global_id(0)] = steps;
        }\
        """,
        range,
        value -> {
          long n = value;
          int steps = 0;
          while (n != 1) {
            n = (n & 1) != 0 ? 3 * n + 1 : n / 2;
            steps++;
          }
          return steps;
        });
  }

  /** Inside, the counters are the same for all lanes; behind, each lane has its own. */
  @ParameterizedTest
  @MethodSource("ranges")
  void countersBehindLoopsThatLanesLeaveOneByOne(TestRange range) {
    check(
        """
        kernel void k(global int *data) {
          int x = data[get_global_id(0)] & 63, n = 0, m = 0, rounds = 0, last = -1;
          while (n < 40 && n * n <= x) n++;
          for (int i = 0; i < 3; i++) {
            for (int j = i; ; j += 2) {
              rounds++;
              if (j > 20) break;
              if (((x + j) & 7) == 0) { last = j; goto next; }
              m = j;
            }
            last = i;
          next:;
          }
          data[get_global_id(0)] = n + 100 * m + 10000 * rounds + 1000000 * last;
        }\
        """,
        range,
        value -> {
          int x = value & 63;
          int n = 0;
          while (n * n <= x) {
            n++;
          }
          int m = 0;
          int rounds = 0;
          int last = -1;
          for (int i = 0; i < 3; i++) {
            int j = i;
            for (; j <= 20 && ((x + j) & 7) != 0; j += 2) {
              m = j;
              rounds++;
            }
            rounds++;
            last = j > 20 ? i : j;
          }
          return n + 100 * m + 10000 * rounds + 1000000 * last;
        });
  }

  /** Most vectors pass such tests together; at the bounds some lanes do and others don't. */
  @ParameterizedTest
  @MethodSource("ranges")
  void boundsInTheMiddleOfVectors(TestRange range) {
    int items = global(range);
    for (int bound : new int[] {0, 1, 15, 16, 17, 33, items / 2, items - 1, items, items + 5}) {
      int[] data = numbers(items);
      int[] before = data.clone();
      run(
          """
          kernel void k(global int *data, int n) {
            int i = get_global_id(0);
            if (i >= n)
              return;
            if (i == 0 || i == n - 1)
              data[i] += 1000;
            else
              data[i] = data[i] * 3 + i;
          }\
          """,
          "k",
          range,
          data,
          bound);
      for (int i = 0; i < items; i++) {
        int edge = i == 0 || i == bound - 1 ? before[i] + 1000 : before[i] * 3 + i;
        assertEquals(i < bound ? edge : before[i], data[i], bound + " at " + i);
      }
    }
  }

  /** Loops over ids up to a bound, with other ways out, and counters that wrap around. */
  @ParameterizedTest
  @MethodSource("ranges")
  void loopsUpToBounds(TestRange range) {
    int items = global(range);
    int[] data = numbers(items);
    int[] before = data.clone();
    run(
        """
        kernel void k(global int *data) {
          int id = get_global_id(0), size = get_global_size(0), x = data[id], sum = 0, last = -1;
          for (int i = id; i < 5 * size / 2 + 3; i += size) {
            if (((x + i) & 15) == 7) continue;
            if (((x ^ i) & 63) == 5) break;
            sum += i & 255;
            last = i;
          }
          for (uint i = 0xffffff00u + id; i > 1000; i += 7) sum++;
          for (ulong i = 0xffffffffffffffc0ul + id; 3 * size - 1 >= i + 1; i += size) sum += 3;
          for (uint i = 500 - id; (int)i <= 520; i += 64) sum += 5;
          data[id] = sum * 1000 + last;
        }\
        """,
        "k",
        range,
        data);
    for (int id = 0; id < items; id++) {
      assertEquals(sumUpToBounds(before[id], id, items), data[id], "at " + id);
    }
  }

  private static int sumUpToBounds(int x, int id, int size) {
    int sum = 0;
    int last = -1;
    for (int i = id; i < 5 * size / 2 + 3; i += size) {
      if (((x + i) & 15) == 7) {
        continue;
      }
      if (((x ^ i) & 63) == 5) {
        break;
      }
      sum += i & 255;
      last = i;
    }
    for (int i = 0xffffff00 + id; Integer.compareUnsigned(i, 1000) > 0; i += 7) {
      sum++;
    }
    for (long i = -64L + id; Long.compareUnsigned(3L * size - 1, i + 1) >= 0; i += size) {
      sum += 3;
    }
    for (int i = 500 - id; i <= 520; i += 64) {
      sum += 5;
    }
    return sum * 1000 + last;
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void nestedLoopsWithBreakAndContinue(TestRange range) {
    check(
        """
        kernel void k(global int *data) {
          int limit = data[get_global_id(0)] % 17, sum = 0;
          for (int i = 0; i < limit; i++) {
            if (i % 3 == 2)
              continue;
            for (int j = i; ; j++) {
              if (j * i > limit)
                break;
              if ((i ^ j) & 1)
                continue;
              sum += i * j + 1;
              if (j > 20)
                break;
            }
            if (sum > 150)
              break;
          }
          data[get_global_id(0)] = sum;
        }\
        """,
        range,
        value -> {
          int limit = value % 17;
          int sum = 0;
          for (int i = 0; i < limit && sum <= 150; i++) {
            for (int j = i; i % 3 != 2 && j * i <= limit; j++) {
              if (((i ^ j) & 1) == 0) {
                sum += i * j + 1;
                if (j > 20) {
                  break;
                }
              }
            }
          }
          return sum;
        });
  }

  /** The right operands of && and || have effects; they happen only when they are evaluated. */
  @ParameterizedTest
  @MethodSource("ranges")
  void shortCircuits(TestRange range) {
    check(
        """
        kernel void k(global int *data) {
          int n = data[get_global_id(0)], calls = 0;
          bool both = n % 2 == 0 && (calls += 1) && n % 3 == 0 && (calls += 10);
          bool either = n % 5 == 0 || (calls += 100, n % 7 == 0) || (calls += 1000, 0);
          data[get_global_id(0)] = calls * 4 + both * 2 + either;
        }\
        """,
        range,
        n -> {
          int calls = 0;
          if (n % 2 == 0) {
            calls += n % 3 == 0 ? 11 : 1;
          }
          if (n % 5 != 0) {
            calls += n % 7 == 0 ? 100 : 1100;
          }
          return calls * 4 + (n % 6 == 0 ? 2 : 0) + (n % 5 == 0 || n % 7 == 0 ? 1 : 0);
        });
  }

  /** Sparse cases, negative ones, a range, and a default in the middle. */
  @ParameterizedTest
  @MethodSource("ranges")
  void sparseSwitch(TestRange range) {
    check(
        """
        kernel void k(global int *data) {
          int n = data[get_global_id(0)], r = 0;
          switch (n * 31 % 23 - 3) {
            case -3: r = 1; break;
            default: r = 2;
            case -1: r += 3; break;
            case 19: r = 4; break;
            case 5: case 6: case 7: r = 5;
          }
          switch ((long)n << 40) {
            case 3l << 40: r += 100; break;
            case 17l << 40: r += 200; break;
          }
          data[get_global_id(0)] = r;
        }\
        """,
        range,
        n -> {
          int r =
              switch (n * 31 % 23 - 3) {
                case -3 -> 1;
                case -1 -> 3;
                case 19 -> 4;
                case 5, 6, 7 -> 5;
                default -> 5;
              };
          return r + (n == 3 ? 100 : n == 17 ? 200 : 0);
        });
  }

  /** Functions that call functions, some not inlined, with several returns each. */
  @ParameterizedTest
  @MethodSource("ranges")
  void deepHelpers(TestRange range) {
    check(
        """
        int f0(int x) { if (x < 0) return -1; if (x % 2) return x; return x / 2; }
        __attribute__((noinline)) int f1(int x) { for (int i = 0; i < 3; i++) x += f0(x) + i; return x; }
        int f2(int x) { return x > 1000 ? f1(x - 1000) : f1(x) + f0(x); }
        __attribute__((noinline)) int f3(int x, int *changed) { *changed += 1; return f2(x) % 1013 + f2(-x) % 7; }
        int f4(int x) { int c = 0; for (int i = 0; i < x % 5; i++) x = f3(x, &c); return x * 8 + c; }
        int f5(int x) { return f4(x) ^ f4(x + 1); }
        kernel void k(global int *data) { data[get_global_id(0)] = f5(data[get_global_id(0)]); }\
        """,
        range, x -> f4(x) ^ f4(x + 1));
  }

  private static int f0(int x) {
    return x < 0 ? -1 : x % 2 != 0 ? x : x / 2;
  }

  private static int f1(int start) {
    int x = start;
    for (int i = 0; i < 3; i++) {
      x += f0(x) + i;
    }
    return x;
  }

  private static int f2(int x) {
    return x > 1000 ? f1(x - 1000) : f1(x) + f0(x);
  }

  private static int f4(int start) {
    int x = start;
    int c = 0;
    for (int i = 0; i < x % 5; i++) {
      x = f2(x) % 1013 + f2(-x) % 7;
      c++;
    }
    return x * 8 + c;
  }

  /** Work-items that leave early do not take the others along. */
  @ParameterizedTest
  @MethodSource("ranges")
  void divergentReturns(TestRange range) {
    check(
        """
        kernel void k(global int *data) {
          global int *d = &data[get_global_id(0)];
          if (*d % 4 == 0)
            return;
          for (int i = 0; i < 10; i++) {
            *d += 3;
            if (*d % 4 == 0 && i > 2)
              return;
          }
          *d = -*d;
        }\
        """,
        range,
        n -> {
          if (n % 4 == 0) {
            return n;
          }
          for (int i = 1; i <= 10; i++) {
            if ((n + 3 * i) % 4 == 0 && i > 3) {
              return n + 3 * i;
            }
          }
          return -(n + 30);
        });
  }

  /** Long loops end, and the process survives them. */
  @Test
  void longLoop() {
    int[] out = new int[1];
    run(
        """
        kernel void k(global int *out, int rounds) {
          uint x = 1;
          for (int i = 0; i < rounds; i++)
            x = x * 1664525u + 1013904223u;
          out[0] = x;
        }\
        """,
        "k",
        line(1, 1),
        out,
        100_000_000);
    int x = 1;
    for (int i = 0; i < 100_000_000; i++) {
      x = x * 1664525 + 1013904223;
    }
    assertArrayEquals(new int[] {x}, out);
  }
}
