package dev.barnacle.cli.internal.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Context;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.icd.LaunchCount;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  /** What PyOpenCL's cache puts behind a source. */
  private static final String PYOPENCL = "\n__constant int pyopencl_defeat_cache_1f0c5a2b = 0;";

  @TempDir private Path folder;
  private ReportFile report;

  @BeforeEach
  void create() throws IOException {
    Path file = folder.resolve("report.bin");
    Files.write(file, new byte[0]);
    report = new ReportFile(file);
  }

  private ProgramCheck check() throws IOException {
    return new ProgramCheck(List.of("./suite"), report.read(), Suppressions.none(), folder);
  }

  private ProgramCheck check(String rules) throws IOException {
    Path file = Files.createTempFile("rules", ".txt");
    try {
      Files.writeString(file, rules);
      return new ProgramCheck(List.of("./suite"), report.read(), Suppressions.read(file), folder);
    } finally {
      Files.delete(file);
    }
  }

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static String text(ProgramCheck check) {
    return ProgramOutput.of(check, "text");
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
        new Finding.Words(
            "write races with read of another work-item", "nothing orders them", "Order them."),
        List.of(access("write", first, 0), access("read", second, 1)),
        new Finding.Memory(AddressSpace.GLOBAL, "y", 64, Finding.Names.NONE, 0),
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

  @Test
  void aProgramHasTheNameOfTheFileThatIsItsText() throws IOException {
    file("build/saxpy.cl", SAXPY);
    file(".cache/saxpy.cl", SAXPY);
    file("src/other.cl", SAXPY.replace('2', '3'));
    Path source = file("src/kernels/saxpy.cl", SAXPY);
    report.source("program-8.cl", SAXPY);
    report.finding("saxpy", race("program-8.cl"));
    String text = text(check());
    assertTrue(text.startsWith(source + ":3:12: error: data race"), text);
    assertTrue(text.contains("    3 |   y[i / 2] += a * x[i];\n"), text);
    assertFalse(text.contains("program-8.cl"), text);
    assertTrue(check().json(0, 1).toString().contains("file=" + source), text);
    assertTrue(check("data-race file=saxpy.cl line=3").isClean());
    assertFalse(check("data-race file=program-8.cl").isClean());
    String html = ProgramOutput.of(check(), "html");
    assertTrue(html.contains("<h2>" + source + "</h2>"), html);
    assertTrue(html.contains("= a * x[i];"), html);
    assertFalse(html.contains("program-8.cl"), html);
  }

  /** A host program has it as a string of several lines: the places are those of its file. */
  @Test
  void aTextInsideAnotherFileHasThatFilesLines() throws IOException {
    String kernel = SAXPY.stripTrailing();
    Map<String, Integer> lines =
        Map.of(
            "import cl\n\nSOURCE = \"\"\"\n" + kernel + "\n\"\"\"\ncl.run(SOURCE)\n", 6,
            "import cl\nSOURCE = \"\"\"" + kernel + "\"\"\"\n", 4,
            "const char *source = R\"CLC(\r\n" + kernel.replace("\n", "\r\n") + "\r\n)CLC\";\r\n",
                4);
    for (Map.Entry<String, Integer> host : lines.entrySet()) {
      for (String text : List.of(kernel, "\n" + kernel + "\n", kernel + "\n" + PYOPENCL)) {
        create();
        Path source = file("host.src", host.getKey());
        report.source("program.cl", text);
        int own = text.startsWith("\n") ? 4 : 3;
        Location place = new Location("program.cl", own, 12);
        Location first = new Location("program.cl", own - 2, 1, place);
        String note = "the write in line " + own + ":5, not that in line 3:7 of h.h";
        report.finding("saxpy", race(place, first).withNote(note));
        String at = source + ":" + host.getValue() + ":12: ";
        String found = text(check());
        assertTrue(found.startsWith(at + "error: "), found);
        assertTrue(found.contains(at + "note: called from here"), found);
        assertTrue(found.contains("| kernel void saxpy") || found.contains("kernel void saxpy("));
        String moved = "the write in line " + host.getValue() + ":5, not that in line 3:7 of h.h";
        assertTrue(found.contains("= note: " + moved), found);
      }
    }
  }

  @Test
  void whatNoFileHasIsNamedByItsFirstKernel() throws IOException {
    file("almost.cl", SAXPY.replace("i / 2", "i / 4"));
    Files.write(folder.resolve("a.out"), ("\0ELF\n" + SAXPY).getBytes(UTF_8));
    report.source("program.cl", "// kernel void old()\n__kernel void fill() {}");
    report.source("program-8.cl", SAXPY);
    report.finding(
        "fill", race(new Location("program.cl", 2, 1), new Location("program.cl", 2, 1)));
    report.finding("saxpy", race("program-8.cl"));
    report.finding("saxpy", race(new Location("given.cl", 1, 1), new Location("given.cl", 1, 1)));
    String text = text(check());
    assertTrue(text.contains("saxpy-8.cl:3:12: error: "), text);
    assertTrue(text.contains("given.cl:1:1: error: "), "what #line says stays\n" + text);
    assertTrue(text.contains("    3 |   y[i / 2] += a * x[i];\n"), text);
  }

  /** With other definitions in front, or none: they are one kernel's. */
  @Test
  void aKernelThatASuiteBuildsManyTimesHasOneFinding() throws IOException {
    for (int i = 1; i <= 47; i++) {
      String name = i == 1 ? "program.cl" : "program-" + i + ".cl";
      boolean defines = i % 2 == 0;
      int line = defines ? 5 : 3;
      report.source(name, (defines ? "#define N " + i + "\n#define M 1\n" : "") + SAXPY);
      report.finding("saxpy", race(new Location(name, line, 12), new Location(name, line, 12)));
      launched(name, "saxpy", 1);
    }
    String text = text(check());
    assertTrue(text.startsWith("saxpy-1.cl:3:12: error: data race"), text);
    assertTrue(text.contains("= count: met 94 times in 47 programs\n"), text);
    assertTrue(text.contains("1 data race in "), text);
    assertTrue(check().json(1, 1).toString().contains("programs=47"), text);
  }

  /** Other faults of one kernel, and the same line in two places of a program, stay apart. */
  @Test
  void otherFindingsOfManyProgramsStayApart() throws IOException {
    String twice = SAXPY.replace("}", "  y[i / 2] += a * x[i];\n}");
    report.source("program.cl", twice);
    report.source("program-2.cl", twice);
    report.source("program-3.cl", SAXPY.replace("i / 2", "i / 3"));
    for (String file : List.of("program.cl", "program-2.cl")) {
      report.finding("saxpy", race(file));
      report.finding("saxpy", race(new Location(file, 4, 12), new Location(file, 4, 12)));
    }
    report.finding("saxpy", race("program-3.cl"));
    report.finding("axpy", race("program-3.cl"));
    String text = text(check());
    assertTrue(text.contains("saxpy-1.cl:3:12: error"), text);
    assertTrue(text.contains("saxpy-1.cl:4:12: error"), text);
    assertTrue(text.contains("saxpy-3.cl:3:12: error"), text);
    assertTrue(text.endsWith("4 data races: no kernel was launched\n"), text);
  }

  @Test
  void kernelsOfOneNameHaveTheParametersOfTheirProgram() throws IOException {
    Map<String, String> types = Map.of("program.cl", "float", "program-2.cl", "double");
    try (Context context = Context.builder().watched().create()) {
      for (String name : List.of("program.cl", "program-2.cl")) {
        String text = SAXPY.replace("float", types.getOrDefault(name, ""));
        report.source(name, text);
        report.kernel(name, context.build(text, "").kernel("saxpy"));
      }
    }
    report.finding("saxpy", race("program.cl"));
    report.finding("saxpy", race(new Location("program-2.cl", 3, 1), new Location("f.h", 3, 1)));
    report.benign("saxpy", 4);
    String text = text(check());
    assertTrue(text.contains("y[0] of argument 'y' (global float*, 16 elements)"), text);
    assertTrue(text.contains("y[0] of argument 'y' (global double*, 8 elements)"), text);
    assertTrue(text.contains("2 data races: "), text);
    assertTrue(text.contains("; 4 unordered writes of the same value"), text);
  }

  @Test
  void whatIsOfOneCauseIsListedAndSuppressedWithIt() throws IOException {
    report.source("program.cl", SAXPY);
    Finding other = race(new Location("program.cl", 2, 3), new Location("program.cl", 1, 1));
    report.finding("saxpy", race("program.cl").withAlso(List.of(other.asOther())));
    String words = "write races with read of another work-item, of 'y', at saxpy-1.cl:2:3";
    String text = text(check());
    assertTrue(text.contains("= also: " + words), text);
    assertTrue(check().json(1, 1).toString().contains("also=[{message=write races"), text);
    assertTrue(check("data-race line=1").isClean());
    assertFalse(check("data-race line=4").isClean());
    assertTrue(ProgramOutput.of(check(), "html").contains("also: write races with read"));
  }
}
