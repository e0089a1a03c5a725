package dev.barnacle.bench.internal.first;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code bench --first-second --phases} makes of samples and of a JVM's answers. */
class PhasesTest {
  private static final CodeHeaps CODE =
      CodeHeaps.read(
          """
          5221:
          CodeHeap 'non-profiled nmethods': size=120036Kb used=391Kb max_used=391Kb free=119644Kb
           bounds [0x00007fa797ec7000, 0x00007fa798137000, 0x00007fa79f400000]
          CodeHeap 'profiled nmethods': size=120036Kb used=1103Kb max_used=1103Kb free=118932Kb
           bounds [0x00007fa7903ff000, 0x00007fa79066f000, 0x00007fa797938000]
          CodeHeap 'non-nmethods': size=5692Kb used=1392Kb max_used=1408Kb free=4299Kb
           bounds [0x00007fa797938000, 0x00007fa797ba8000, 0x00007fa797ec7000]
           total_blobs=2117, nmethods=1471, adapters=547, full_count=0
          """);

  @Test
  void linesOfPerfAreRead() {
    assertEquals(
        Optional.of(
            new Sample(
                "C1 CompilerThre", 4229, 47_563_047_078_123L, 0x7fdd5b3073e0L, "/usr/lib/libc.so")),
        Sample.read(
            " C1 CompilerThre  4229/4253  47563.047078123:      7fdd5b3073e0 (/usr/lib/libc.so)"));
    assertEquals(
        0xffffffff815d4e66L,
        Sample.read("program 4229/4229  47563.047280000:  ffffffff815d4e66 ([kernel.kallsyms])")
            .orElseThrow()
            .address());
    assertEquals(Optional.empty(), Sample.read("Warning:"));
  }

  private static Kind kind(String thread, long process, long address, String file) {
    return Kind.of(new Sample(thread, process, 0, address, file), 7, CODE);
  }

  @Test
  void eachSampleIsOfAKind() {
    assertEquals(Kind.C1, kind("C1 CompilerThre", 7, 1, "/jdk/lib/server/libjvm.so"));
    assertEquals(Kind.C2, kind("C2 CompilerThre", 7, 1, "[kernel.kallsyms]"));
    assertEquals(Kind.JVM, kind("program", 7, 1, "/jdk/lib/server/libjvm.so"));
    assertEquals(Kind.INTERPRETER, kind("program", 7, 0x7fa797938000L, "[JIT] tid 7"));
    assertEquals(Kind.JAVA, kind("program", 7, 0x7fa797ec7000L, "/tmp/perf-7.map"));
    assertEquals(Kind.JAVA, kind("program", 7, 0x7fa7903ff000L, "//anon"));
    assertEquals(Kind.KERNELS, kind("barnacle-simd-0", 7, 1, "/tmp/perf-7.map"));
    assertEquals(Kind.KERNELS, kind("barnacle-simd-0", 7, 1, "//anon"));
    assertEquals(Kind.SYSTEM, kind("program", 7, -1, "[kernel.kallsyms]"));
    assertEquals(Kind.SYSTEM, kind("runner", 6, 1, "/lib/ld-linux-x86-64.so.2"));
    assertEquals(Kind.LIBRARIES, kind("program", 7, 1, "/lib/ld-linux-x86-64.so.2"));
    assertEquals(Kind.LIBRARIES, kind("program", 7, 1, "/cache/libbarnacle-icd.so"));
    assertEquals(Kind.LLVM, kind("llvm-1", 7, 1, "/cache/libLLVM.so"));
    assertEquals(Kind.CLANG, kind("clang", 8, 1, "/cache/libLLVM.so"));
  }

  @Test
  void aJvmTellsWhatItHasCounted() {
    JvmFacts facts =
        JvmFacts.read(
            """
            java.ci.totalTime=655000000
            java.cls.loadedClasses=124
            java.cls.sharedLoadedClasses=3530
            sun.ci.lastMethod="java/lang/Object <init>"
            sun.ci.totalCompiles=1233
            sun.cls.appClassLoadTime.self=25000000
            sun.cls.classInitTime.self=423000000
            sun.cls.classLinkedTime.self=16000000
            sun.cls.sharedClassLoadTime=2000000
            sun.cls.sysClassLoadTime=2000000
            sun.rt.createVmBeginTime=1795676441826
            sun.rt.createVmEndTime=1795676441924
            """);
    assertFalse(facts.counters().containsKey("sun.ci.lastMethod"));
    assertEquals(
        Optional.of(
            "JVM: created in 98 ms; 3654 classes, of them 3530 from the AOT cache, loaded in 29 ms,"
                + " linked in 16, initialized in 423; 1233 methods compiled, in 655 ms of C1 and"
                + " C2"),
        JvmFacts.sentence(List.of(facts, JvmFacts.read(""))));
    assertEquals(Optional.empty(), JvmFacts.sentence(List.of(JvmFacts.read(""))));
  }

  @Test
  void timeIsSplitAtPlacesAndByTheJvm() {
    List<String> lines =
        List.of(
            "start 1000000000 0", "at_main 1000000 500000", "at_platform 9000000 8000000", "pid 7");
    JvmFacts jvm = JvmFacts.read("sun.rt.createVmBeginTime=5002\nsun.rt.createVmEndTime=5006\n");
    PhaseRun.Held held = new PhaseRun.Held(lines, jvm, CODE, 7, -4000e6);
    List<Sample> samples =
        List.of(
            new Sample("program", 7, 1_003_000_000, 1, "/jdk/libjvm.so"),
            new Sample("C1 CompilerThre", 7, 1_003_100_000, 1, "/jdk/libjvm.so"),
            new Sample("program", 7, 1_007_000_000, 0x7fa797938000L, ""),
            new Sample("program", 7, 1_500_000_000, 1, "/jdk/libjvm.so"));
    assertEquals(
        List.of(
            new Phase("exec and dynamic linker", 1e6, 5e5, 0, Map.of()),
            new Phase("the driver's library, until its JVM", 1e6, 0, 0, Map.of()),
            new Phase("the JVM is created", 4e6, 4e5, 3e6, Map.of(Kind.JVM, 2e5, Kind.C1, 2e5)),
            new Phase("clGetPlatformIDs", 3e6, 7.1e6, 2e6, Map.of(Kind.INTERPRETER, 2e5))),
        PhaseRun.phases(held, samples));
    assertEquals(
        List.of(
            new Phase("exec and dynamic linker", 1e6, 5e5, 0, Map.of()),
            new Phase("clGetPlatformIDs", 8e6, 7.5e6, 0, Map.of())),
        PhaseRun.phases(held, List.of()));
  }

  @Test
  void phasesAreAdded() {
    Phase one = new Phase("p", 1, 2, 3, Map.of(Kind.C1, 4.0));
    Phase two = new Phase("q", 10, 20, 30, Map.of(Kind.C1, 40.0, Kind.C2, 50.0));
    assertEquals(
        new Phase("p", 5.5, 11, 16.5, Map.of(Kind.C1, 22.0, Kind.C2, 25.0)),
        one.plus(two).times(0.5));
    assertTrue(FirstJson.phase().contains("\"kinds_ms\":{\"system\":0.0,"), FirstJson.phase());
  }
}
