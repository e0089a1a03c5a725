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
                + "mv *.c pass.c && sed 's/^      return 1;/      return 0;/' pass.c >fail.c\n"
                + "gcc pass.c -lOpenCL -o pass && gcc fail.c -lOpenCL -o fail");
    assumeTrue(built.status() == 0, "needs gcc and OpenCL's headers and loader: " + built.err());
    Result pass = shell(Map.of(), "barnacle run -- ./pass --iterations 3 --instances 512");
    assertEquals(0, pass.status(), pass.out() + pass.err());
    assertTrue(pass.out().contains("Positive: 0 Negative: 1536\n"), pass.out());
    assertTrue(pass.out().endsWith(" seen; 0 seen that it forbids\n"), pass.out());
    Result fail = shell(Map.of(), "barnacle run -- ./fail --iterations 3 --instances 512");
    assertEquals(1, fail.status(), fail.out() + fail.err());
    assertTrue(fail.out().contains("; forbidden\n"), fail.out());
  }
}
