package dev.barnacle.bench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.bench.internal.Data.Check;
import dev.barnacle.bench.internal.drivers.RegisteredDrivers;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.clang.NativeC;
import dev.barnacle.simd.InstructionSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code barnacle bench}, and what it measures with. */
class BenchTest {
  @TempDir private Path folder;

  private final BenchRun bench = new BenchRun();

  private int bench(String... arguments) {
    return bench.run(arguments);
  }

  @Test
  void jsonHasOneLineForEachBench() {
    assertEquals(
        ExitStatus.OK,
        bench("--alone", "--json", "--scale", "0.001", "--repeat", "1", "sobel", "launch_latency"),
        bench::err);
    List<String> lines = bench.out().lines().toList();
    assertEquals(5, lines.size());
    assertTrue(
        lines
            .get(0)
            .matches(
                "\\{\"bench\":\"sobel\",\"size\":\"64x64\",\"best_ms\":[0-9.E-]+,"
                    + "\"median_ms\":[0-9.E-]+,\"rate\":[0-9.E+-]+,\"unit\":\"Mpixel/s\","
                    + "\"against\":\\[\\]\\}"),
        lines.get(0));
    assertTrue(lines.get(1).contains("\"size\":\"10 empty kernels, one by one\""), lines.get(1));
    assertTrue(lines.get(2).contains("\"bench\":\"launch_queued\""), lines.get(2));
    assertTrue(lines.get(3).contains("\"bench\":\"launch_replayed\""), lines.get(3));
  }

  @Test
  void everyBenchRuns() {
    assertEquals(ExitStatus.OK, bench("--alone", "--scale", "0.001", "--repeat", "1"), bench::err);
    for (String name : Suite.workloads().keySet()) {
      assertTrue(bench.out().contains("\n" + name), name);
    }
    assertTrue(bench.out().contains("\nbuild_warm"));
  }

  /** The examples are not among them, nor launches and builds. */
  @Test
  void classicKernelsAreATableOfTheirOwn() {
    assertEquals(
        ExitStatus.OK,
        bench("--classic", "--alone", "--json", "--scale", "0.001", "--repeat", "1"),
        bench::err);
    List<String> told =
        bench.out().lines().map(line -> line.replaceAll(".*\"bench\":\"(\\w+)\".*", "$1")).toList();
    assertEquals(List.copyOf(Classic.workloads().keySet()), told);
  }

  /** Needs GCC. Ten times as much work, too, where {@code barnacle.test.everything} is true. */
  @Test
  void cAgrees() {
    boolean everything = Boolean.getBoolean("barnacle.test.everything");
    agree(InstructionSet.HOST, everything ? List.of(0.001, 0.01) : List.of(0.001));
  }

  /** C has the instructions that the engine was given. Needs GCC, and a processor with AVX2. */
  @Test
  void cAgreesWithFewerInstructions() throws IOException {
    Path processors = Path.of("/proc/cpuinfo");
    assumeTrue(Files.exists(processors) && Files.readString(processors).contains(" avx2 "));
    agree(InstructionSet.AVX2, List.of(0.001));
  }

  private static void agree(InstructionSet instructions, List<Double> scales) {
    List<String> notes = new ArrayList<>();
    Optional<NativePlatform> c = NativePlatform.compile(instructions, notes);
    assumeFalse(notes.toString().contains("Cannot run program"), "gcc is not installed");
    assertTrue(c.isPresent(), notes::toString);
    String features = "features=" + instructions.optionName();
    try (BarnaclePlatform ours = new BarnaclePlatform(Context.builder().engineOptions(features));
        NativePlatform compiled = c.orElseThrow()) {
      assertTrue(
          compiled.name().endsWith(NativePlatform.machine(instructions).getFirst()),
          compiled::name);
      BenchRunner runner = new BenchRunner(ours, List.of(compiled), 1);
      Suite.all()
          .forEach(
              (name, workload) -> {
                for (double scale : scales) {
                  assertEquals(1, runner.time(workload.apply(scale)).others().size(), name);
                }
              });
      assertEquals(
          0,
          runner.time(Workloads.emptyLaunches(1, Workload.Submission.ONE_BY_ONE)).others().size());
    }
  }

