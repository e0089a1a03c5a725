package dev.barnacle.cli.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.icd.LaunchCount;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.FindingKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check -- PROGRAM} makes of the report that a program has left. */
class ProgramCheckTest {
  private static final String SAXPY =
      """
      kernel void saxpy(float a, global float *x, global float *y) {
        int i = get_global_id(0);
        y[i / 2] += a * x[i];
      }
      """;

  @TempDir private Path folder;
  private ReportFile report;

  @BeforeEach
  void create() throws IOException {
    report = new ReportFile(Files.createFile(folder.resolve("report.bin")));
  }

  private ProgramCheck check() throws IOException {
    return new ProgramCheck(List.of("./suite"), report.read(), Suppressions.none());
  }

  private static String text(ProgramCheck check) {
    StringWriter text = new StringWriter();
    check.print(new PrintWriter(text));
    return text.toString();
  }

  private static String last(ProgramCheck check) {
    return text(check).lines().toList().getLast();
  }

  private void launched(String program, String kernel, int times) throws IOException {
    report.started(program, kernel);
    LaunchCount count = report.launches(kernel);
    for (int i = 0; i < times; i++) {
      count.add();
    }
  }

  private static Finding.Access access(String kind, Location place, long item) {
    return new Finding.Access(place, kind, List.of(item), List.of(item), List.of(0L));
  }

  private static Finding race(Location first, Location second) {
    return new Finding(
        FindingKind.DATA_RACE,
        "write races with read of another work-item",
        List.of(access("write", first, 0), access("read", second, 1)),
        AddressSpace.GLOBAL,
        "y",
        64,
        0,
        "nothing orders them",
        "Order them.",
        2);
  }

  private static Finding race(String file) {
    return race(new Location(file, 3, 12), new Location(file, 3, 12));
  }

  @Test
  void aCleanRunSaysSoAndWhatItSaw() throws IOException {
    report.source("program.cl", SAXPY);
    report.source("program-2.cl", "kernel void fill() {} kernel void scan() {}");
    launched("program.cl", "saxpy", 45);
    launched("program-2.cl", "fill", 1);
    launched("program-2.cl", "scan", 1);
    assertEquals("clean: 3 kernels, 47 launches\n", text(check()));
    assertEquals(3L, check().json(0, 1).get("kernels"));
    assertEquals(47L, check().json(0, 1).get("launches"));
  }

  @Test
  void aFaultyRunSaysInHowManyKernelsAndLaunches() throws IOException {
    report.source("program.cl", SAXPY);
    launched("program.cl", "saxpy", 1);
    report.finding("saxpy", race("program.cl"));
    assertEquals("1 data race in 1 kernel, 1 launch", last(check()));
    report.benign("saxpy", 4);
    assertEquals(
        "1 data race in 1 kernel, 1 launch; 4 unordered writes of the same value", last(check()));
  }

  /** A kernel that waits in a queue at the program's end has not been checked. */
  @Test
  void aProgramThatLaunchedNothingSaysSo() throws IOException {
    assertEquals("clean: no kernel was launched\n", text(check()));
    report.source("program.cl", SAXPY);
    report.started("program.cl", "saxpy");
    assertEquals("clean: no kernel was launched\n", text(check()));
    assertEquals(0, check().kernels());
  }
}
