package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the corpus: what their hosts do wrong is found, and nothing in their mends. */
class CorpusProgramsTest {
  private static final Path CORPUS = Path.of("../corpus");

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

  @Test
  void theIndexIsTrue() throws Exception {
    StringBuilder expected = new StringBuilder();
    StringBuilder actual = new StringBuilder();
    for (String row : Files.readAllLines(CORPUS.resolve("bugs.csv"))) {
      String[] fields = row.split(",", 6);
      String name = fields[0];
      if (Files.exists(CORPUS.resolve("bugs").resolve(name + "-faulty.c"))) {
        List<Finding> faulty = findings(name + "-faulty");
        boolean found =
            faulty.stream()
                .anyMatch(f -> f.kind().keyword().equals(fields[1]) && isAt(f, fields[2]));
        expected.append("%s %s []\n".formatted(name, fields[4]));
        String what = found ? "yes" : "no";
        actual.append("%s %s %s\n".formatted(name, what, findings(name + "-mended")));
      }
    }
    assertEquals(expected.toString(), actual.toString());
    assertTrue(!expected.isEmpty());
  }

  private static boolean isAt(Finding finding, String line) {
    return finding.accesses().stream()
        .map(Finding.Access::location)
        .filter(Objects::nonNull)
        .map(Location::line)
        .anyMatch(l -> line.equals(String.valueOf(l)));
  }

  private List<Finding> findings(String name) throws Exception {
    Path program = compiled(name);
    Path report = Files.createTempFile(folder, "report", "");
    Path output = Files.createTempFile(folder, "output", "");
    ProcessBuilder builder =
        new ProcessBuilder(program.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("OCL_ICD_VENDORS", Shim.driver().vendors() + "/");
    builder.environment().remove("BARNACLE_DEBUG");
    builder.environment().put("BARNACLE_ENGINE", "watch");
    builder.environment().put("BARNACLE_REPORT", report.toString());
    assertEquals(0, builder.start().waitFor(), () -> name + " " + output);
    assertEquals("done\n", Files.readString(output), name);
    return new ReportFile(report).read().findings().stream().map(f -> f.finding()).toList();
  }

  private Path compiled(String name) throws InterruptedException {
    Path program = folder.resolve(name);
    String source = CORPUS.resolve("bugs").resolve(name + ".c").toString();
    try {
      Process gcc =
          new ProcessBuilder(
                  "gcc", "-w", source, "-l:" + CPrograms.LOADER, "-o", program.toString())
              .redirectErrorStream(true)
              .start();
      String text = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, gcc.waitFor(), text);
    } catch (IOException e) {
      Assumptions.abort("gcc is not installed: " + e.getMessage());
    }
    return program;
  }
}
