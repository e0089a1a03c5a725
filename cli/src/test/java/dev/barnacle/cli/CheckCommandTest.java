package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.cli.CommandRunner.Result;
import dev.barnacle.command.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code barnacle check}: its reports, exit statuses and options. */
class CheckCommandTest {
  private static final String KERNELS =
      """
      __kernel void shift(__global int *data, int n) {
        int i = get_global_id(0);
      	if (i < n - 1) data[i] = data[i + 1];
      }
      __kernel void all(__global int *flag) { *flag = 1; }
      __kernel void fine(__global float4 *v, float s, short3 k, __local long *l,
                         __constant int *c, __global atomic_int *a) {
        int i = get_global_id(0);
        l[4 * get_local_id(0) + 3] = c[4 * i + 3] + k.y;
        v[4 * i + 3] = v[4 * i + 3] * s + (float)l[4 * get_local_id(0) + 3];
        atomic_fetch_add_explicit(a + 1023, 1, memory_order_relaxed, memory_scope_device);
      }
      __attribute__((reqd_work_group_size(8, 4, 1)))
      __kernel void sized(__global int *out) {
        out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0);
      }
      __kernel void endless(__global int *x) { while (*x == 0) x[1]++; }
      """;

  @TempDir private Path folder;
  private String source = "";

  @BeforeEach
  void writeKernels() throws IOException {
    source = Files.writeString(folder.resolve("k.cl"), KERNELS).toString();
  }

