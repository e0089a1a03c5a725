package dev.barnacle.icd.internal;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.icd.RecordedLaunch;
import dev.barnacle.icd.RecordedLaunch.RecordedArgument;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.WatchOptions;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Existing programs, in processes of their own, through the system's OpenCL loader: Java programs,
 * in whose JVM the driver runs, and C programs, which get one.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProgramsTest {
  private static DriverLibrary driver;

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
    driver = Shim.driver();
  }

  /** What a program leaves. */
  private record Result(int status, String output, String messages) {}

  private Result run(List<String> command, String... environment) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("OCL_ICD_VENDORS", driver.vendors() + "/");
    builder.environment().remove("BARNACLE_DEBUG");
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    Process process = builder.start();
    if (!process.waitFor(15, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return new Result(process.waitFor(), Files.readString(out), Files.readString(err));
  }

  private Result java(String sample, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(String.join(File.pathSeparator, samplePath()));
    command.add("dev.barnacle.icd.samples." + sample);
    return run(command);
  }

  /** Returns the samples and their libraries, without anything of Barnacle. */
  private static List<String> samplePath() {
    String all =
        System.getProperty("java.class.path", "")
            + File.pathSeparator
            + System.getProperty("jdk.module.path", "");
    List<String> path = new ArrayList<>();
    path.add(Path.of("target/test-classes").toAbsolutePath().toString());
    Stream.of(all.split(File.pathSeparator))
        .filter(
            p ->
                Stream.of("jocl", "lwjgl", "aparapi", "bcel", "scala-library")
                    .anyMatch(new File(p).getName()::startsWith))
        .forEach(path::add);
    return path;
  }

  /** JOCL and LWJGL ask for the loader by the name that it has for linkers. */
  private static void assumeLoader() {
    assumeTrue(
        Stream.of(
                "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
            .anyMatch(folder -> Files.exists(Path.of(folder, "libOpenCL.so"))),
        "libOpenCL.so is not installed (Debian: ocl-icd-opencl-dev)");
  }

  @Test
  void joclRunsInItsOwnJvmWithoutAWordOfTheDriver() throws Exception {
    assumeLoader();
    Result result = java("JoclSample", "--enable-native-access=ALL-UNNAMED");
    assertEquals(new Result(0, "right\n", ""), result);
  }

  @Test
  void lwjglRunsInItsOwnJvm() throws Exception {
    assumeLoader();
    Result result = java("LwjglSample", "--enable-native-access=ALL-UNNAMED");
    assertEquals("right\n", result.output(), result.messages());
    assertEquals(0, result.status());
  }

  @Test
  void aparapiRunsInItsOwnJvm() throws Exception {
    Result result = java("AparapiSample", "--enable-native-access=ALL-UNNAMED");
    assertTrue(result.output().endsWith("right\n"), result.toString());
    assertEquals(0, result.status());
  }

  private static Path compiled(String name) {
    return CPrograms.compiled(name, List.of());
  }

  @Test
  void aCProgramGetsAJvmWithoutNoticing() throws Exception {
    Result result = run(List.of(compiled("vector_add").toString()));
    assertEquals(new Result(0, "before\nkernel 0\nright\n", ""), result);
  }

  /** Hashcat has frames larger than the megabyte that a JVM takes for a first thread's stack. */
  @Test
  void theStackOfTheFirstThreadStaysTheProgramsOwn() throws Exception {
    assertEquals(new Result(0, "0\n", ""), run(List.of(compiled("deep_stack").toString())));
  }

  /** OpenBLAS has 60 KB of them, half of the stack of the JVM's smallest threads. */
  @Test
  void largeThreadLocalVariablesLeaveRoomOnTheStacks() throws Exception {
    assertEquals(new Result(0, "done\n", ""), run(List.of(compiled("thread_local").toString())));
  }

  /**
   * Test frameworks take the signals of faults. The JVM's own faults, here at each millisecond's
   * safepoint, are not theirs; a fault of the program is.
   */
  @Test
  void theProgramGetsItsOwnFaultsAndNoneOfTheJvm() throws Exception {
    Result result =
        run(
            List.of(compiled("faults").toString()),
            "BARNACLE_JAVA_OPTS",
            "-XX:+UnlockDiagnosticVMOptions -XX:GuaranteedSafepointInterval=1");
    assertEquals(new Result(0, "worked\nmine\n", ""), result);
  }

  @Test
  void theChildOfAForkGetsErrorsAndTheParentGoesOn() throws Exception {
    Result result = run(List.of(compiled("fork").toString()));
    assertEquals(new Result(0, "child -6 -6 null\nparent 0\n", ""), result);
  }

  /** The table of calls is in the program, with the codes that the specification names. */
  @Test
  void callsThatContradictOverflowOrMixContextsAreTheSpecifiedErrors() throws Exception {
    Result result = run(List.of(compiled("wrong_calls").toString()));
    assertEquals(new Result(0, "0 wrong\n", ""), result);
  }

  /** {@code pfn_notify} of clCreateContext and clCreateContextFromType. */
  @Test
  void aContextsFunctionIsToldOfErrors() throws Exception {
    String dependency = "an event that the command waited for ended with CL_DEVICE_NOT_FOUND";
    String failed = "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST";
    List<String> told =
        List.of(
            "first: clCreateBuffer: a buffer of 0 bytes (CL_INVALID_BUFFER_SIZE)",
            "second: clCreateBuffer: memory flags [WRITE_ONLY, READ_ONLY] don't go together"
                + " (CL_INVALID_VALUE)",
            "first: clEnqueueReadBuffer: 8 bytes from 60 on are not within a buffer of 64"
                + " (CL_INVALID_VALUE)",
            "second: clBuildProgram: program.cl:1:39: error: use of undeclared identifier 'y'"
                + " (CL_BUILD_PROGRAM_FAILURE)",
            "second: clCreateKernel: the program is not built (CL_INVALID_PROGRAM_EXECUTABLE)",
            "first: CL_COMMAND_READ_BUFFER: " + dependency + " (" + failed + ")",
            "first: clWaitForEvents: a command ended with "
                + failed
                + ": "
                + dependency
                + " ("
                + failed
                + ")",
            "odd: clCreateContext: context property 0x1234 (CL_INVALID_PROPERTY)",
            "type: clCreateContextFromType: the devices are a processor and a custom one"
                + " (CL_DEVICE_NOT_FOUND)",
            "-30",
            "400 400");
    Result result = run(List.of(compiled("notify").toString()));
    assertEquals(told, result.output().lines().toList(), result.messages());
    assertEquals(0, result.status());
    assertEquals("", result.messages());
  }

  @Test
  void withoutAJvmThereIsNoPlatformAndNoWord() throws Exception {
    Result result =
        run(List.of(compiled("platforms").toString()), "BARNACLE_JVM", "/nowhere/libjvm.so");
    assertEquals("0 platforms\n", result.output());
    assertEquals("", result.messages());
  }

  @Test
  void whyThereIsNoPlatformIsToldOnRequest() throws Exception {
    saysWhy("/nowhere/lib/server/libjvm.so: cannot open shared", "BARNACLE_JVM", "/nowhere");
    saysWhy("is no JVM", "BARNACLE_JVM", driver.library().toString());
    saysWhy("the JVM does not start: error -", "BARNACLE_JAVA_OPTS", "-Xmx1x");
    Path alone = Files.copy(driver.library(), folder.resolve("alone.so"));
    Path vendors = Files.createDirectory(folder.resolve("vendors"));
    Files.writeString(vendors.resolve("alone.icd"), alone + "\n");
    String settings = folder.resolve("barnacle-icd.conf").toString();
    Files.writeString(Path.of(settings), "option -Xmx1g\n");
    saysWhy("names no JVM", "OCL_ICD_VENDORS", vendors + "/");
    Files.writeString(Path.of(settings), "jvm /nowhere\nboot ${here}/alone.so\n");
    assertTells("/nowhere/lib/server/libjvm.so is missing", vendors);
    Files.writeString(Path.of(settings), "jvm /nowhere\nboot ${here}/none.jar\n");
    assertTells(alone.resolveSibling("none.jar") + " is missing", vendors);
    Files.delete(Path.of(settings));
    assertTells(settings + " is missing", vendors);
  }

  /** What was installed and has gone in part is told, once, whoever listens. */
  private void assertTells(String words, Path vendors) throws Exception {
    Result result =
        run(List.of(compiled("platforms").toString()), "OCL_ICD_VENDORS", vendors + "/");
    assertEquals("0 platforms\n", result.output(), result.messages());
    assertTrue(result.messages().contains(words), result.messages());
    assertEquals(1, result.messages().lines().count(), result.messages());
  }

  /** Loaders do not compare what files name: in three of them the driver is one platform. */
  @Test
  void aDriverThatIsRegisteredThriceIsOnePlatform() throws Exception {
    Path vendors = Files.createDirectory(folder.resolve("thrice"));
    Path copy = Files.createDirectory(folder.resolve("copy")).resolve("libbarnacle-icd.so");
    Files.copy(driver.library(), copy);
    Files.copy(
        driver.folder().resolve("barnacle-icd.conf"), copy.resolveSibling("barnacle-icd.conf"));
    Files.writeString(vendors.resolve("a.icd"), driver.library() + "\n");
    Files.writeString(vendors.resolve("b.icd"), driver.library() + "\n");
    Files.writeString(vendors.resolve("c.icd"), copy + "\n");
    Result result =
        run(List.of(compiled("platforms").toString()), "OCL_ICD_VENDORS", vendors + "/");
    assertEquals("1 platforms\n", result.output(), result.messages());
    assertEquals("", result.messages());
  }

  private void saysWhy(String words, String variable, String value) throws Exception {
    String program = compiled("platforms").toString();
    Result result = run(List.of(program), variable, value, "BARNACLE_DEBUG", "1");
    assertEquals("0 platforms\n", result.output(), result.messages());
    assertTrue(result.messages().contains(words), result.messages());
    assertEquals("", run(List.of(program), variable, value).messages());
  }

  /** Service accounts often have a home that cannot be written. */
  @Test
  void theBuildLogSaysWhenThereIsNoPlaceForClang() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    Result result =
        run(
            List.of(compiled("build_log").toString()),
            "BARNACLE_CACHE",
            file.resolve("cache").toString());
    assertEquals("", result.messages());
    assertTrue(result.output().startsWith("-5: Barnacle could not build"), result.output());
    assertTrue(result.output().contains("BARNACLE_CACHE"), result.output());
  }

  @Test
  void bytesOfSourcesOptionsAndOutputStay() throws Exception {
    Path program = compiled("bytes");
    for (String engine : List.of("simd", "watch")) {
      Path out = folder.resolve("bytes-" + engine);
      ProcessBuilder builder =
          new ProcessBuilder(program.toString())
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put("OCL_ICD_VENDORS", driver.vendors() + "/");
      builder.environment().put("BARNACLE_ENGINE", engine);
      builder.environment().put("LC_ALL", "C");
      assertEquals(0, builder.start().waitFor());
      assertEquals(
          "1 0\n0\n\u00fc \u00c3\u00bc \u00e4 \u00f6\n-1\n",
          Files.readString(out, StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void underWatchTheFindingsAreInTheReport() throws Exception {
    Path report = Files.createFile(folder.resolve("report"));
    Result result =
        run(
            List.of(compiled("race").toString()),
            "BARNACLE_RECORD",
            "1",
            "BARNACLE_ENGINE",
            "watch",
            "BARNACLE_REPORT",
            report.toString());
    assertEquals(new Result(0, "", ""), result);
    ReportFile.Contents contents = new ReportFile(report).read();
    assertEquals(1, contents.findings().size());
    ReportFile.Entry found = contents.findings().getFirst();
    assertEquals("shift", found.kernel());
    assertEquals(FindingKind.DATA_RACE, found.finding().kind());
    RecordedLaunch launch = Objects.requireNonNull(contents.recorded().get(found.launch()));
    assertInstanceOf(RecordedArgument.Buffer.class, launch.arguments().getFirst());
  }

  /** As a runner of tests asks for it between two tests that launch, and do not wait. */
  @Test
  void aReportThatIsFinishedTellsAgain() throws Exception {
    Path report = Files.createFile(folder.resolve("report"));
    Result result =
        run(
            List.of(compiled("parts").toString(), report.toString()),
            "BARNACLE_ENGINE",
            "watch",
            "BARNACLE_REPORT",
            report.toString());
    assertEquals(0, result.status(), result::toString);
    List<Long> sizes = result.output().lines().map(Long::valueOf).toList();
    assertEquals(2, sizes.size());
    ReportFile file = new ReportFile(report);
    for (ReportFile.Contents part :
        List.of(file.read(0, sizes.get(0)), file.read(sizes.get(0), sizes.get(1)))) {
      assertEquals(1, part.findings().size());
      assertEquals(Map.of("shift", 2L), part.launches());
      assertEquals(1, part.allKernels());
      assertFalse(part.torn());
    }
  }

  /** PyOpenCL keeps the binaries of programs, and makes these of them the next time. */
  @Test
  void findingsInProgramsFromBinariesShowTheSource() throws Exception {
    String program = compiled("binary").toString();
    String binary = folder.resolve("kept").toString();
    assertEquals(new Result(0, "", ""), run(List.of(program, binary)));
    Path report = Files.createFile(folder.resolve("report"));
    Result result =
        run(
            List.of(program, binary),
            "BARNACLE_ENGINE",
            "watch",
            "BARNACLE_REPORT",
            report.toString());
    assertEquals(new Result(0, "", ""), result);
    ReportFile.Contents contents = new ReportFile(report).read();
    Finding finding = contents.findings().getFirst().finding();
    Location place = requireNonNull(finding.accesses().getFirst().location());
    assertEquals(3, place.line());
    assertEquals("program-2.cl", place.file());
    String text = requireNonNull(contents.sources().get(place.file()));
    assertTrue(text.startsWith("\n\nkernel void shift("), text);
  }

  /** The source of a binary from elsewhere is not known: it is no other program's. */
  @Test
  void programsFromUnknownBinariesHaveTheirOwnNames() throws Exception {
    String program = compiled("binary").toString();
    String binary = folder.resolve("kept").toString();
    String elsewhere = folder.resolve("elsewhere").toString();
    assertEquals(new Result(0, "", ""), run(List.of(program, binary), "BARNACLE_CACHE", elsewhere));
    Path report = Files.createFile(folder.resolve("report"));
    Result result =
        run(
            List.of(program, binary),
            "BARNACLE_ENGINE",
            "watch",
            "BARNACLE_REPORT",
            report.toString());
    assertEquals(new Result(0, "", ""), result);
    ReportFile.Contents contents = new ReportFile(report).read();
    Finding finding = contents.findings().getFirst().finding();
    Location place = requireNonNull(finding.accesses().getFirst().location());
    assertTrue(place.file().matches("binary-[0-9a-f]{8}\\.cl"), place.file());
    assertEquals(Set.of("program.cl"), contents.sources().keySet());
  }

  /** Programs choose kernels by the widths: what is checked is what runs. */
  @Test
  void vectorWidthsUnderWatchAreThoseOfTheEngineThatRuns() throws Exception {
    List<String> widths = List.of(compiled("widths").toString());
    Result ran = run(widths);
    assertEquals(0, ran.status());
    assertEquals(ran, run(widths, "BARNACLE_ENGINE", "watch"));
  }

  /** As {@code check --same-value-benign -- COMMAND} runs it. */
  @Test
  void benignRacesAreCountedInTheReport() throws Exception {
    Path report = Files.createFile(folder.resolve("report"));
    Result result =
        run(
            List.of(compiled("race").toString(), "same"),
            "BARNACLE_ENGINE",
            "watch",
            "BARNACLE_REPORT",
            report.toString(),
            "BARNACLE_WATCH",
            WatchOptions.defaults().withSameValueBenign(true).text());
    assertEquals(new Result(0, "", ""), result);
    ReportFile.Contents contents = new ReportFile(report).read();
    assertEquals(List.of(), contents.findings());
    assertEquals(Set.of("shift"), contents.benign().keySet());
    assertEquals(Set.of(new ReportFile.KernelOf("program.cl", "shift")), contents.started());
    assertEquals(Map.of("shift", 1L), contents.launches());
  }

  /** A report that can't be written is no clean bill: it says so, and isn't begun. */
  @Test
  void findingsAreNotLostSilently() throws Exception {
    Path report = folder.resolve("gone");
    Result result =
        run(
            List.of(compiled("race").toString()),
            "BARNACLE_ENGINE",
            "watch",
            "BARNACLE_REPORT",
            report.toString());
    assertEquals(
        "barnacle: error: findings are lost: java.nio.file.NoSuchFileException: " + report + "\n",
        result.messages());
    assertFalse(Files.exists(report));
  }

  @Test
  void theUserGivesNames() throws Exception {
    String program = compiled("names").toString();
    Result own = run(List.of(program));
    assertTrue(
        own.output().matches("Barnacle\nThe Barnacle project\nBarnacle simd on .*\nThe .*\n"),
        own::toString);
    Result given =
        run(
            List.of(program),
            "BARNACLE_PLATFORM_NAME",
            "Intel(R) OpenCL",
            "BARNACLE_PLATFORM_VENDOR",
            "",
            "BARNACLE_DEVICE_NAME",
            " Intel(R)\nGraphics ",
            "BARNACLE_DEVICE_VENDOR",
            "Intel");
    assertEquals(
        new Result(0, "Intel(R) OpenCL\nThe Barnacle project\nIntel(R) Graphics\nIntel\n", ""),
        given);
  }

  @Test
  void theUserHidesExtensions() throws Exception {
    String program = compiled("hidden").toString();
    assertEquals(
        new Result(0, "1 1\ntwo queues 0\nmutable 0\nnamed 0\nnot named 0\nqueries 0 0\n", ""),
        run(List.of(program)));
    Result hidden =
        run(
            List.of(program),
            "BARNACLE_HIDDEN_EXTENSIONS",
            "cl_khr_command_buffer_multi_device,"
                + " cl_khr_command_buffer_mutable_dispatch,cl_khr_fp64");
    assertEquals(
        "0 0\ntwo queues -30\nmutable -30\nnamed -36\nnot named 0\nqueries -30 -30\n",
        hidden.output());
    assertTrue(hidden.messages().contains("'cl_khr_fp64' is none that can be hidden"));
  }
}
