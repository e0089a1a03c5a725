package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.KernelFaultException;
import dev.barnacle.cl.NDRange;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code printf} (OpenCL C, 6.15.14). */
class PrintfTest {
  private static String output(String source, NDRange range, Object... arguments) {
    StringBuilder text = new StringBuilder();
    try (Context context = Context.builder().output(text::append).create()) {
      context.build(source, "-cl-std=CL3.0").kernel("k").with(arguments).run(range);
    }
    return text.toString();
  }

  private static String one(String call) {
    return output("kernel void k(void) { " + call + "; }", NDRange.of(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "%d %i|-5, 17|-5 17",
        "%u|-1|4294967295",
        "%o %x %X|64, 255, 255|100 ff FF",
        "%#o %#x|8, 255|010 0xff",
        "[%5d] [%-5d] [%05d] [%+d] [% d]|42, 42, 42, 42, 42|[   42] [42   ] [00042] [+42] [ 42]",
        "[%.3d] [%6.3d]|7, 7|[007] [   007]",
        "%llu %lld %d|~0ul, -1l << 40, 7|18446744073709551615 -1099511627776 7",
        "%lx %d|0x1122334455667788ul * 1ULL, 7|1122334455667788 7",
        "%hhd %hd|(char)-3, (short)-300|-3 -300",
        "%ld %lu|1l << 40, -1l|1099511627776 18446744073709551615",
        "%c%c|'o', 'k'|ok",
        "%s and %s|\"one\", \"two\"|one and two",
        "[%5s] [%-5s] [%.2s]|\"abc\", \"abc\", \"abc\"|[  abc] [abc  ] [ab]",
        "%f %.2f %8.3f|1.5f, 2.345f, -3.14159f|1.500000 2.35   -3.142",
        "%e %E|12345.678, 0.00012|1.234568e+04 1.200000E-04",
        "%g %g %g|0.0001f, 1e10f, 100.0f|0.0001 1e+10 100",
        "%a|1.0|0x1p+0",
        "%f %f %F|INFINITY, -INFINITY, INFINITY|inf -inf INF",
        "%.3f|1.0 / 3|0.333",
        "100%%||100%",
      })
  void conversions(String format, String arguments, String expected) {
    String rest = arguments == null ? "" : ", " + arguments;
    assertEquals(expected, one("printf(\"" + format + "\"" + rest + ")"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%v4d|(int4)(1, -2, 3, 4)|1,-2,3,4",
        "%v2hlx|(uint2)(255, 16)|ff,10",
        "%v3hhu|(uchar3)(1, 2, 255)|1,2,255",
        "%v8hd|(short8)(-1, 2, 3, 4, 5, 6, 7, 8)|-1,2,3,4,5,6,7,8",
        "%v2ld|(long2)(1l << 40, -1)|1099511627776,-1",
        "%v4hlf|(float4)(1, 2.5f, -3, 0)|1.000000,2.500000,-3.000000,0.000000",
        "%5.1v2hlf|(float2)(1, 2)|  1.0,  2.0",
        "%v2lf|(double2)(0.5, 1.5)|0.500000,1.500000",
        "%v16hhd|(char16)(7)|7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7",
      })
  void vectors(String format, String argument, String expected) {
    assertEquals(expected.strip(), one("printf(\"" + format + "\", " + argument + ")").strip());
  }

  @Test
  void pointersAndResult() {
    StringBuilder text = new StringBuilder();
    try (Context context = Context.builder().output(text::append).create()) {
      Buffer buffer = context.buffer(new int[2]);
      context
          .build(
              """
              kernel void k(global int *out) {
                out[0] = printf("fine %p\\n", out);
                out[1] = printf("");
              }\
              """)
          .kernel("k")
          .with(buffer)
          .run(NDRange.of(1));
      int[] result = new int[2];
      buffer.read(result);
      assertEquals("[0, 0]", Arrays.toString(result));
      assertTrue(text.toString().matches("fine 0x[0-9a-f]+\n"), text::toString);
    }
  }

  /** The calls of all work-items come out whole, also from divergent code in loops. */
  @Test
  void everyItemsCalls() {
    String text =
        output(
            """
            kernel void k(int rounds) {
              int g = get_global_id(0);
              for (int i = 0; i < rounds; i++)
                if ((g + i) % 3 == 0)
                  printf("item %d of %s, round %d\\n", g, get_group_id(0) ? "later" : "first", i);
            }\
            """,
            NDRange.of(100).local(32), 4);
    String expected =
        IntStream.range(0, 400)
            .filter(n -> (n / 4 + n % 4) % 3 == 0)
            .mapToObj(
                n ->
                    "item %d of %s, round %d"
                        .formatted(n / 4, n / 4 >= 32 ? "later" : "first", n % 4))
            .sorted()
            .collect(Collectors.joining("\n"));
    assertEquals(expected, text.lines().sorted().collect(Collectors.joining("\n")));
  }

  /** What a failed assert() of SYCL calls: it tells, and ends the launch. */
  @Test
  void failedAssertionsOfSyclAreTold() {
    String source =
        """
        void __devicelib_assert_fail(const char *condition, const char *file, int line, const char *function,
                                     ulong global0, ulong global1, ulong global2,
                                     ulong local0, ulong local1, ulong local2);
        global const char condition[] = "x < 3", file[] = "k.cpp", function[] = "k";
        kernel void k(void) {
          if (get_global_id(0) == 3)
            __devicelib_assert_fail(condition, file, 7, function, get_global_id(0), 0, 0, get_local_id(0), 0, 0);
        }
        """;
    StringBuilder text = new StringBuilder();
    try (Context context = Context.builder().output(text::append).create()) {
      BoundKernel kernel = context.build(source, "-cl-std=CL3.0").kernel("k").with();
      kernel.run(NDRange.of(2));
      assertEquals("", text.toString());
      assertThrows(KernelFaultException.class, () -> kernel.run(NDRange.of(4).local(2)));
    }
    assertEquals(
        "k.cpp:7: k: global id: [3,0,0], local id: [1,0,0] Assertion `x < 3` failed.\n",
        text.toString());
  }
}
