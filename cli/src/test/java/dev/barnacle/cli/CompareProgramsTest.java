package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare --programs}: tests as C programs. {@link CompareProgramsIT} runs some. */
class CompareProgramsTest {
  /** What has tests of inclusive scopes, each with a program. */
  static final String[] SCOPES = {
    "compare",
    "opencl-scoped",
    "opencl-3.1",
    "--size=4",
    "--states",
    "--race-free",
    "--threads=2",
    "--devices=1",
    "--memory=global",
    "--operations=load,store",
    "--orders=relaxed,acquire,release",
    "--scopes=work_group,device"
  };

  @TempDir Path folder;

  private CommandRunner.Result compare(String... arguments) {
    return CommandRunner.run(
        Stream.concat(Stream.of(arguments), Stream.of("--programs", folder.toString()))
            .toArray(String[]::new));
  }

  private List<Path> programs() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(f -> f.toString().endsWith(".c")).sorted().toList();
    }
  }

  private static void assertCompiles(Path program) throws Exception {
    Process gcc =
        new ProcessBuilder(
                "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", program + "")
            .redirectErrorStream(true)
            .start();
    String said =
        new String(gcc.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assumeTrue(!said.contains("CL/cl.h: No such file"), "needs the headers of OpenCL");
    assertEquals(0, gcc.waitFor(), said);
  }

  private static void assumeGcc() {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(d -> Files.isExecutable(Path.of(d, "gcc")));
    assumeTrue(found, "needs gcc");
  }

  @Test
  void eachTestIsAProgramOfItsOwn() throws Exception {
    CommandRunner.Result result = compare(SCOPES);
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    assertEquals("", result.err());
    assertEquals(12, programs().size());
    String first = Files.readString(folder.resolve("opencl-scoped-opencl-3.1-4-1.c"));
    for (String part :
        List.of(
            "opencl-scoped allows the condition, opencl-3.1 forbids it",
            " * exists (0:r0=1 /\\ 0:r1=0)",
            "return (v[0] == 1LL && v[1] == 0LL);",
            "{0LL, 0LL,},\n  {0LL, 1LL,},\n  {1LL, 1LL,},\n  {0}",
            "CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_ORDER_ACQ_REL",
            "standards[] = {\"CL3.1\", NULL}")) {
      assertTrue(first.contains(part), () -> part + " in " + first);
    }
    assumeGcc();
    for (Path program : programs()) {
      assertCompiles(program);
    }
  }

  /** Local memory, sub-groups, final values, several work-groups, and accesses that are plain. */
  @Test
  void placesAndMemoryAreThoseOfTheTest() throws Exception {
    Path weak =
        Files.writeString(
            folder.resolve("weak.cat"),
            """
            "Coherence alone"
            with mo from generate_orders (W, loc & (I * ~I))
            let rb = (rf^-1 ; mo) \\ id
            acyclic (sb & loc) | (I * ~I) | rf | mo | rb as Coherence
            """);
    for (String memory : List.of("global", "local")) {
      compare(
          "compare",
          weak.toString(),
          "opencl-scoped",
          "--size=4",
          "--states",
          "--race-free",
          "--threads=2",
          "--devices=1",
          "--memory=" + memory,
          "--operations=load,store",
          "--orders=plain,relaxed,acquire,release",
          "--scopes=" + (memory.equals("local") ? "sub_group" : "device"));
    }
    StringBuilder all = new StringBuilder();
    for (Path program : programs()) {
      all.append(Files.readString(program));
    }
    for (String part :
        List.of(
            "GROUPS = 1",
            "GROUPS = 2",
            "local atomic_int all_x[SIZE * 1];",
            "get_sub_group_local_id()",
            "GLOBALS = 0",
            "{0}",
            "standards[] = {\"CL3.0\", \"CL2.0\", NULL}")) {
      assertTrue(all.indexOf(part) >= 0, part);
    }
    assumeGcc();
    for (Path program : programs()) {
      assertCompiles(program);
    }
  }

  @Test
  void aTestWithoutAProgramIsSaid() throws IOException {
    CommandRunner.Result races =
        compare("compare", "opencl-scoped", "opencl-3.1", "--size=2", "--count=1");
    assertEquals(
        "note: opencl-scoped-opencl-3.1-2-1 is no C program: the models differ in a fault, and no"
            + " final state shows one\n",
        races.err());
    assertEquals(List.of(), programs());
    CommandRunner.Result c11 = compare("compare", "sc", "rc11", "--size=3");
    assertEquals(ExitStatus.BAD_INPUT, c11.status());
    assertTrue(c11.err().contains("--programs takes tests in OpenCL C"), c11.err());
  }
}
