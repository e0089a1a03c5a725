package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.KernelFaultException;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clang's own functions, which programs call as if they were OpenCL C's. */
class CompilerBuiltinsTest extends EveryEngineTests {
  private static final String TRAP =
      """
      void stop(int i) { if (i == 70) __builtin_trap(); }
      __attribute__((noinline)) int part(global int *x, int i) {
        if (x[i] == 90) __builtin_verbose_trap("kind", "what");
        return 2 * x[i];
      }
      kernel void direct(global int *x) {
        int i = get_global_id(0);
        x[i] = i;
        if (i == 70) __builtin_trap();
        x[i] = 2 * i;
      }
      kernel void called(global int *x) { int i = get_global_id(0); stop(i); x[i] = i; }
      kernel void valued(global int *x) { int i = get_global_id(0); x[i] = i; x[i] = part(x, i); }
      kernel void alone(global int *x) { __builtin_trap(); }
      kernel void behind(global int *x) {
        local int l[64];
        int i = get_global_id(0);
        l[get_local_id(0)] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l[63 - get_local_id(0)] == 70) __builtin_trap();
        x[i] = l[get_local_id(0)];
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"direct", "called", "valued", "alone", "behind"})
  void aTrapEndsTheLaunch(String kernel) {
    NDRange range = NDRange.of(128).local(64);
    for (Context context : contexts) {
      try (Buffer buffer = context.buffer(MemorySegment.ofArray(new int[128]))) {
        var bound = context.build(TRAP, "").kernel(kernel).with(buffer);
        if (context == contexts.getLast()) {
          List<Finding> findings = bound.check(range).findings();
          assertEquals(List.of(FindingKind.TRAP), findings.stream().map(Finding::kind).toList());
        }
        KernelFaultException e =
            assertThrows(KernelFaultException.class, () -> bound.run(range), kernel);
        assertTrue(String.valueOf(e.getMessage()).contains("__builtin_trap"), e.getMessage());
      }
    }
  }

  @Test
  void aTrapThatNobodyComesToIsNone() {
    for (Context context : contexts) {
      long[] x = new long[128];
      String source =
          "kernel void k(global long *x) { int i = get_global_id(0);"
              + " if (i > 1000) __builtin_trap(); __builtin_debugtrap(); x[i] = i + 1; }";
      run(context, source, 128, x);
      assertEquals(128, x[127]);
      run(context, source, 128, x);
    }
  }

  @Test
  void theCycleCounterRises() {
    String source =
        """
        kernel void k(global ulong *x) {
          int i = get_global_id(0);
          ulong before = __builtin_readcyclecounter();
          for (int k = 0; k < 10000; k++)
            x[i] = 3 * x[i] + k;
          ulong after = __builtin_readcyclecounter();
          x[i] = after - before;
        }
        """;
    for (Context context : contexts) {
      long[] x = new long[64];
      run(context, source, 64, x);
      for (long ticks : x) {
        assertTrue(ticks > 0, () -> ticks + " ticks");
      }
    }
  }

  /** The values are gcc's. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "__builtin_popcount(i + 7)|3",
        "__builtin_popcountl(i + 255ul)|8",
        "__builtin_clz(i + 1)|31",
        "__builtin_clzl(i + 1ul)|63",
        "__builtin_ctz(i + 8)|3",
        "__builtin_ffs(i + 16)|5",
        "__builtin_ffs(i)|0",
        "__builtin_parity(i + 7)|1",
        "__builtin_clrsb(i + 1)|30",
        "__builtin_bswap16((ushort)(i + 0x0102))|513",
        "__builtin_bswap32(i + 0x01020304)|67305985",
        "__builtin_bswap64(i + 0x0102030405060708ul)|578437695752307201",
        "__builtin_bitreverse32(i + 1)|2147483648",
        "__builtin_rotateleft32(i + 1, 4)|16",
        "__builtin_rotateright8((uchar)(i + 1), 1)|128",
        "__builtin_expect(i, 0) + __builtin_expect_with_probability(i, 0, 0.9)|0",
        "__builtin_constant_p(3)|1",
        "__builtin_add_overflow(0x7fffffff, i + 1, &r) + r|-2147483647",
        "__builtin_sub_overflow(i, 1, &r) + r|-1",
        "__builtin_mul_overflow(i + 0x10000, 0x10000, &r) + r|1",
        "__builtin_abs(-3 - i)|3",
        "(long)__builtin_fabsf(-3.5f - i) + (long)__builtin_sqrtf(16.0f + i)|7",
        "(long)__builtin_floorf(2.5f + i) + (long)__builtin_fminf(1.0f, 2.0f + i)|3",
        "__builtin_isnan(0.0f + i) + 2 * __builtin_isinf(1.0f / i) + 4 * !!__builtin_signbit(-1.0f"
            + " - i)|6",
        "__builtin_choose_expr(1, 2, 3) + __builtin_types_compatible_p(int, int)|3",
        "__builtin_offsetof(struct { int a; int b; }, b)|4",
        "(__builtin_assume(i >= 0), i + 5)|5",
        "(__builtin_memcpy(&r, &four, 4), r)|4",
        "(__builtin_memset(&r, 1, 4), r)|16843009",
        "(__builtin_memmove(&r, &four, 4), r)|4",
        "(__builtin_prefetch(x), i)|0",
      })
  void theOthersGiveWhatTheyGiveElsewhere(String expression, long expected) {
    for (Context context : contexts) {
      long[] x = new long[1];
      String source =
          "kernel void k(global long *x) { int i = get_global_id(0), r = 0, four = 4; x[i] = "
              + expression
              + "; if (i > 5) __builtin_unreachable(); }";
      run(context, source, 1, x);
      assertEquals(expected, x[0], expression);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "asm volatile(\"nop\");|2:3",
        "asm(\"nop\");|2:3",
        "int y; __asm__(\"mov %1, %0\" : \"=r\"(y) : \"r\"(*x)); *x = y;|2:17",
        "__asm__ volatile(\"nop\");|2:11",
        "__asm volatile(\"nop\" : : : \"memory\");|2:9",
      })
  void inlineAssemblyIsRefusedByName(String statement, String place) {
    String source = "kernel void k(global int *x) {\n  " + statement + "\n}";
    for (Context context : contexts) {
      BuildException e = assertThrows(BuildException.class, () -> context.build(source, ""));
      assertTrue(
          e.log().contains(":" + place + ": error: inline assembly is not supported"), e.log());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"__asm__(\"nop\");", "__asm(\".globl x\");", "asm(\"nop\");"})
  void assemblyAtFileScopeIsRefusedByName(String assembly) {
    String source = assembly + "\nkernel void k(global int *x) { *x = 1; }";
    for (Context context : contexts) {
      BuildException e = assertThrows(BuildException.class, () -> context.build(source, ""));
      assertTrue(e.log().contains(":1:1: error: inline assembly is not supported"), e.log());
    }
  }

  @Test
  void aFunctionThatIsNowhereIsToldWithWhoCallsIt() {
    String source =
        "int nowhere(int);\nint helper(int a) { return nowhere(a); }\n"
            + "kernel void k(global int *x) { *x = helper(*x); }";
    try (Context context = Context.create()) {
      String wanted = ":2:28: error: undefined function 'nowhere', which 'helper' calls";
      BuildException built = assertThrows(BuildException.class, () -> context.build(source, ""));
      assertTrue(built.log().contains(wanted), built.log());
      ObjectCode other =
          context.compile("other.cl", "int somewhere(int a) { return a; }", Map.of(), "");
      ObjectCode object = context.compile("caller.cl", source, Map.of(), "");
      BuildException linked =
          assertThrows(BuildException.class, () -> context.link(List.of(other, object), ""));
      assertTrue(linked.log().contains("caller.cl" + wanted), linked.log());
    }
  }
}
