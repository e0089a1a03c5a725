package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code litmus --programs}: what it writes runs on Barnacle's own driver. */
class LitmusProgramsIT extends LauncherRuns {
  @Override
  boolean sharesRoot() {
    return true;
  }

  /** Needs a C compiler, the headers of OpenCL and a loader. */
  @Test
  void aProgramSaysWhatTheModelForbids() throws Exception {
    Result built =
        shell(
            Map.of(),
            """
            cat >one.litmus <<'E'
            C one
            {}
            P0 (atomic_int* x) { atomic_store(x, 1); int r0 = atomic_load(x); }
            exists (0:r0=1)
            E
            barnacle litmus one.litmus --programs=. >/dev/null
            sed 's/^  {1LL,},/  {2LL,},/' one.c11.c >wrong.c
            cc -Wall -Werror one.c11.c -lOpenCL -o right && cc wrong.c -lOpenCL -o wrong\
            """);
    assumeTrue(built.status() == 0, "needs cc and OpenCL's headers and loader: " + built.err());
    Result right =
        shell(Map.of(), "barnacle run -- ./right --iterations 3 --instances 512 --seed 2");
    assertEquals(0, right.status(), right.out() + right.err());
    assertTrue(right.out().contains("Histogram (1 state)\n1536     *>0:r0=1;\n"), right.out());
    assertTrue(
        right.out().endsWith("allows 1 outcome: 1 of them seen; 0 seen that it forbids\n"),
        right.out());
    Result wrong = shell(Map.of(), "barnacle run -- ./wrong --iterations 1 --instances 512");
    assertEquals(1, wrong.status(), wrong.out() + wrong.err());
    assertTrue(wrong.out().contains("512      *>0:r0=1; forbidden\n"), wrong.out());
    assertEquals(2, shell(Map.of(), "barnacle run -- ./right --device 7").status());
    assertEquals(2, shell(Map.of(), "barnacle run -- ./right --nothing 7").status());
  }
}