  @Test
  void cIsCompiledForTheEnginesInstructions() {
    assertEquals(List.of("-march=native"), NativePlatform.machine(InstructionSet.HOST));
    assertEquals(
        List.of("-march=x86-64-v3", "-mtune=native"), NativePlatform.machine(InstructionSet.AVX2));
    assertEquals(
        List.of("-march=armv8-a", "-mtune=native"), NativePlatform.machine(InstructionSet.NEON));
    assertEquals(
        List.of("-march=armv8-a+lse+sve", "-mtune=native"),
        NativePlatform.machine(InstructionSet.SVE));
  }

  /** Needs another OpenCL platform, such as Debian's pocl-opencl-icd. */
  @Test
  void otherPlatformsAgree() {
    List<String> notes = new ArrayList<>();
    boolean none = PlatformProcess.all(RegisteredDrivers.libraries(), notes).isEmpty();
    assumeFalse(none, "no other OpenCL platform is installed (Debian: pocl-opencl-icd)");
    assertEquals(ExitStatus.OK, bench("--scale", "0.001", "--repeat", "1"), bench::err);
    assertTrue(bench.out().contains("geometric mean against"));
    assertEquals("", bench.err());
  }

  /** Needs an OpenCL loader. One that crashes when it is loaded takes no other with it. */
  @Test
  void aDriverThatCrashesIsARow() throws IOException {
    assumeTrue(NativeC.target().isPresent(), "needs Linux on x86-64 or AArch64");
    List<String> notes = new ArrayList<>();
    List<PlatformProcess> platforms =
        PlatformProcess.all(List.of("/nonexistent/libnone.so", crashing().toString()), notes);
    assumeFalse(notes.toString().contains("no OpenCL loader"), notes::toString);
    assertEquals(
        List.of("/nonexistent/libnone.so is left out: it has no platform with a device"), notes);
    assertEquals(1, platforms.size());
    try (PlatformProcess crashing = platforms.getFirst()) {
      assertTrue(crashing.name().endsWith("/libcrash.so"), crashing::name);
      ComputePlatform right = new FixedPlatform(new byte[64 * 64]);
      Row row = new BenchRunner(right, List.of(crashing), 1).time(Suite.smallest("sobel"));
      assertEquals(1, row.failures().size());
      Row.Failure failure = row.failures().getFirst();
      assertTrue(failure.message().contains("its process crashed (signal "), failure::message);
    }
  }

