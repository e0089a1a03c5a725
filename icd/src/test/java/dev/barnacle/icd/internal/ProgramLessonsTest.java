package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lessons that are programs: what they do wrong is found, and nothing with an argument. */
class ProgramLessonsTest {
  private static final Path LESSONS = Path.of("../examples/check");
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| \\[(\\w+)]\\(programs/\\w+\\.c\\) \\| .* \\| ([\\w-]+) \\|$", Pattern.MULTILINE);

  /** What has been found, by program: each runs once. */
  private static final Map<String, Finding> FOUND = new HashMap<>();

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void needsALoader() {
    Shim.get();
    try {
      SymbolLookup loader = SymbolLookup.libraryLookup(CPrograms.LOADER, Arena.global());
      assertTrue(loader.find("clGetPlatformIDs").isPresent());
    } catch (IllegalArgumentException e) {
      Assumptions.abort("no OpenCL loader (" + CPrograms.LOADER + ") is installed");
    }
  }

  /** README.md's table: each program is there, with the kind of what is found. */
  @Test
  void theTableIsTrue() throws Exception {
    List<MatchResult> rows =
        ROW.matcher(Files.readString(LESSONS.resolve("README.md"))).results().toList();
    try (Stream<Path> files = Files.list(LESSONS.resolve("programs"))) {
      assertEquals(
          files
              .map(f -> f.getFileName().toString())
              .filter(f -> f.endsWith(".c"))
              .sorted()
              .toList(),
          rows.stream().map(row -> row.group(1) + ".c").sorted().toList());
    }
    for (MatchResult row : rows) {
      assertEquals(row.group(2), onlyFinding(row.group(1)).kind().keyword(), row.group(1));
    }
  }

  @Test
  void racesBetweenCommandsAreInTheReport() throws Exception {
    Finding kernels = onlyFinding("command_race");
    assertEquals(FindingKind.COMMAND_RACE, kernels.kind());
    assertEquals(
        "write by kernel 'fill' and read by kernel 'twice' are not ordered: 256 bytes",
        kernels.message());
    assertEquals(new Location("program.cl", 3, 23), kernels.accesses().getFirst().location());
    Finding recorded = onlyFinding("recorded_race");
    assertEquals(kernels.message(), recorded.message());
    assertEquals(
        "Put the sync point of kernel 'fill' into the wait list of kernel 'twice', or record a"
            + " barrier between them.",
        recorded.suggestion());
    Finding queues = onlyFinding("semaphore_race");
    assertEquals(kernels.message(), queues.message());
    Finding map = onlyFinding("map_race");
    assertTrue(map.explanation().contains("until it is unmapped"), map::toString);
  }

  @Test
  void buffersWithoutContentsHoldNothing() throws Exception {
    Finding unset = onlyFinding("unset");
    assertEquals(FindingKind.UNINITIALIZED_READ, unset.kind());
    assertEquals("read of global memory that nobody has written", unset.message());
    assertTrue(
        unset.explanation().contains("made without contents (clCreateBuffer"), unset::toString);
    assertEquals(List.of(32L), unset.accesses().getFirst().globalId());
    assertEquals(32, unset.count()); // the second launch finds what the first one has written
  }

  @Test
  void unifiedSharedMemoryIsFreedBehindItsKernels() throws Exception {
    Finding freed = onlyFinding("usm_free");
    assertEquals(FindingKind.USE_AFTER_FREE, freed.kind());
    assertEquals(
        "clMemFreeINTEL frees 256 bytes that kernel 'fill' may still write", freed.message());
    assertEquals("device USM allocation 1", freed.object());
  }

  @Test
  void aKernelIsSaidWhatItReaches() throws Exception {
    Finding undeclared = onlyFinding("usm_indirect");
    assertEquals(FindingKind.UNDECLARED_ACCESS, undeclared.kind());
    assertEquals(
        "read of a shared USM allocation that the kernel is not said to access",
        undeclared.message());
    assertTrue(
        undeclared.suggestion().contains("CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL"),
        undeclared::toString);
  }

  @Test
  void anImageIsReadOnlyOrWriteOnly() throws Exception {
    Finding both = onlyFinding("image_conflict");
    assertEquals(FindingKind.INVALID_ARGUMENT, both.kind());
    assertEquals(
        "one image is given as both 'source' (read_only) and 'target' (write_only) of kernel"
            + " 'half_of'",
        both.message());
  }

  /** Returns what a program is found to do wrong, which it does not with an argument. */
  private Finding onlyFinding(String name) throws Exception {
    synchronized (FOUND) {
      Finding known = FOUND.get(name);
      if (known != null) {
        return known;
      }
      String program = CPrograms.compiled(name, List.of()).toString();
      assertEquals(List.of(), watched(List.of(program, "clean")).findings(), name);
      ReportFile.Contents report = watched(List.of(program));
      assertTrue(report.sources().getOrDefault("program.cl", "").startsWith("kernel void "));
      assertEquals(1, report.findings().size(), report::toString);
      Finding found = report.findings().getFirst().finding();
      FOUND.put(name, found);
      return found;
    }
  }

  private ReportFile.Contents watched(List<String> command) throws Exception {
    Path report = Files.createTempFile(folder, "report", "");
    Path output = Files.createTempFile(folder, "output", "");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("OCL_ICD_VENDORS", Shim.driver().vendors() + "/");
    builder.environment().remove("BARNACLE_DEBUG");
    builder.environment().put("BARNACLE_ENGINE", "watch");
    builder.environment().put("BARNACLE_REPORT", report.toString());
    assertEquals(0, builder.start().waitFor());
    assertEquals("done\n", Files.readString(output));
    return new ReportFile(report).read();
  }
}
