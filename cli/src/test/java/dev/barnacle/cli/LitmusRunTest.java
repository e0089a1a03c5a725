package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.stress.Histogram;
import dev.barnacle.cli.internal.stress.RefusedException;
import dev.barnacle.cli.internal.stress.StressTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code litmus --run} and {@code --programs}: tests on devices, beside the model. */
final class LitmusRunTest extends LitmusCommandRuns {
  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** Every instance is counted, whatever it showed, and the model allows all that there is. */
  @Test
  void everyInstanceIsCounted() throws IOException {
    String test = file("sb.litmus", STORE_BUFFERING);
    assertEquals(0, run("litmus", test, "--run", "--iterations=6", "--instances=1000"));
    String text = out.toString();
    assertTrue(text.contains("\nTest sb on Barnacle simd on "), text);
    long counted =
        text.lines()
            .filter(l -> l.matches("[0-9]+ +[*:]>0:r0=[01]; 1:r0=[01];"))
            .mapToLong(l -> Long.parseLong(l.substring(0, l.indexOf(' '))))
            .sum();
    assertTrue(counted > 0 && counted % (6 * 2) == 0, text);
    assertTrue(text.matches("(?s).*c11 allows 4 outcomes: [1-4] of them seen; 0 seen.*"), text);
  }

  /** A model that forbids every execution forbids what is seen. */
  @Test
  void whatTheModelForbidsIsAFinding() throws IOException {
    String test =
        file(
            "one.litmus",
            """
            C one
            {}
            P0 (atomic_int* x) { atomic_store(x, 1); int r0 = atomic_load(x); }
            exists (0:r0=1)
            """);
    String nothing = file("nothing.cat", "empty rf as NothingIsRead\n");
    assertEquals(0, run("litmus", test, "--run", "--iterations=1", "--model=c11"));
    assertEquals(1, run("litmus", test, "--run", "--iterations=1", "--model=" + nothing));
    assertTrue(out.toString().contains("*>0:r0=1; forbidden\n"), out.toString());
    assertTrue(out.toString().contains("nothing allows 0 outcomes: 0 of them seen; 1 seen"));
    assertEquals(1, run("litmus", test, "--run", "--iterations=1", "--model=" + nothing, "--json"));
    assertTrue(out.toString().contains("\"states\":[{\"0:r0\":1,\"count\":"), out.toString());
    assertTrue(out.toString().contains("\"allowed\":false}]"), out.toString());
    assertEquals(
        1,
        run(
            "litmus",
            test,
            "--run",
            "--iterations=1",
            "--model=" + nothing,
            "--fail-on=forbidden-outcome"));
  }