  private Path crashing() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("crash.c"),
            "__attribute__((constructor)) static void crash(void) { __builtin_trap(); }\n");
    Path object = folder.resolve("crash.o");
    Path library = folder.resolve("libcrash.so");
    List<String> options = new ArrayList<>(NativeC.options(NativeC.target().orElseThrow()));
    options.addAll(List.of("-c", source.toString(), "-o", object.toString()));
    assertEquals(0, Clang.locate().run(options, new byte[0]).status());
    List<String> link = List.of("-shared", object.toString(), "-o", library.toString());
    assertEquals(0, Clang.locate().link(link).status());
    return library;
  }

  /** Every first size takes longer than this limit: each family has one row. */
  @Test
  void familiesOfKernelsAreExplored() {
    assertEquals(
        ExitStatus.OK,
        bench("--explore", "--json", "--repeat", "1", "--timeout", "1e-9"),
        bench::err);
    List<String> lines = bench.out().lines().toList();
    assertEquals(15, lines.size());
    assertTrue(lines.getFirst().contains("explore_test_and_set"), lines.getFirst());
    assertTrue(lines.getFirst().contains("4 groups of 1, 1 execution"), lines.getFirst());
  }

  /** Names of families were left aside without a word. */
  @Test
  void familiesAreChosenByName() {
    String[] some = {"--explore", "--json", "--repeat", "1", "--timeout", "1e-9", "explore_stack"};
    assertEquals(ExitStatus.OK, bench(some), bench::err);
    assertEquals(1, bench.out().lines().count(), bench.out());
    assertTrue(bench.out().contains("explore_stack"), bench.out());
  }

  @Test
  void unknownFamilyIsBadInput() {
    assertEquals(ExitStatus.BAD_INPUT, bench("--explore", "explore_stak"));
    assertTrue(bench.err().contains("no bench is called explore_stak"), bench.err());
    assertTrue(bench.err().contains("explore_stack"), bench.err());
  }

  @Test
  void unknownBenchIsBadInput() {
    assertEquals(ExitStatus.BAD_INPUT, bench("nonsense"));
    assertTrue(bench.err().contains("no bench is called nonsense"), bench.err());
    assertEquals(ExitStatus.BAD_INPUT, bench("--scale", "0"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--repeat", "0"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--first-second", "sobel"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--first-second", "--litmus"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--first-second", "--engine-option", "lanes=4"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--classic", "sobel"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--classic", "--explore"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--phases"));
    assertEquals(ExitStatus.BAD_INPUT, bench("--first-second", "--phases", "start"));
    assertEquals("", bench.out());
  }

  /** The command line's tests compare its fields with the page of JSON. */
  @Test
  void jsonHasEveryField() throws IOException {
    GoldenText.assertText("json/bench.json", BenchJson.ofAll());
  }

  @Test
  void listNamesAll() {
    assertEquals(ExitStatus.OK, bench("--list"));
    List<String> expected = new ArrayList<>(Suite.all().keySet());
    expected.addAll(List.of("launch_latency", "build"));
    assertEquals(expected, bench.out().lines().toList());
  }

  /** A platform whose results differ is an error, whatever its speed. */
  @Test
  void differentResultsAreFound() {
    Workload workload = Suite.smallest("sobel");
    ComputePlatform right = new FixedPlatform(new byte[64 * 64]);
    byte[] wrong = new byte[64 * 64];
    wrong[100] = 1;
    BenchRunner runner = new BenchRunner(right, List.of(new FixedPlatform(wrong)), 1);
    Row found = runner.time(workload);
    assertEquals(List.of(), found.others());
    assertEquals(
        List.of(new Row.Failure("fixed", "sobel: Barnacle and fixed differ in buffer 1")),
        found.failures());
    Row row = new BenchRunner(right, List.of(right), 3).time(workload);
    assertEquals(1.0, row.ratio(row.others().getFirst()));
  }

  @Test
  void resultsAreComparedAsTheirTypeAsks() {
    assertTrue(Data.result(4, Check.EXACT).agree(new byte[] {1, 2, 3, 4}, new byte[] {1, 2, 3, 4}));
    assertFalse(
        Data.result(4, Check.EXACT).agree(new byte[] {1, 2, 3, 4}, new byte[] {1, 2, 3, 5}));
    Data two = Data.result(8, Check.FLOATS);
    assertTrue(two.agree(floats(1000, 1), floats(1000.01f, 1.01f)));
    assertFalse(two.agree(floats(1000, 1), floats(1001, 1)));
    assertFalse(two.agree(floats(1000, Float.NaN), floats(1000, Float.NaN)));
  }

  /** Of a kernel that nobody knows, infinities and NaNs are results. */
  @Test
  void givenDataIsComparedByItsType() {
    Data floats = Data.given(new byte[8], DataType.Scalar.FLOAT);
    assertTrue(floats.agree(floats(1000, Float.NaN), floats(1000.01f, Float.NaN)));
    assertFalse(floats.agree(floats(1000, Float.NaN), floats(1000, 1)));
    assertFalse(
        floats.agree(floats(1, Float.POSITIVE_INFINITY), floats(1, Float.NEGATIVE_INFINITY)));
    assertFalse(floats.agree(floats(1000, 1), floats(1001, 1)));
    Data halves = Data.given(new byte[4], DataType.Scalar.HALF);
    byte[] one = {0, 0x3c, 0, 0x40};
    assertTrue(halves.agree(one, new byte[] {1, 0x3c, 0, 0x40}));
    assertFalse(halves.agree(one, new byte[] {0, 0x3d, 0, 0x40}));
    Data words = Data.given(new byte[4], DataType.Scalar.INT);
    assertFalse(words.agree(new byte[] {0, 0, 0, 0}, new byte[] {1, 0, 0, 0}));
  }

  @Test
  void medianOfEvenAndOddCounts() {
    assertEquals(new Timing("p", 1e-6, 2e-6), Timing.of("p", new long[] {3, 1, 2}));
    assertEquals(new Timing("p", 1e-6, 2.5e-6), Timing.of("p", new long[] {4, 3, 1, 2}));
  }

  private static byte[] floats(float... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(numbers);
    return bytes.array();
  }

  /** A platform that takes a second for everything and always has the same results. */
  private static final class FixedPlatform implements ComputePlatform {
    private final byte[] result;

    FixedPlatform(byte[] result) {
      this.result = result;
    }

    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public Prepared prepare(Workload workload) {
      return new Prepared() {
        @Override
        public void reset() {}

        @Override
        public long run() {
          return 1_000_000_000;
        }

        @Override
        public byte[] read(int buffer) {
          return result.clone();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void close() {}
  }
}
