package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** What OpenCL C leaves out or open, and programs that were written for PoCL rely on. */
class BeyondTheLanguageTest extends EveryEngineTests {
  private void check(String source, String options, long... expected) {
    for (Context context : contexts) {
      long[] out = new long[expected.length];
      run(context, source, options, 1, out);
      assertArrayEquals(expected, out);
    }
  }

  @Test
  void tablesInsideOfFunctionsMayBeStatic() {
    String source =
        """
        kernel void k(global ulong *out) {
          static constant ulong table[2] = { 5, 7 };
          out[0] = table[get_global_id(0) + 1];
        }
        """;
    check(source, "", 7);
    check(source, "-cl-std=CL1.2", 7);
    check(source, "-cl-std=CL3.0", 7);
  }

  @DisabledIfSystemProperty(
      named = "barnacle.through-spirv",
      matches = "true",
      disabledReason = "SPIR-V has no assembly")
  @Test
  void assemblyWithoutInstructionsKeepsValues() {
    check(
        """
        kernel void k(global ulong *out) {
          ulong x = get_global_id(0) + 41;
          __asm__ volatile("" ::: "memory");
          __asm__ volatile("" : "+r"(x));
          out[0] = x;
        }
        """,
        "",
        41);
  }

  @Test
  void numbersThatAreNoneKeepTheirBits() {
    check(
        """
        kernel void k(global ulong *out) {
          out[0] = as_uint(as_float(0x7fc12345));
          out[1] = as_ulong(as_double(0x7ff8000123456789));
          out[2] = as_uint(nan(5u));
          float4 v = (float4)(as_float(0xffc00123));
          out[3] = as_uint4(v).z;
        }
        """,
        "",
        0x7fc12345L,
        0x7ff8000123456789L,
        0x7fc00005L,
        0xffc00123L);
  }
}
