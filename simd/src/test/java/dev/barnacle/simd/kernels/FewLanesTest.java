package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between barriers where only the first lanes of one vector run, accesses are as wide as these. */
class FewLanesTest {
  private static final int GROUPS = 2;

  private static String kernel(String type, String body) {
    return "typedef TYPE T;\n".replace("TYPE", type)
        + "kernel void k(global int *io, local T *s, global T *far) {\n"
        + "uint l = get_local_id(0), n = get_local_size(0);\n"
        + "s[l] = (T)io[get_global_id(0)];\n"
        + "s[l + n] = (T)(io[get_global_id(0)] >> 3);\n"
        + "far[get_global_id(0)] = (T)l;\n"
        + "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
        + body
        + "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
        + "T all = s[l] + s[l + n] + far[get_global_id(0)];\n"
        + "io[get_global_id(0)] = "
        + (type.endsWith("4") ? "(int)(all.x + 3 * all.y + 5 * all.z + 7 * all.w);" : "(int)all;")
        + "\n}\n";
  }

  private static int[] run(String options, String type, String body, int local) {
    int[] io = new int[GROUPS * local];
    for (int i = 0; i < io.length; i++) {
      io[i] = (i * 7919 + 13) % 101;
    }
    TestRange range = TestRange.of(io.length).local(local);
    Argument.Local tile = new Argument.Local(2L * 32 * local);
    long[] far = new long[4 * io.length];
    try (KernelRunner runner = KernelRunner.of(options)) {
      runner.run(KernelRunner.OPENCL_3, kernel(type, body), "k", range, io, tile, far);
    }
    return io;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (l < 8) s[l] += s[l + 8];",
        "if (l < 4) s[l] += s[l + 4]; barrier(CLK_LOCAL_MEM_FENCE); if (l < 2) s[l] += s[l + 2];",
        "if (l < 3) s[l] += s[l + 3];",
        "if (l < 1) s[l] += s[l + 1];",
        "if (l < 5) { s[3 * l] += s[n + 2 * l + 1]; }",
        "if (l < 8) { s[l * 5 % 16] = s[n + (l * 7 + 1) % 16]; }",
        "if (l < 8) s[15 - l] += s[l];",
        "if (l < 4 && s[l].LOW > 2) s[l] += far[get_global_id(0) + 4];",
        "global T *f = far + get_group_id(0) * n; if (l < 6) f[l] += f[8 + l * 3 % 8];",
        "global T *f = far + get_group_id(0) * n; if (l < 2) f[l * 5] += f[l + 6];",
        "if (l < 8) for (uint i = 0; i < l; i++) s[l] += s[n + i];",
      })
  void computeTheSame(String body) {
    for (String type : List.of("int", "uchar", "long", "float4")) {
      String own = body.replace(".LOW", type.endsWith("4") ? ".x" : "");
      for (int local : new int[] {16, 20}) {
        int[] expected = run("optimize=quick,lanes=1", type, own, local);
        for (String features : KernelRunner.FEATURES) {
          String options = "features=" + features;
          int[] actual = run(options, type, own, local);
          assertArrayEquals(expected, actual, options + " " + type + " " + local + " " + own);
        }
      }
    }
  }
}