  private Result check(String kernel, String... options) {
    List<String> all =
        new ArrayList<>(List.of("check", source, "--kernel", kernel, "--options=-cl-std=CL2.0"));
    all.addAll(List.of(options));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  private Answer json(String kernel, String... options) {
    List<String> all = new ArrayList<>(List.of(source, "--kernel", kernel));
    all.add("--options=-cl-std=CL2.0");
    all.addAll(List.of(options));
    return CheckRunner.check(all).getFirst();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aRaceIsReportedAsACompilerWould() {
    Result result = check("shift", "--global=8", "--local=8", "--arg=data=int[8]", "--arg=n=8");
    assertEquals(1, result.status());
    assertEquals("", result.err());
    assertTrue(result.out().startsWith(source + ":3:"), result.out());
    assertTrue(result.out().contains(": error: data race: "), result.out());
    assertTrue(
        result
            .out()
            .contains(
                "    3 | \tif (i < n - 1) data[i] = data[i + 1];\n"
                    + "      | \t                         ^ read by work-item 0, local id 0 of"
                    + " group 0\n"),
        result.out());
    assertTrue(result.out().contains(": note: the other place\n"), result.out());
    assertTrue(
        result.out().contains("= object: data[1] of argument 'data' (global int*, 8 elements)"),
        result.out());
    assertTrue(result.out().endsWith("\n1 data race\n"), result.out());
  }

  /** An unrolled loop with a fault has one in each line. */
  @Test
  void whatFollowsFromOneCauseIsToldInFullOnlyAtFirst() throws IOException {
    StringBuilder text = new StringBuilder("kernel void k(global int *x) {\n");
    for (int i = 0; i < 6; i++) {
      text.append("  x[").append(i).append("] = get_global_id(0);\n");
    }
    Path program = file("unrolled.cl", text.append("}\n").toString());
    Result result =
        CommandRunner.run("check", program.toString(), "--global=2", "--local=2", "--arg=x=int[6]");
    String help = "= help: Let only one work-item write it";
    assertEquals(3, result.out().split(help, -1).length - 1, result.out());
    assertTrue(
        result
            .out()
            .contains(
                program
                    + ":7:8: error: data race: write races with write of another work-item"
                    + " [kernel k]\n"
                    + program
                    + ":7:8: note: the other place\n"
                    + "      = object: x[5] of argument 'x' (global int*, 6 elements)\n"
                    + "      = why: the same as of others above\n"),
        result.out());
    assertTrue(result.out().endsWith("\n6 data races\n"), result.out());
  }

  @Test
  void jsonHasWhatTheTextHas() {
    Answer answer = json("shift", "--global=8", "--local=4", "--arg=data=int[8]", "--arg=n=8");
    assertEquals("faulty", answer.verdict());
    Json.Obj finding = answer.json().require("findings").asArray().getFirst().asObject();
    assertEquals("data-race", finding.require("kind").asText());
    assertEquals("global", finding.require("space").asText());
    assertEquals("data", finding.require("argument").asText());
    assertEquals(0, finding.require("offset").asLong() % 4);
    assertEquals(6, total(answer));
    List<Json> accesses = finding.require("accesses").asArray();
    assertEquals(2, accesses.size());
    for (Json each : accesses) {
      Json.Obj access = each.asObject();
      assertEquals(source, access.require("file").asText());
      assertEquals(3, access.require("line").asLong());
      assertTrue(List.of("read", "write").contains(access.require("access").asText()));
      long global = access.require("global_id").asLongs().getFirst();
      assertEquals(List.of(global % 4), access.require("local_id").asLongs());
      assertEquals(List.of(global / 4), access.require("group_id").asLongs());
    }
  }

  private static long total(Answer answer) {
    return answer.json().require("findings").asArray().stream()
        .mapToLong(f -> f.asObject().require("count").asLong())
        .sum();
  }

  @Test
  void whatIsLeftOutGetsDefaultsThatAreTold() {
    Result result = check("fine");
    assertEquals(0, result.status(), result.out());
    assertEquals(
        "clean with guessed sizes: v float4[1024], l local[2048], c int[1024], a int[1024];"
            + " name yours with --arg\n",
        result.out());
    assertEquals(
        source
            + ": note: kernel fine is given --global 256 --local 64 --arg v=float4[1024] --arg"
            + " s=1.0 --arg k=(256,256,256) --arg l=local[2048] --arg c=int[1024] --arg"
            + " a=int[1024]\n",
        result.err());
    Json.Obj defaults =
        json("fine", "--global=64", "--arg=s=2").json().require("defaults").asObject();
    assertFalse(defaults.members().containsKey("global"));
    assertEquals(List.of(32L), defaults.require("local").asLongs());
    assertEquals("float4[4096]", defaults.require("args").asObject().require("v").asText());
  }

  /** Old programs have names and signs in their comments, in the encoding of their day. */
  @Test
  void aProgramThatIsNotUtf8IsTakenForLatin1() throws IOException {
    Path old = folder.resolve("old.cl");
    String text =
        "// © Müller\nkernel void k(global int *x) { x[0] = get_global_id(0); /* ö */ }\n";
    Files.write(old, text.getBytes(StandardCharsets.ISO_8859_1));
    Result result = CommandRunner.run("check", old.toString());
    assertEquals(1, result.status(), result.err());
    assertTrue(result.out().contains(old + ":2:37: error: data race"), result.out());
    assertTrue(result.out().contains("x[0] = get_global_id(0); /* ö */ }"), result.out());
  }

  @Test
  void brokenSpirVIsRefusedInALine() throws IOException {
    Path module = folder.resolve("k.spv");
    Files.write(module, new byte[] {3, 2, 0x23, 7, 0, 0, 1, 0});
    for (String command : List.of("check", "run")) {
      Result result = CommandRunner.run(command, module.toString(), "--global", "4");
      assertEquals(2, result.status());
      assertEquals(1, result.err().lines().count(), result.err());
      assertTrue(result.err().startsWith(module + ":word 0: error: the header"), result.err());
    }
  }

  @Test
  void aFindingWithArgumentsThatWereChosenIsToldToBeOne() throws IOException {
    String text = "kernel void k(global int *x, int w) { x[get_global_id(0) / w] = 1; }";
    String chosen = file("chosen.cl", text).toString();
    String told = chosen + ": note: what is found may follow from these values";
    Result guessed = CommandRunner.run("check", chosen);
    assertEquals(1, guessed.status());
    assertTrue(guessed.err().contains(told), guessed.err());
    Result given = CommandRunner.run("check", chosen, "--arg=x=int[256]", "--arg=w=2");
    assertEquals(1, given.status());
    assertFalse(given.err().contains(told), given.err());
    assertFalse(CommandRunner.run("check", chosen, "--arg=w=1").err().contains(told));
  }

  @Test
  void aProgramOfALaterVersionIsTakenForOne() throws IOException {
    Path later =
        file(
            "later.cl",
            "kernel void k(global atomic_int *n) { atomic_fetch_add_explicit(n, 1,"
                + " memory_order_relaxed, memory_scope_device); }");
    Answer answer = CheckRunner.check(List.of(later.toString())).getFirst();
    assertEquals("clean", answer.verdict());
    assertEquals(
        "-cl-std=CL3.0", answer.json().require("defaults").asObject().require("options").asText());
    Result result = CommandRunner.run("check", later.toString(), "--options=-cl-std=CL1.2");
    assertEquals(2, result.status());
    Path none = file("none.cl", "kernel void k(global int *n) { n[0] = nothing; atomic_int m; }");
    Result failed = CommandRunner.run("check", none.toString());
    assertEquals(2, failed.status());
    assertTrue(failed.err().contains("1 error generated"), failed.err());
  }

  @Test
  void smallKernelsWithAtomicsRunUnderSeveralOrders() throws IOException {
    Path program =
        file(
            "order.cl",
            """
            kernel void first(global int *next, global int *out) {
              int slot = atomic_inc(next);
              if (slot == 0 && get_global_id(0) == 31) out[0] = 1;
              if (get_global_id(0) == 3) out[0] = 2;
            }
            """);
    List<String> options = List.of(program.toString(), "--global=32", "--local=8");
    assertEquals(List.of("data-race 3+4"), CheckRunner.check(options).getFirst().findings());
    List<String> one = new ArrayList<>(options);
    one.add("--schedules=1");
    assertEquals("clean", CheckRunner.check(one).getFirst().verdict());
  }

  @Test
  void theRequiredLocalSizeIsKept() {
    Json.Obj defaults = json("sized").json().require("defaults").asObject();
    assertEquals(List.of(8L, 4L), defaults.require("local").asLongs());
    assertEquals(List.of(16L, 8L), defaults.require("global").asLongs());
  }

  @Test
  void suppressedFindingsAreCounted() throws IOException {
    String rules =
        file("s.txt", "# none of these\ndata-race kernel=all argument=data\n").toString();
    assertEquals(1, check("all", "--suppressions", rules).status());
    for (String rule :
        List.of(
            "data-race",
            "* file=k.cl line=5",
            "data-race line=4-6 # here",
            "* file=**/k.cl",
            "* kernel=all argument=flag")) {
      Result result = check("all", "--suppressions", file("s.txt", rule + "\n").toString());
      assertEquals(0, result.status(), rule);
      assertEquals(
          "clean with guessed sizes: flag int[1024]; name yours with --arg; 1 suppressed\n",
          result.out());
    }
    Answer answer = json("all", "--suppressions", file("s.txt", "*\n").toString());
    assertEquals("clean", answer.verdict());
    assertEquals(1, answer.json().require("suppressed").asLong());
  }

  @Test
  void aRuleThatIsNoneIsAnError() throws IOException {
    for (String rule : List.of("data-races", "* lines=3", "* line=0", "* line=5-3", "* file=[a")) {
      Path rules = file("s.txt", "\n" + rule + "\n");
      Result result = check("all", "--suppressions", rules.toString());
      assertEquals(2, result.status(), rule);
      assertTrue(result.err().startsWith(rules + ":2:1: error: "), result.err());
    }
  }

  @Test
  void writesOfOneValueMayBeBenign() {
    assertEquals("faulty", json("all").verdict());
    Answer answer = json("all", "--same-value-benign");
    assertEquals("clean", answer.verdict(), answer.findings().toString());
    assertTrue(answer.json().require("benign").asLong() > 0);
  }

  @Test
  void aPageHasTheSourceWithItsFindings() throws IOException {
    Path page = folder.resolve("report.html");
    assertEquals(1, check("shift", "--html", page.toString()).status());
    String html = Files.readString(page);
    assertTrue(html.contains("data[i] <mark>=</mark> <mark>data</mark>[i + 1];</td>"), html);
    assertTrue(html.contains("if (i &lt; n - 1)"), html);
    assertTrue(html.contains("<b>data race</b>"), html);
    assertFalse(html.contains("http"), html);
    assertFalse(html.contains("src="), html);
  }

  @Test
  void aKernelThatRunsAwayIsStopped() {
    Answer answer = json("endless", "--global=1", "--local=1", "--arg=x=int[2]", "--timeout=0.5");
    assertEquals("faulty", answer.verdict());
    assertTrue(
        answer.findings().stream().anyMatch(f -> f.matches("(timeout|no-progress) .*")),
        answer.findings().toString());
  }

  /** Machine code on x86-64 has the least integer where the number is none. */
  @Test
  void anIndexThatIsNoNumberIsOutOfBounds() throws IOException {
    String kernel = "kernel void k(global float *x) { x[(int)(x[0] / x[1])] = 1; }";
    List<String> launch = List.of(file("nan.cl", kernel).toString(), "--global=1", "--local=1");
    assertEquals("faulty", CheckRunner.check(launch).getFirst().verdict());
  }

  @Test
  void aLaunchThatCannotBeBuiltLeavesTheOthersAlone() throws IOException {
    String good = file("good.json", "{\"source\": \"k.cl\", \"kernel\": \"sized\"}").toString();
    file("bad.cl", "kernel void k(global int *x) { x[0] = y; }");
    String bad = file("bad.json", "{\"source\": \"bad.cl\", \"global\": [1]}").toString();
    String options = "--options=-cl-std=CL2.0";
    List<Answer> answers = CheckRunner.check(List.of("--launch", bad, "--launch", good, options));
    assertEquals(List.of("error", "clean"), answers.stream().map(Answer::verdict).toList());
    assertTrue(
        answers.getFirst().json().require("message").asText().contains("undeclared"),
        answers.getFirst().toString());
    assertEquals(
        2, CommandRunner.run("check", "--launch", bad, "--launch", good, options).status());
  }

  @Test
  void badOptionsAreErrors() {
    for (String option : List.of("--schedules=0", "--timeout=-1", "--timeout=x", "--nothing")) {
      assertEquals(2, check("all", option).status(), option);
      assertEquals(2, CommandRunner.run("check", option, "--", "true").status(), option);
    }
  }
}
