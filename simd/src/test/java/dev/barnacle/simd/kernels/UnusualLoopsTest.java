package dev.barnacle.simd.kernels;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops that lanes leave, go on in and enter in unusual ways. */
class UnusualLoopsTest extends SimdKernelTests {
  /** All lanes come to the rest of the body in the end, but not in the same iteration. */
  @ParameterizedTest
  @MethodSource("ranges")
  void continueBeforeTheOnlyWayOut(TestRange range) {
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
  void jumpsAmongThreeBlocks(TestRange range) {
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
  void switchIntoLoop(TestRange range) {
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
  void stateMachine(TestRange range) {
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
        range, UnusualLoopsTest::machine);
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
}
