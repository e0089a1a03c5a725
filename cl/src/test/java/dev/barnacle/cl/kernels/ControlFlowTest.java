package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.NDRange;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Control flow that differs from work-item to work-item. */
class ControlFlowTest extends KernelTests {
  /** Runs {@code kernel void k(global int *data)} and compares with a function of each element. */
  private void check(String source, NDRange range, IntUnaryOperator expected) {
    int[] data = numbers(global(range));
    int[] wanted = Arrays.stream(data).map(expected).toArray();
    run(source, "k", range, data);
    assertArrayEquals(wanted, data);
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void collatzLengths(NDRange range) {
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
  void countersBehindLoopsThatLanesLeaveOneByOne(NDRange range) {
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
  void boundsInTheMiddleOfVectors(NDRange range) {
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
  void loopsUpToBounds(NDRange range) {
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

  /** All lanes come to the rest of the body in the end, but not in the same iteration. */
  @ParameterizedTest
  @MethodSource("ranges")
  void continueBeforeTheOnlyWayOut(NDRange range) {
    check(
        """
        kernel void k(global int *data) {
          int x = data[get_global_id(0)], sum = 0, n = 0;
          while (true) {
            n++;
            if ((x + n) % 3 == 0) { sum += 100; continue; }
            data[get_global_id(0)] += 1000000;
            if (n > 4 && (x & n) == 0) break;
          }
          data[get_global_id(0)] += sum + 10000 * n;
        }\
        """,
        range,
        value -> {
          int result = value;
          for (int n = 1; ; n++) {
            if ((value + n) % 3 == 0) {
              result += 100;
            } else {
              result += 1000000;
              if (n > 4 && (value & n) == 0) {
                return result + 10000 * n;
              }
            }
          }
        });
  }

  /** Three blocks that jump to each other, each of them an entry. */
  @ParameterizedTest
  @MethodSource("ranges")
  void jumpsAmongThreeBlocks(NDRange range) {
    check(
        """
        kernel void k(global int *data) {
          int x = data[get_global_id(0)], sum = x & 15, steps = 0;
          if (x % 3 == 0) goto b;
          if (x % 3 == 1) goto c;
          a: sum += 1; if (++steps > 20) goto end; if (sum & 1) goto c;
          b: sum = sum * 3 & 0xffff; if (++steps > 20) goto end; if (sum % 5 == 2) goto a;
          c: sum += x & 7; if (++steps > 20) goto end; if (sum & 2) goto b; goto a;
          end: data[get_global_id(0)] = sum;
        }\
        """,
        range,
        value -> {
          int sum = value & 15;
          int block = value % 3 == 0 ? 1 : value % 3 == 1 ? 2 : 0;
          for (int steps = 1; ; steps++) {
            int at = block;
            sum = at == 0 ? sum + 1 : at == 1 ? sum * 3 & 0xffff : sum + (value & 7);
            if (steps > 20) {
              return sum;
            }
            block =
                switch (at) {
                  case 0 -> (sum & 1) != 0 ? 2 : 1;
                  case 1 -> sum % 5 == 2 ? 0 : 2;
                  default -> (sum & 2) != 0 ? 1 : 0;
                };
          }
        });
  }

  /** A switch whose cases jump into a loop: the loop has several entries. */
  @ParameterizedTest
  @MethodSource("ranges")
  void switchIntoLoop(NDRange range) {
    check(
        """
        kernel void k(global int *data) {
          int count = data[get_global_id(0)] % 50 + 1, sum = 0, times = (count + 3) / 4;
          switch (count % 4) {
            case 0: do { sum += 1000;
            case 3:      sum += 100;
            case 2:      sum += 10;
            case 1:      sum += 1;
                    } while (--times > 0);
          }
          data[get_global_id(0)] = sum;
        }\
        """,
        range,
        value -> {
          int count = value % 50 + 1;
          int full = count / 4;
          int[] rest = {0, 1, 11, 111};
          return full * 1111 + rest[count % 4];
        });
  }

  /** A small state machine: a switch in an endless loop, with break, continue and return. */
  @ParameterizedTest
  @MethodSource("ranges")
  void stateMachine(NDRange range) {
    check(
        """
        kernel void k(global int *data) {
          global int *d = &data[get_global_id(0)];
          int n = *d, state = 0, steps = 0;
          for (;;) {
            steps++;
            switch (state) {
              case 0:
                state = n % 3 == 0 ? 1 : n % 3 == 1 ? 2 : 3;
                continue;
              case 1:
                n /= 3;
                state = n < 2 ? 4 : 0;
                break;
              case 2:
                n -= 1;
                state = n < 2 ? 4 : 0;
                break;
              case 3:
                n += 1;
                state = 0;
                if (steps > 100)
                  return;
                break;
              case 4:
                *d = steps * 1000 + n;
                return;
            }
            steps += 10;
          }
        }\
        """,
        range, ControlFlowTest::machine);
  }

  private static int machine(int value) {
    int n = value;
    int steps = 0;
    while (true) {
      steps += 2 + 10;
      switch (n % 3) {
        case 0 -> n /= 3;
        case 1 -> n -= 1;
        default -> {
          n += 1;
          if (steps - 10 > 100) {
            return value;
          }
          continue;
        }
      }
      if (n < 2) {
        return (steps + 1) * 1000 + n;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void nestedLoopsWithBreakAndContinue(NDRange range) {
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
  void shortCircuits(NDRange range) {
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
  void sparseSwitch(NDRange range) {
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
  void deepHelpers(NDRange range) {
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
  void divergentReturns(NDRange range) {
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