  /** A device that loses the order of a thread's own accesses of a location is found out. */
  @ParameterizedTest
  @ValueSource(strings = {"[i_P0 * OBSERVED + 0] = P0_r0", "x_of_P0, 1, memory", "stride * 1;"})
  void aFaultOfTheDeviceIsSeen(String place) throws RefusedException {
    StressTest right =
        DeviceRuns.test(
            "c11",
            """
            C one
            {}
            P0 (atomic_int* x) { atomic_store(x, 1); int r0 = atomic_load(x); }
            exists (0:r0=0)
            """);
    assertEquals(List.of(), DeviceRuns.run(right).forbidden());
    String wrong =
        switch (place.charAt(0)) {
          case '[' -> right.source().replace(place, place + " ^ 1");
          case 'x' -> right.source().replace(place, "x_of_P0, 2, memory");
          // All threads have one location, whose last value is what one of them has read.
          default ->
              right.source().replace(place, "0;").replace("x_of_P0, 1, m", "x_of_P0, lane + 2, m");
        };
    assertFalse(wrong.equals(right.source()), right.source());
    StressTest faulty =
        new StressTest(
            right.result(), wrong, right.groups(), right.globals(), right.allowed(), false);
    assertFalse(DeviceRuns.run(faulty).forbidden().isEmpty(), wrong);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "@wg 0, dev 0#@wg 0, dev 1#*x = 1;#*x = 2;#it has threads on two devices",
        "@wg 0, dev 0#@wg 1, dev 0#*l = 1;#*l = 2;#work-groups share l, which is in local memory",
        "@wg 0, dev 0#@wg 0, dev 0#if (*x) barrier(CLK_LOCAL_MEM_FENCE);#*x = 2;"
            + "#P0 does not meet its barrier always",
        "@wg 0, dev 0#@wg 0, dev 0#barrier(CLK_LOCAL_MEM_FENCE);#*x = 2;"
            + "#threads of a work-group do not meet at the same barriers",
        "@wg 0, dev 0#@wg 0, dev 0#A: barrier(CLK_LOCAL_MEM_FENCE); B: barrier(0);"
            + "#B: barrier(0); A: barrier(CLK_LOCAL_MEM_FENCE);"
            + "#threads of a work-group do not meet at the same barriers",
        "@wg 0, dev 0#@wg 0, dev 0#sub_group_barrier(CLK_LOCAL_MEM_FENCE);#*x = 2;"
            + "#P0 has a barrier of sub-groups",
        "@wg 0, dev 0#@wg 0, dev 0#global int *p = x;#*x = 2;#P0 keeps an address in a register",
        "@wg 0, dev 0#@wg 0, dev 0#atomic_store(c, 1);#*x = 2;"
            + "#OpenCL C has no atomic integers of 8 bits",
      })
  void whatNoDeviceCanRunIsAnError(String at0, String at1, String p0, String p1, String why)
      throws IOException {
    String parameters = " (global int* x, local int* l, global char* c) { ";
    String head = "OPENCL t\n{}\n";
    String test =
        file(
            "t.litmus",
            head
                + "P0"
                + at0
                + parameters
                + p0
                + " }\n"
                + "P1"
                + at1
                + parameters
                + p1
                + " }\n"
                + "exists (x=1)\n");
    assertEquals(2, run("litmus", test, "--run"));
    assertEquals(
        test + ": error: no device can run this test: " + why + System.lineSeparator(),
        err.toString());
    assertEquals(2, run("litmus", test, "--programs=" + folder.resolve("out")));
    assertFalse(Files.exists(folder.resolve("out")));
    assertEquals(2, run("litmus", test, "--run", "--verdict-only"));
  }

  /** Barriers, local memory and sub-groups are where the test has them. */
  @Test
  void barriersLocalMemoryAndSubGroups() throws RefusedException {
    Histogram barrier =
        DeviceRuns.run(
            "opencl-scoped",
            """
            OPENCL t
            { [x] = 0; [l] = 7; }
            P0@wg 0, dev 0 (global int* x, local int* l) {
              *x = 1;
              A: barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
              int r1 = *l;
            }
            P1@wg 0, dev 0 (global int* x, local int* l) {
              *l = *l + 1;
              A: barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
              int r0 = *x;
            }
            forall (1:r0=1 /\\ 0:r1=8 /\\ l=8 /\\ x=1)
            """);
    assertTrue(barrier.text().contains("\nObservation t Always 256 0\n"), barrier.text());
    Histogram parts =
        DeviceRuns.run(
            "opencl-scoped",
            """
            OPENCL t
            { [x] = 0; }
            P0@sg 0, wg 0, dev 0 (global atomic_int* x) {
              int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed, memory_scope_device);
            }
            P1@sg 1, wg 0, dev 0 (global atomic_int* x) {
              int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed, memory_scope_device);
            }
            P2@sg 1, wg 0, dev 0 (global atomic_int* x) {
              int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed, memory_scope_device);
            }
            forall (x=3)
            """);
    assertTrue(parts.text().contains("\nObservation t Always 256 0\n"), parts.text());
  }

  /** What a test filters out is not counted. */
  @Test
  void filtersHold() throws RefusedException {
    String text =
        """
        C t
        {}
        P0 (atomic_int* x) { int r0 = atomic_fetch_add(x, 1); }
        P1 (atomic_int* x) { int r0 = atomic_fetch_add(x, 1); }
        """;
    assertEquals(512, DeviceRuns.run("c11", text + "exists (0:r0=1)\n").instances());
    Histogram none = DeviceRuns.run("c11", text + "filter (x=1) exists (0:r0=1)\n");
    assertEquals(0, none.instances());
    assertTrue(none.text().endsWith("No instance was run by all of its threads\n"), none.text());
  }

  /** Whatever the device shows of the tests that tell axioms apart, their models allow. */
  @ParameterizedTest
  @ValueSource(strings = {"c11", "rc11", "opencl", "opencl-scoped"})
  void pairsOfModels(String model) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("litmus", "--run", "--iterations=2", "--instances=512"));
    arguments.addAll(List.of("--model=" + model, "--fail-on=forbidden-outcome"));
    Path tests = Path.of("src/test/resources/dev/barnacle/cli/pairs").resolve(model);
    try (Stream<Path> files = Files.list(tests)) {
      files
          .filter(f -> f.toString().endsWith(".litmus"))
          .sorted()
          .forEach(f -> arguments.add(f.toString()));
    }
    run(arguments.toArray(String[]::new));
    assertFalse(out.toString().contains("; forbidden\n"), out.toString());
    for (String line : err.toString().lines().toList()) {
      assertTrue(!line.contains(": error: ") || line.contains("no device can run this"), line);
    }
    long ran = out.toString().lines().filter(l -> l.startsWith("Histogram")).count();
    assertTrue(ran >= (arguments.size() - 6) / 2, out + "\n" + err);
  }
}
