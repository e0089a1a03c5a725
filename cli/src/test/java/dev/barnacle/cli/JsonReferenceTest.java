package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.check.ProgramCheckJson;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/reference/json.md} has the fields that the commands print. Each test runs a command
 * so that it prints all of its fields.
 */
class JsonReferenceTest {
  private static final Pattern PUT = Pattern.compile("\\.put(?:IfAbsent)?\\(\\s*\"([a-z_]+)\"");

  @TempDir private Path folder;

  private final JsonFields fields = new JsonFields();

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private void run(int status, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int ended = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    assertEquals(status, ended, err::toString);
    fields.addAll(out.toString());
  }

  private void assertComplete(String heading) throws IOException {
    assertEquals(lines(JsonFields.page(heading)), lines(fields.met()));
  }

  private static String lines(Set<String> fields) {
    return String.join("\n", fields);
  }

  @Test
  void run() throws IOException {
    String kernel =
        file(
            "k.cl",
            """
            kernel void k(global float *x, global float2 *y) {
              int i = get_global_id(0);
              y[i] = x[i];
            }
            """);
    String[] launch = {
      "run", kernel, "--json", "--global=64", "--arg=x=float[64]=iota", "--arg=y=float2[64]"
    };
    String saved = folder.resolve("x.bin").toString();
    run(ExitStatus.OK, with(launch, "--print=x:2", "--print=y:2", "--save=x=" + saved));
    run(ExitStatus.OK, with(launch, "--explain=plan"));
    run(ExitStatus.OK, with(launch, "--explain=llvm"));
    run(ExitStatus.OK, with(launch, "--explain=asm"));
    run(ExitStatus.BAD_INPUT, with(launch, "--kernel=nonsense"));
    assertComplete("run --json");
  }

  @Test
  void check() throws IOException {
    String lessons = CheckRunner.examples().resolve("check").toString();
    List<String> launches = new ArrayList<>(List.of("check", "--json"));
    for (String lesson : List.of("01-missing-barrier", "12-out-of-bounds", "29-store-buffering")) {
      launches.addAll(List.of("--launch", lessons + "/" + lesson + "-faulty.json"));
    }
    run(ExitStatus.FINDINGS, launches.toArray(String[]::new));
    String one = file("one.cl", "kernel void one(global int *x) { x[get_global_id(0)] = 1; }");
    run(ExitStatus.OK, "check", "--json", one, "--global=64", "--arg=x=float[64]"); // has a note
    String kernels =
        file(
            "k.cl",
            """
            void step(global int *p, int v) { barrier(CLK_LOCAL_MEM_FENCE); *p = v; }
            kernel void inlined(global int *out) { step(out, get_global_id(0)); }
            kernel void local_array(global int *out) {
              local int tile[4];
              tile[0] = get_local_id(0);
              out[get_global_id(0)] = tile[0];
            }
            kernel void update(global int *h, global const int *b) {
              int at = b[get_global_id(0)] & 3;
              h[at] = h[at] + 1;
            }
            kernel void shift(global int *in, global int *out) {
              size_t i = get_global_id(0);
              out[i] = i + 1 < get_global_size(0) ? in[i + 1] : 0;
            }
            kernel void rows(global const int *row, global const float *x, global float *sum) {
              size_t i = get_global_id(0);
              for (int j = row[i]; j < row[i + 1]; j++) {
                sum[i] += x[j];
              }
            }
            kernel void modern(global int *out) {
              generic int *p = out + get_global_id(0);
              *p = 1;
            }
            """);
    run(ExitStatus.FINDINGS, "check", "--json", kernels);
    run(ExitStatus.BAD_INPUT, "check", "--json", kernels, "--kernel=nonsense");
    String baseline = folder.resolve("baseline.json").toString();
    run(ExitStatus.OK, "check", "--json", kernels, "--kernel=update", "--write-baseline", baseline);
    run(ExitStatus.OK, "check", "--json", kernels, "--kernel=update", "--baseline", baseline);
    String records = folder.resolve("records").toString();
    run(
        ExitStatus.FINDINGS,
        "check",
        "--json",
        kernels,
        "--kernel=update",
        "--record",
        records,
        "--shrink",
        "--fix");
    assertComplete("check --json");
  }

  @Test
  void checkOfPrograms() throws IOException {
    fields.add(ProgramCheckJson.ofAll(folder));
    Set<String> expected = new TreeSet<>(JsonFields.page("check --json -- COMMAND"));
    for (String field : JsonFields.page("check --json")) {
      boolean ofLaunches = field.matches("findings\\[]\\.(replay|shrunk|fixes.*)");
      if (field.startsWith("findings[]") && !ofLaunches) {
        expected.add(field);
      }
    }
    assertEquals(lines(expected), lines(fields.met()));
  }

  @Test
  void litmus() throws IOException {
    Path lessons = CheckRunner.examples().resolve("litmus");
    String racy = lessons.resolve("05-broken-release-sequence.litmus").toString();
    run(ExitStatus.FINDINGS, "litmus", "--json", racy);
    run(ExitStatus.FINDINGS, "litmus", "--json", "--verdict-only", racy);
    String nothing = file("nothing.cat", "empty rf & (W * R) as Reads\n");
    run(ExitStatus.OK, "litmus", "--json", "--model", nothing, racy);
    String right = lessons.resolve("07-store-buffering-sc.litmus").toString();
    run(ExitStatus.OK, "litmus", "--json", "--run", "--iterations=1", right);
    assertComplete("litmus --json");
  }

