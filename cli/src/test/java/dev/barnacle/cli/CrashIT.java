package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels and programs that the system stops. */
class CrashIT extends LauncherRuns {
  private static final String WILD =
      """
      kernel void reads(global int *a) { a[0] = a[get_global_id(0) + 1000000000000l]; }
      kernel void writes(global int *a) { a[get_global_id(0) + 1000000000000l] = 1; }
      kernel void null_pointer(global int *a) {
        volatile global int *p = 0;
        p[get_global_id(0)] = a[0];
      }
      kernel void atomics(volatile global int *a) { atomic_inc(a + 1000000000000l); }
      kernel void one(global int *a) {
        if (get_global_id(0) == 99999)
          a[1000000000000l] = 1;
      }
      kernel void prints(global int *a) { printf("%d\\n", a[get_global_id(0) + 1000000000000l]); }
      kernel void below(global int *a) {
        volatile int x[10];
        for (int i = 0; i < a[0] + 1000000000; i++)
          x[-i] = i;
      }
      kernel void above(global int *a) {
        volatile int x[10];
        for (int i = 0; i < a[0] + 1000000000; i++)
          x[i] = i;
      }
      kernel void waits(global int *a) {
        if (get_group_id(0) == 0)
          a[1000000000000l] = 1;
        else
          while (atomic_add(&a[1], 0) == 0)
            ;
      }
      kernel void heap(global int *a) { a[get_global_id(0)] = -1; }
      """;

  @Override
  boolean sharesRoot() {
    return true;
  }

