package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Kernels that fit into no method or class of the JVM, or into none that HotSpot compiles, are
 * watched like others.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeKernelsTest {
  private static final int ITEMS = 64;

  private final Context context = Context.builder().watched().create();

  @AfterAll
  void close() {
    context.close();
  }

  /** Runs kernel {@code k}, which changes each element of its buffer as {@code expected} does. */
  private void assertComputes(String source, LongUnaryOperator expected) {
    long[] data = LongStream.range(0, ITEMS).map(i -> i * 0x9E3779B97F4A7C15L).toArray();
    long[] results = new long[ITEMS];
    try (Buffer buffer = context.buffer(data.clone())) {
      Report report =
          context.build(source).kernel("k").with(buffer).check(NDRange.of(ITEMS).local(32));
      assertTrue(report.isClean(), report::toString);
      buffer.read(0, MemorySegment.ofArray(results));
    }
    assertArrayEquals(LongStream.of(data).map(expected).toArray(), results);
  }

  private static String kernel(String body) {
    return "kernel void k(global ulong *a) {\n  size_t i = get_global_id(0);\n"
        + "  ulong x = a[i];\n"
        + body
        + "  a[i] = x;\n}\n";
  }

  /** Returns lines {@code number(0)}, {@code number(1)} and so on. */
  private static String lines(int count, IntFunction<String> line) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, count).forEach(i -> text.append("  ").append(line.apply(i)).append('\n'));
    return text.toString();
  }

  private static long constant(int number) {
    return (number + 1) * 0x0123456789ABCDEFL | 1;
  }

  @Test
  void aSwitchOfThousandsOfCases() {
    String cases = lines(3000, i -> "case " + i + ": x = x * " + (2 * i + 3) + "u + y; break;");
    assertComputes(
        kernel(
            "  for (uint y = 0; y < 20; y++) switch ((uint)(x % 3010u)) {\n"
                + cases
                + "  default: x += y; }\n"),
        x -> {
          long value = x;
          for (int y = 0; y < 20; y++) {
            int which = Math.toIntExact(Long.remainderUnsigned(value, 3010));
            value = which < 3000 ? value * (2 * which + 3) + y : value + y;
          }
          return value;
        });
  }

  /** Cases without a break, of 64 bits, some of them negative. */
  @Test
  void aSwitchWhoseCasesGoOnInTheNext() {
    String cases =
        lines(
            500,
            i ->
                "case "
                    + (7L * i - 1000)
                    + "L: x = x * 3u + "
                    + i
                    + (i % 9 == 8 ? "; break;" : ";"));
    assertComputes(
        kernel("  switch ((long)(x % 4000u) - 1500L) {\n" + cases + "  default: x ^= 5; }\n"),
        x -> {
          long which = Long.remainderUnsigned(x, 4000) - 500;
          if (which < 0 || which % 7 != 0 || which / 7 >= 500) {
            return x ^ 5;
          }
          long value = x;
          int i = Math.toIntExact(which / 7);
          for (boolean goesOn = true; goesOn && i < 500; i++) {
            value = value * 3 + i;
            goesOn = i % 9 != 8;
          }
          return i == 500 && (500 - 1) % 9 != 8 ? value ^ 5 : value;
        });
  }

  /** To inline large functions would make 4096 copies. */
  @Test
  void largeFunctionsThatCallLargeFunctions() {
    StringBuilder source = new StringBuilder();
    for (int level = 0; level <= 12; level++) {
      String calls =
          level == 0
              ? ""
              : "  x = f%d(x, y + 1); x ^= f%d(x, y);\n".replace("%d", "" + (level - 1));
      int number = level;
      source
          .append("ulong f" + level + "(ulong x, ulong y) {\n" + calls)
          .append("  for (int q = 0; q < 2; q++) {\n")
          .append(lines(80, i -> "if (x & 4) x = x * " + (i + number + 3) + "u + y; else x ^= y;"))
          .append("  }\n  return x;\n}\n");
    }
    assertComputes(source + kernel("  x = f12(x, i);\n"), LargeKernelsTest::ofTwelve);
  }

  private static long ofTwelve(long x) {
    return level(12, x, x * inverse(0x9E3779B97F4A7C15L));
  }

  /** The number that an odd one gives 1 with. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  private static long level(int level, long from, long y) {
    long x = from;
    if (level > 0) {
      x = level(level - 1, x, y + 1);
      x ^= level(level - 1, x, y);
    }
    for (int q = 0; q < 2; q++) {
      for (int i = 0; i < 80; i++) {
        x = (x & 4) != 0 ? x * (i + level + 3) + y : x ^ y;
      }
    }
    return x;
  }

  @Test
  void moreConstantsThanAClassHas() {
    int count = 1050;
    String body =
        lines(
            count,
            i ->
                "v = (v ^ (ulong16)("
                    + sixteen(2 * i)
                    + ")) * (ulong16)("
                    + sixteen(2 * i + 1)
                    + ");");
    assertComputes(
        kernel("  ulong16 v = x;\n" + body + "  x = v.s0 + v.s1 + v.sf;\n"),
        x -> ofLane(0, count, x) + ofLane(1, count, x) + ofLane(15, count, x));
  }

  private static String sixteen(int number) {
    return IntStream.range(0, 16)
        .mapToObj(lane -> constant(16 * number + lane) + "L")
        .collect(Collectors.joining(", "));
  }

  private static long ofLane(int lane, int count, long x) {
    long value = x;
    for (int i = 0; i < count; i++) {
      value = (value ^ constant(16 * (2 * i) + lane)) * constant(16 * (2 * i + 1) + lane);
    }
    return value;
  }

  @Test
  void moreParametersThanAMethodHas() {
    StringBuilder parameters = new StringBuilder();
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      parameters.append(i == 0 ? "" : ", ").append("ulong16 p").append(i);
      arguments.append(i == 0 ? "" : ", ").append("v + ").append(i * i).append("ul");
    }
    String sum = lines(20, i -> "s = s * 3 + p" + i + ";");
    assertComputes(
        "__attribute__((noinline)) ulong16 f("
            + parameters
            + ") {\n  ulong16 s = 0;\n"
            + sum
            + "  return s;\n}\n"
            + kernel(
                "  ulong16 v = x; v.sf = i;\n  v = f(" + arguments + ");\n  x = v.s0 ^ v.sf;\n"),
        x -> sum(x) ^ sum(x * inverse(0x9E3779B97F4A7C15L)));
  }

  private static long sum(long value) {
    long sum = 0;
    for (int i = 0; i < 20; i++) {
      sum = sum * 3 + value + (long) i * i;
    }
    return sum;
  }

  /** Values that live from part to part, through barriers too. */
  @Test
  void hundredsOfVariables() {
    String body =
        lines(400, i -> "ulong v" + i + " = x * " + constant(i) + "L;")
            + lines(400, i -> "if (v" + i + " & 1) v" + i + " += v" + (i * 7 + 3) % 400 + ";")
            + "  barrier(CLK_LOCAL_MEM_FENCE);\n"
            + lines(400, i -> "x = x * 31 + v" + i + ";");
    assertComputes(
        kernel(body),
        x -> {
          long[] v = IntStream.range(0, 400).mapToLong(i -> x * constant(i)).toArray();
          long value = x;
          for (int i = 0; i < 400; i++) {
            v[i] += (v[i] & 1) != 0 ? v[(i * 7 + 3) % 400] : 0;
          }
          for (long each : v) {
            value = value * 31 + each;
          }
          return value;
        });
  }
}
