package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code compare --programs}: what it writes runs on Barnacle's own driver. */
class CompareProgramsIT extends LauncherRuns {
  @Override
  boolean sharesRoot() {
    return true;
  }

  /** Needs gcc, the headers of OpenCL and a loader. */
  @Test
  void aProgramPassesAndFails() throws Exception {
    String compare = String.join(" ", CompareProgramsTest.SCOPES);
    Result built =
        shell(
            Map.of(),
            "barnacle "
                + compare
                + " --count=1 --programs=. >/dev/null\n"
                + "mv *.c pass.c && sed 's/return registers.*/return 1;/' pass.c >fail.c\n"
                + "gcc pass.c -lOpenCL -o pass && gcc fail.c -lOpenCL -o fail");
    assumeTrue(built.status() == 0, "needs gcc and OpenCL's headers and loader: " + built.err());
    Result pass = shell(Map.of(), "barnacle run -- ./pass 3");
    assertEquals(0, pass.status(), pass.out() + pass.err());
    assertTrue(
        pass.out().endsWith(": passed: the condition came in 0 of 6144 instances\n"), pass.out());
    Result fail = shell(Map.of(), "barnacle run -- ./fail 3");
    assertEquals(1, fail.status(), fail.out() + fail.err());
    assertTrue(
        fail.out().endsWith(": FAILED: the condition came in 6144 of 6144 instances\n"),
        fail.out());
    assertEquals(77, shell(Map.of(), "barnacle run -- ./pass 1 7").status());
  }
}
