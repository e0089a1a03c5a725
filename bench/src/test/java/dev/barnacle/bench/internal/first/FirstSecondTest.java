package dev.barnacle.bench.internal.first;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.bench.internal.GoldenText;
import dev.barnacle.bench.internal.drivers.RegisteredDrivers;
import dev.barnacle.command.input.InputException;
import dev.barnacle.llvm.clang.NativeC;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench --first-second}, but for Barnacle's own column: {@code FirstSecondIT} has that. */
class FirstSecondTest {
  private static final String MISSING = "/nonexistent/libnone.so";

  @TempDir private Path folder;

  @Test
  void aTableHasAColumnForEachPlatformAndTellsWhatFailed() {
    assertEquals(
        List.of(
            "[1] other",
            "[2] broken",
            "Medians: wall time, and in brackets processor time with that of all threads.",
            "what Barnacle [1] [2]",
            "build and first launch, 11 lines, never seen ms 2.0 (4.0) 6.0 (12.0) failed",
            "11 lines, seen before by another process ms 2.0 (4.0) 6.0 (12.0) failed",
            " broken: its process crashed (signal 11)"),
        FirstJson.report(false).lines().map(line -> line.replaceAll(" +", " ")).toList());
  }

  @Test
  void jsonHasAnObjectForEachLine() {
    List<String> lines = FirstJson.report(true).lines().toList();
    assertEquals(2, lines.size());
    assertEquals(
        "{\"bench\":\"build_new\",\"size\":\"build and first launch, 11 lines, never seen\","
            + "\"best_ms\":1.0,\"median_ms\":2.0,\"cpu_ms\":4.0,\"rate\":1000.0,\"unit\":\"1/s\","
            + "\"against\":[{\"platform\":\"other\",\"best_ms\":3.0,\"median_ms\":6.0,"
            + "\"cpu_ms\":12.0,\"ratio\":3.0},"
            + "{\"platform\":\"broken\",\"error\":\"its process crashed (signal 11)\"}]}",
        lines.getFirst());
  }

  /** The command line's tests compare their fields with the page of JSON. */
  @Test
  void jsonHasEveryField() throws IOException {
    GoldenText.assertText("json/first-second.json", FirstJson.ofAll());
    GoldenText.assertText("json/phases.json", FirstJson.phase() + "\n");
    GoldenText.assertText("json/pauses.json", PausesJson.report(true));
  }

  @Test
  void whatAProcessTellsIsRead() {
    FirstProcess.Told told =
        FirstProcess.read(
            List.of(
                "platform P, OpenCL 3.0",
                "platform another",
                "a driver says something of its own",
                "launch_2_5 1500.5 2000",
                "sum 18446744073709551615",
                "whole 7 8"));
    assertEquals(new Times(1500.5, 2000), told.times().get("launch_2_5"));
    assertEquals(new Times(7, 8), told.times().get("whole"));
    assertEquals("P, OpenCL 3.0", told.words().get("platform"));
    assertEquals("18446744073709551615", told.words().get("sum"));
    assertEquals(Optional.empty(), told.error());
    assertEquals(
        Optional.of("its process crashed (signal 6)"),
        FirstProcess.read(
                List.of("error clFinish failed with -5", "error its process crashed (signal 6)"))
            .error());
    assertEquals(
        Optional.of("clFinish failed with -5"),
        FirstProcess.read(
                List.of("error clFinish failed with -5", "error its process ended (status 1)"))
            .error());
  }

  @Test
  void noCacheHasSeenTheProgramsAndTheyHaveTheirSizes() {
    assertEquals(11, Sources.small().text().lines().count());
    assertEquals(961, Sources.many().text().lines().count());
    assertEquals(40, Sources.many().kernels().size());
    assertNotEquals(Sources.small().text(), Sources.small().text());
    assertNotEquals(Sources.many().text(), Sources.many().text());
  }

  @Test
  void theCProgramsCompileForThisMachineAndTellWhatIsMissing() {
    assumeTrue(NativeC.target().isPresent(), "C programs are for Linux on x86-64 and AArch64");
    try (CPrograms programs = CPrograms.compile()) {
      FirstProcess.Told told =
          new FirstProcess(programs, 60)
              .run(Installed.alone(programs.folder(), MISSING), List.of("names"));
      assertTrue(told.error().isPresent(), "a loader without a driver has no platform");
      assertTrue(told.times().containsKey("whole"), told::toString);
    }
  }

  @Test
  void theCProgramsCompileForEveryMachine() {
    for (String target : NativeC.targets()) {
      try (CPrograms programs = CPrograms.compile(target)) {
        assertTrue(Files.isExecutable(programs.program()), target);
        assertTrue(Files.isExecutable(programs.runner()), target);
      }
    }
  }

  /** Needs a loader and a registered platform, such as Debian's pocl-opencl-icd. */
  @Test
  void platformsAreMeasuredBesideOneThatIsBroken() {
    List<String> libraries = RegisteredDrivers.libraries();
    assumeFalse(libraries.isEmpty(), "no other OpenCL platform is registered");
    StringWriter out = new StringWriter();
    List<String> notes = new ArrayList<>();
    Path vendors = Installed.alone(folder, libraries.getFirst());
    try {
      FirstSecond bench = new FirstSecond(List.of("start", "launches", "calls"), 1, 0.005);
      boolean fine =
          bench.run(
              vendors,
              List.of(libraries.getFirst(), MISSING),
              new PrintWriter(out, true),
              true,
              notes::add);
      assertTrue(fine, out::toString);
    } catch (InputException e) {
      assumeFalse(e.diagnostic().contains("need an OpenCL loader"), e.diagnostic());
      throw e;
    }
    assertEquals(1, notes.size(), notes::toString);
    assertTrue(notes.getFirst().startsWith(MISSING + " is left out: "), notes::toString);
    List<String> lines = out.toString().lines().toList();
    assertEquals(2 + 2 + 8, lines.size(), out::toString); // a hundred launches have two lines
    assertFalse(out.toString().contains("error"), out::toString);
    assertTrue(lines.get(2).startsWith("{\"bench\":\"launch_2_5\""), lines.get(2));
  }

  @Test
  void aChosenStepRunsAlone() {
    assertEquals(List.of("start", "launches", "build", "many", "calls"), FirstSecond.steps());
  }
}