  @Test
  void compare() throws IOException {
    run(ExitStatus.FINDINGS, "compare", "--json", "--size=3", "--count=1", "sc", "rc11");
    assertComplete("compare --json");
  }

  @Test
  void explore() throws IOException {
    String kernel =
        file(
            "e.cl",
            """
            kernel void k(global atomic_int *n, global int *x) {
              while (atomic_fetch_add(n, 1) < 2) x[0] = 1;
            }
            """);
    String[] launch = {
      "explore", "--json", kernel, "--options", "-cl-std=CL2.0", "--local", "1", "--arg", "n=int[1]"
    };
    String[] all = with(launch, "--arg", "x=int[1]");
    run(ExitStatus.FINDINGS, with(all, "--global", "2"));
    run(ExitStatus.FINDINGS, with(all, "--global", "1", "--assert", "n[0] == 7"));
    run(ExitStatus.FINDINGS, with(all, "--global", "1", "--unroll", "1"));
    run(ExitStatus.BAD_INPUT, with(launch, "--global", "0"));
    String strong =
        file(
            "s.cl",
            """
            kernel void k(global int *n) {
              if (get_local_id(0) == 1) n[0] = 0;
              work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
              if (get_local_id(0) == 0) n[0] = 1;
            }
            """);
    run(ExitStatus.OK, tune(strong, "--weakest"));
    String racy =
        file(
            "r.cl",
            """
            kernel void k(global int *n) {
              if (get_local_id(0) == 1) n[0] = 0;
              work_group_barrier(CLK_LOCAL_MEM_FENCE);
              if (get_local_id(0) == 0) n[0] = 1;
            }
            """);
    run(ExitStatus.FINDINGS, tune(racy, "--repair"));
    assertComplete("explore --json");
  }

  private static String[] tune(String kernel, String what) {
    return new String[] {
      "explore",
      "--json",
      kernel,
      "--options",
      "-cl-std=CL2.0",
      "--global",
      "2",
      "--local",
      "2",
      "--arg",
      "n=int[1]",
      what
    };
  }

  @Test
  void campaign() throws IOException {
    file("bad.cl", "kernel void bad( {");
    String racy = file("racy.cl", "kernel void racy(global int *x) { x[0] = get_global_id(0); }");
    String baseline = folder.resolve("baseline.json").toString();
    CommandRunner.Result known = CommandRunner.run("check", racy, "--write-baseline", baseline);
    assertEquals(ExitStatus.OK, known.status(), known.err());
    run(ExitStatus.BAD_INPUT, "campaign", folder.toString(), "--json");
    run(ExitStatus.OK, "campaign", racy(), "--json", "--baseline", baseline);
    assertComplete("campaign --json");
  }

  private String racy() throws IOException {
    return file("plan.txt", "{\"tasks\": [{\"kind\": \"check\", \"files\": [\"racy.cl\"]}]}");
  }

  /** Returns lines with every field, which the tests of bench compare with what it writes. */
  private static String ofBench(String name) throws IOException {
    return Files.readString(
        Path.of("../bench/src/test/resources/dev/barnacle/bench/internal/json", name));
  }

  @Test
  void bench() throws IOException {
    fields.addAll(ofBench("bench.json"));
    assertComplete("bench --json");
  }

  @Test
  void benchOfTheFirstSecond() throws IOException {
    fields.addAll(ofBench("first-second.json"));
    assertComplete("bench --first-second --json");
  }

  @Test
  void benchOfPhases() throws IOException {
    fields.addAll(ofBench("phases.json"));
    assertComplete("bench --first-second --phases --json");
  }

  @Test
  void benchOfPauses() throws IOException {
    fields.addAll(ofBench("pauses.json"));
    assertComplete("bench --pauses --json");
  }

  @Test
  void devices() throws IOException {
    run(ExitStatus.OK, "devices", "--json");
    assertComplete("devices --json");
  }

  /** Also fields that no test above meets are in the page: each that some class writes. */
  @Test
  void everyFieldThatIsWrittenIsThere() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String heading :
        List.of(
            "run --json",
            "check --json",
            "compare --json",
            "check --json -- COMMAND",
            "explore --json",
            "explore --witnesses DIR",
            "litmus --json",
            "campaign --json",
            "bench --json",
            "bench --first-second --json",
            "bench --first-second --phases --json",
            "bench --pauses --json",
            "devices --json")) {
      for (String field : JsonFields.page(heading)) {
        named.addAll(List.of(field.replace("[]", "").split("\\.")));
      }
    }
    Set<String> written = new TreeSet<>();
    for (String module : List.of("bench", "cli")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(JsonReferenceTest::isOfCommands).toList()) {
          Matcher put = PUT.matcher(Files.readString(file).replace("WORKLOADS.put", ""));
          while (put.find()) {
            written.add(put.group(1));
          }
        }
      }
    }
    assertTrue(written.contains("condition_holds"), written::toString);
    written.removeAll(named);
    assertEquals(Set.of(), written);
  }

  /** Other formats have fields of their own. */
  private static boolean isOfCommands(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".java")
        && !name.startsWith("Sarif")
        && !name.startsWith("Gitlab")
        && !Set.of("Bundle.java", "LaunchJson.java", "Baseline.java").contains(name);
  }

  private static String[] with(String[] arguments, String... more) {
    return Stream.of(arguments, more).flatMap(Stream::of).toArray(String[]::new);
  }
}
