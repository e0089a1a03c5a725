package dev.barnacle.icd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program under watch has written is read again, however it ended. */
class ReportFileTest {
  private static final Finding RACE =
      new Finding(
          FindingKind.DATA_RACE,
          new Finding.Words("two work-items", "nothing orders them", "a barrier"),
          List.of(
              new Finding.Access(
                  new Location("k.cl", 3, 7, new Location("h.h", 1, 2)),
                  "write",
                  List.of(1L, 2L),
                  List.of(1L),
                  List.of(0L),
                  "")),
          new Finding.Memory(AddressSpace.GLOBAL, "x", 64, Finding.Names.NONE, 8),
          3);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void create() throws IOException {
    file = Files.createFile(folder.resolve("report"));
  }

  /** A program that is built again, with other options say, may have other parameters. */
  @Test
  void kernelsOfOneNameKeepAllTheirParameters() throws IOException {
    ReportFile report = new ReportFile(file);
    try (Context context = Context.builder().watched().create()) {
      report.kernel("k.cl", context.build("kernel void k(global int *x) {}", "").kernel("k"));
      report.kernel(
          "k.cl", context.build("kernel void k(global char *x, global int *y) {}", "").kernel("k"));
    }
    List<KernelParameter> parameters = report.read().parametersOf("k.cl", "k");
    assertEquals(
        List.of("char* x", "int* y", "int* x"),
        parameters.stream().map(p -> p.typeName() + " " + p.name()).toList());
  }

  @Test
  void kernelsOfOneNameInTwoProgramsHaveTheirOwnParameters() throws Exception {
    ReportFile report = new ReportFile(file);
    try (Context context = Context.builder().watched().create()) {
      report.kernel("a.cl", context.build("kernel void k(global int *x) {}", "").kernel("k"));
      report.kernel("b.cl", context.build("kernel void k(global char *x) {}", "").kernel("k"));
    }
    ReportFile.Contents contents = report.read();
    assertEquals(List.of("int*"), types(contents.parametersOf("a.cl", "k")));
    assertEquals(List.of("char*"), types(contents.parametersOf("b.cl", "k")));
    assertEquals(List.of("char*", "int*"), types(contents.parametersOf("", "k")));
    assertEquals(List.of(), types(contents.parametersOf("a.cl", "other")));
  }

  private static List<String> types(List<KernelParameter> parameters) {
    return parameters.stream().map(KernelParameter::typeName).toList();
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    ReportFile report = new ReportFile(file);
    report.source("k.cl", "kernel void k() {}\n");
    Finding race = RACE.withAlso(List.of(RACE.asOther()));
    report.finding("k", race);
    report.benign("k", 3);
    report.benign("k", 4);
    ReportFile.Contents contents = report.read();
    assertEquals(Map.of("k", 7L), contents.benign());
    assertEquals(Map.of("k.cl", "kernel void k() {}\n"), contents.sources());
    assertEquals(List.of(new ReportFile.Entry("k", race)), contents.findings());
    assertFalse(contents.torn());
  }

  /** Counts stand in the file at once, and after what other processes append. */
  @Test
  void launchesAreCountedWhereverTheProcessIsKilled() throws IOException {
    ReportFile report = new ReportFile(file);
    report.source("a.cl", "kernel void k() {}");
    report.source("b.cl", "kernel void k() {}");
    report.source("c.cl", "kernel void k() {} kernel void never() {}");
    for (String program : List.of("a.cl", "b.cl", "c.cl")) {
      report.started(program, "k");
    }
    report.started("c.cl", "never");
    LaunchCount count = report.launches("k");
    LaunchCount other = new ReportFile(file).launches("k");
    report.launches("never");
    for (int i = 0; i < 46; i++) {
      count.add();
    }
    other.add();
    report.finding("k", RACE);
    ReportFile.Contents contents = report.read();
    assertFalse(contents.torn());
    assertEquals(47, contents.allLaunches());
    assertEquals(2, contents.allKernels(), "programs of one text have the same kernels");
    assertEquals(1, contents.findings().size());
  }

  /** The sources of what a part has may stand before it. */
  @Test
  void aPartHasItsOwnFindingsAndLaunches() throws IOException {
    ReportFile report = new ReportFile(file);
    report.source("k.cl", "kernel void k() {}\n");
    report.finding("k", RACE);
    report.launches("k").add();
    long middle = Files.size(file);
    report.finding("k", RACE);
    report.finding("l", RACE);
    LaunchCount count = report.launches("k");
    count.add();
    count.add();
    count.close();
    long end = Files.size(file);
    report.finding("m", RACE);
    ReportFile.Contents first = report.read(0, middle);
    assertEquals(List.of("k"), first.findings().stream().map(ReportFile.Entry::kernel).toList());
    assertEquals(1, first.allLaunches());
    ReportFile.Contents second = report.read(middle, end);
    assertEquals(
        List.of("k", "l"), second.findings().stream().map(ReportFile.Entry::kernel).toList());
    assertEquals(2, second.allLaunches());
    assertEquals(Set.of("k.cl"), second.sources().keySet());
    assertFalse(second.torn());
    assertEquals(4, report.read(0, Long.MAX_VALUE).findings().size());
  }

  @Test
  void wholeEntriesOfAFileThatBreaksOffAreKeptAndTheRestIsNotPassedOver() throws IOException {
    ReportFile report = new ReportFile(file);
    report.finding("k", RACE);
    int first = (int) Files.size(file);
    report.finding("l", RACE);
    byte[] all = Files.readAllBytes(file);
    for (int length = 0; length <= all.length; length++) {
      Files.write(file, Arrays.copyOf(all, length));
      ReportFile.Contents contents = report.read();
      int whole = length == all.length ? 2 : length >= first ? 1 : 0;
      assertEquals(whole, contents.findings().size(), length + " bytes");
      boolean ends = length == 0 || length == first || length == all.length;
      assertEquals(!ends, contents.torn(), length + " bytes");
    }
  }

  @Test
  void anEntryThatIsGarbageIsNotPassedOver() throws IOException {
    ReportFile report = new ReportFile(file);
    report.finding("k", RACE);
    byte[] all = Files.readAllBytes(file);
    for (int at = 0; at < Integer.BYTES + 3; at++) {
      byte[] damaged = all.clone();
      damaged[at] ^= (byte) 0xff;
      Files.write(file, damaged);
      assertTrue(report.read().torn(), "byte " + at);
    }
  }
}
