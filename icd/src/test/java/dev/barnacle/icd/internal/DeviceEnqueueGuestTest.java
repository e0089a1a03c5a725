package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A C program whose kernel enqueues another. */
class DeviceEnqueueGuestTest extends GuestPrograms {
  @TempDir private Path reports = Path.of("");

  @Test
  void aChildRunsOnTheDefaultQueue() throws Exception {
    assertEquals(new Result(0, "42\n", ""), shell("device_enqueue", "exec $P"));
  }

  @Test
  void underWatchAChildWaitsForItsParentOrRaces() throws Exception {
    Path program = CPrograms.compiled("device_enqueue", List.of());
    Path report = Files.createFile(reports.resolve("report"));
    String[] watched = {"BARNACLE_ENGINE", "watch", "BARNACLE_REPORT", report.toString()};
    assertEquals(new Result(0, "42\n", ""), shell(program, "exec $P", watched));
    assertEquals(List.of(), new ReportFile(report).read().findings());
    shell(program, "exec $P hasty", watched);
    List<FindingKind> kinds =
        new ReportFile(report)
            .read().findings().stream().map(f -> f.finding()).map(Finding::kind).toList();
    assertEquals(List.of(FindingKind.COMMAND_RACE), kinds);
  }
}