  @BeforeEach
  void writeKernels() throws IOException {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "signals are taken on Linux only");
    Files.writeString(folder.resolve("wild.cl"), WILD);
    Files.createDirectory(folder.resolve("own cache"));
  }

  private Result wild(String kernel, String more) throws Exception {
    return shell(
        Map.of(),
        "barnacle --version >/dev/null 2>&1; barnacle run wild.cl --kernel "
            + kernel
            + " --global 100000 --local 4 --arg 'a=int[8]' "
            + more);
  }

  private static String check(String kernel) {
    return "barnacle check wild.cl --kernel "
        + kernel
        + " --global 100000 --local 4 --arg 'a=int[8]'";
  }

  private void assertNoReports() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<String> left =
          files.map(f -> String.valueOf(f.getFileName())).filter(f -> f.endsWith(".log")).toList();
      assertEquals(List.of(), left);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reads", "writes", "null_pointer", "atomics", "one", "prints", "below"})
  void aKernelThatLeavesItsMemoryGetsOneLine(String kernel) throws Exception {
    String line =
        "wild.cl: error: kernel "
            + kernel
            + " left its memory (SIGSEGV); this shows where: "
            + check(kernel);
    Result result = wild(kernel, "");
    assertEquals(line + "\n", result.err());
    assertEquals("", result.out());
    assertEquals(ExitStatus.FINDINGS, result.status());
    Result json = wild(kernel, "--json");
    assertEquals(line + "\n", json.err());
    assertTrue(json.out().startsWith("{\"launch\":null,\"kernel\":\"" + kernel), json.out());
    assertTrue(json.out().contains("\"verdict\":\"error\",\"message\":\"" + line), json.out());
    assertEquals(ExitStatus.FINDINGS, json.status());
    assertNoReports();
  }

  /** Over the thread's own data. */
  @Test
  void aDamagedProcessSaysWhichKernelRan() throws Exception {
    assertTold("above", " the process is damaged: kernel above left its memory, or one before it;");
  }

  /**
   * Where other threads have begun to wait for one that left its memory, the process is damaged.
   */
  @Test
  void whoWaitsForAKernelThatLeftItsMemoryEnds() throws Exception {
    assertTold(
        "waits",
        " the process is damaged: kernel waits left its memory, or one before it;",
        " kernel waits left its memory (SIGSEGV);");
  }

  private void assertTold(String kernel, String... words) throws Exception {
    Result result = wild(kernel, "--json");
    String end = " this shows where: " + check(kernel);
    List<String> lines = Arrays.stream(words).map(w -> "wild.cl: error:" + w + end).toList();
    String line = result.err().stripTrailing();
    assertTrue(lines.contains(line), result.err());
    assertTrue(result.out().contains("\"message\":\"" + line), result.out());
    assertEquals(ExitStatus.FINDINGS, result.status());
    assertNoReports();
  }

  /** The C library notices, or nobody does. The message itself may have been overwritten. */
  @Test
  void aDamagedHeapIsNoCrashReport() throws Exception {
    Result result = wild("heap", "");
    assertTrue(result.status() == 0 || result.status() == 1, () -> "status " + result.status());
    boolean overwritten = result.err().contains("\ufffd");
    assertTrue(
        result.status() == 0 || overwritten || result.err().endsWith(check("heap") + "\n"),
        result.err());
    assertNoReports();
  }

  /** A large buffer ends at memory that nobody has, and the program goes on. */
  @Test
  void aJavaProgramMayHaveKernelsStopped() throws Exception {
    Files.writeString(
        folder.resolve("Stopped.java"),
        """
        import dev.barnacle.cl.*;

        class Stopped {
          public static void main(String[] arguments) {
            Platform.stopKernelsThatFault();
            try (Context context = Context.create()) {
              Kernel kernel =
                  context
                      .build("kernel void fill(global int *a) { a[get_global_id(0)] = 7; }")
                      .kernel("fill");
              Buffer buffer = context.buffer(4L << 20);
              try {
                kernel.with(buffer).run(NDRange.of((1 << 20) + 64).local(64));
                System.out.println("went on");
              } catch (KernelCrashException e) {
                System.out.println(e.getMessage());
              }
              kernel.with(buffer).run(NDRange.of(1 << 20).local(64));
              int[] values = new int[1 << 20];
              buffer.read(values);
              System.out.println(values[0] + values[(1 << 20) - 1]);
            }
          }
        }
        """);
    Result result =
        run(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            root.resolve("cli/target/lib") + "/*",
            folder.resolve("Stopped.java").toString());
    List<String> lines = result.out().lines().toList();
    assertEquals(2, lines.size(), result.out() + result.err());
    assertTrue(lines.get(0).contains("kernel fill left its memory"), lines.get(0));
    assertEquals("14", lines.get(1));
    assertEquals(0, result.status(), result.err());
  }

  /** It comes to the end of the heap, or damages what the process needs; and ends, each time. */
  @RepeatedTest(4)
  void aKernelThatOverwritesTheHeapEnds() throws Exception {
    Result result =
        shell(
            Map.of(),
            "barnacle --version >/dev/null 2>&1; barnacle run wild.cl --kernel heap"
                + " --global 10000000 --local 4 --arg 'a=int[4]'");
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    assertTrue(result.err().contains("left its memory"), result.err());
    assertTrue(result.err().contains("barnacle check wild.cl"), result.err());
  }

  @Test
  void theOtherLaunchesGoOn() throws Exception {
    for (String name : List.of("writes", "heap")) {
      Files.writeString(
          folder.resolve(name + ".json"),
          """
          {"source": "wild.cl", "kernel": "%s", "global": [4], "local": [4],
           "args": [{"buffer": {"type": "int", "count": 4, "init": "zero"}}]}
          """
              .formatted(name));
    }
    Result result =
        shell(
            Map.of(),
            "barnacle --version >/dev/null 2>&1;"
                + " barnacle run --launch writes.json --launch heap.json --json --print 0");
    assertEquals(ExitStatus.FINDINGS, result.status());
    List<String> lines = result.out().lines().toList();
    assertEquals(2, lines.size(), result.out());
    assertTrue(lines.get(0).contains("check --launch writes.json\""), lines.get(0));
    assertTrue(lines.get(1).contains("[-1,-1,-1,-1]"), lines.get(1));
  }

  @Test
  void aReportIsForWhoAsksForIt() throws Exception {
    Path cache = folder.resolve("own cache");
    Result result =
        shell(
            Map.of("BARNACLE_DEBUG", "1"),
            "BARNACLE_CACHE='"
                + cache
                + "' barnacle run wild.cl --kernel writes --global 4 --arg 'a=int[8]'");
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    String line = result.err().lines().toList().getLast();
    String file = line.substring(line.lastIndexOf("goes to ") + "goes to ".length());
    assertTrue(file.startsWith(cache + "/hs_err_pid"), line);
    assertTrue(Files.size(Path.of(file)) > 0);
    assertNoReports();
  }

  @Test
  void aProgramEndsAsWithoutUs() throws Exception {
    Files.writeString(
        folder.resolve("program"),
        """
        #!/bin/sh
        [ "$1" = env ] && echo "${GLIBC_TUNABLES-none} ${LD_PRELOAD-none}"
        [ "$1" = env ] || [ "$1" = 7 ] && exit 7
        kill -$1 $$
        sleep 9
        """);
    Result result =
        shell(
            Map.of(),
            """
            barnacle run -- true >/dev/null 2>&1
            chmod 755 program
            for how in SEGV ABRT TERM KILL FPE 7 env; do
              barnacle run -- ./program $how 2>/dev/null
              echo $?
            done
            barnacle run -- ./no-such-program
            echo $?
            barnacle run --
            echo $?
            """);
    assertEquals(
        List.of("139", "134", "143", "137", "136", "7", "none none", "7", "2", "2"),
        result.out().lines().toList());
    List<String> errors = result.err().lines().filter(line -> line.startsWith("error")).toList();
    assertEquals(
        List.of(
            "error: ./no-such-program: cannot be run: no such program",
            "error: no command after --"),
        errors);
    assertNoReports();
  }
}
