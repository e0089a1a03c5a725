package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.barnacle.command.arguments.ExitStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code bench --first-second} of Barnacle as it is packaged. */
class FirstSecondIT extends LauncherRuns {
  @Override
  boolean sharesRoot() {
    return true;
  }

  /** Needs an OpenCL loader, such as Debian's ocl-icd-libopencl1. */
  @Test
  void everyLineIsMeasured() throws Exception {
    Result result =
        run(
            root.resolve("barnacle"),
            "bench",
            "--first-second",
            "--alone",
            "--json",
            "--repeat=1",
            "--scale=0.0025");
    assumeFalse(
        result.err().contains("need an OpenCL loader"), "no OpenCL loader: " + result.err());
    assertEquals(ExitStatus.OK, result.status(), result.out() + result.err());
    List<String> lines = result.out().lines().toList();
    assertEquals(2 + 2 + 2 + 2 + 8, lines.size(), result.out()); // 50 launches have two lines
    for (String line : lines) {
      assertTrue(line.matches("\\{\"bench\":\"\\w+\",\"size\":\"[^\"]+\",\"best_ms\":.*"), line);
    }
  }

  /** Needs an OpenCL loader. */
  @Test
  void pausesAreMeasured() throws Exception {
    Result result =
        run(
            root.resolve("barnacle"),
            "bench",
            "--pauses",
            "--busy",
            "--alone",
            "--json",
            "--repeat=1",
            "--scale=0.02");
    assumeFalse(
        result.err().contains("need an OpenCL loader"), "no OpenCL loader: " + result.err());
    assertEquals(ExitStatus.OK, result.status(), result.out() + result.err());
    assertEquals(4, result.out().lines().count(), result.out());
    assertTrue(
        result.out().lines().allMatch(line -> line.contains("\"median_over_best\":")),
        result.out());
  }

  /** Needs an OpenCL loader; where perf is, its samples are read too. */
  @Test
  void everyPhaseIsMeasured() throws Exception {
    Result result =
        run(
            root.resolve("barnacle"),
            "bench",
            "--first-second",
            "--phases",
            "--json",
            "--repeat=1");
    assumeFalse(result.err().contains("libOpenCL"), "no OpenCL loader: " + result.err());
    assertEquals(ExitStatus.OK, result.status(), result.out() + result.err());
    List<String> lines = result.out().lines().toList();
    boolean hasPerf = !result.err().contains("perf");
    // With the sums; a JVM's start is told from the rest where there is one, and perf.
    assertTrue(lines.size() >= 8 + 5, result.out());
    assertEquals(2, lines.stream().filter(l -> l.contains("\"phase\":\"all\"")).count());
    for (String line : lines) {
      assertTrue(line.contains("\"cpu_ms\":"), line);
      assertTrue(!line.contains("\"phase\":\"all\"") || hasPerf == line.contains("\"jvm\":"), line);
    }
  }
}
