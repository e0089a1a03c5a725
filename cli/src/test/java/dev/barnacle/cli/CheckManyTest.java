package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.cli.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code barnacle check} of several kernels, files and folders. */
class CheckManyTest {
  @TempDir private Path folder;
  private String good = "";
  private String two = "";

  @BeforeEach
  void write() throws IOException {
    good = file("good.cl", "kernel void good(global int *a, int n) { a[get_global_id(0)] = n; }\n");
    two =
        file(
            "sub/two.cl",
            """
            kernel void first(global int *a) { a[get_global_id(0)] = 1; }
            kernel void second(global int *b) { b[0] = get_global_id(0); }
            """);
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  private static List<String> kernels(List<Answer> answers) {
    return answers.stream()
        .map(a -> a.json().require("kernel").asText() + " " + a.verdict())
        .toList();
  }

  @Test
  void everyKernelOfEveryFileIsChecked() {
    Result result = CommandRunner.run("check", good, two);
    assertTrue(
        result
            .out()
            .endsWith(
                "\n3 kernels in 2 files: 2 clean (2 with guessed sizes: name yours with --arg),"
                    + " 1 faulty (1 data race)\n"),
        result.out());
    assertEquals(1, result.status());
    List<Answer> answers = CheckRunner.check(List.of(good, two));
    assertEquals(List.of("good clean", "first clean", "second faulty"), kernels(answers));
    assertEquals(two, answers.getLast().json().require("source").asText());
  }

  @Test
  void aFolderMayBeALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("sub"));
    List<Answer> answers = CheckRunner.check(List.of(link.toString()));
    assertEquals(List.of("first clean", "second faulty"), kernels(answers));
    assertEquals(
        link.resolve("two.cl").toString(), answers.getFirst().json().require("source").asText());
  }

  @Test
  void aFolderHoldsProgramsAndLaunchFiles() throws IOException {
    file("other.json", "{\"name\": \"not a launch\"}");
    file("broken.json", "{");
    file("header.cl", "int helper(int x) { return x; }\n");
    file(
        "sub/second.json",
        """
        {"source": "two.cl", "kernel": "second", "global": [1],
         "args": [{"buffer": {"type": "int", "count": 1}}]}
        """);
    Result result = CommandRunner.run("check", folder.toString());
    assertTrue(
        result
            .out()
            .endsWith(
                "3 kernels in 2 files: 3 clean (2 with guessed sizes: name yours with --arg)\n"),
        result.out());
    assertTrue(result.err().contains("header.cl: note: no kernel\n"), result.err());
    assertEquals(0, result.status());
    List<Answer> answers = CheckRunner.check(List.of(folder.toString()));
    assertEquals(List.of("second clean", "good clean", "first clean"), kernels(answers));
    assertTrue(answers.getFirst().json().require("launch").asText().endsWith("second.json"));
  }

  @Test
  void whatDoesNotBuildIsAnErrorAndTheOthersGoOn() throws IOException {
    String bad = file("bad.cl", "kernel void bad(global int *a) { a[0] = z; }\n");
    Result result = CommandRunner.run("check", bad, good);
    assertTrue(result.err().contains("bad.cl:1:41: error: use of undeclared"), result.err());
    assertTrue(
        result.out().endsWith("(1 with guessed sizes: name yours with --arg), 1 not checked\n"),
        result.out());
    assertEquals(2, result.status());
    assertEquals("error", CheckRunner.check(List.of(bad, good)).getFirst().verdict());
  }

  @Test
  void argumentsAndKernelsThatAreNamedMustBeThere() {
    assertEquals(
        new Result(2, "", "error: --kernel third: no program has a kernel of that name\n"),
        withoutNotes(CommandRunner.run("check", good, two, "--kernel=third")));
    Result argument = CommandRunner.run("check", good, two, "--arg=a=int[4096]", "--arg=c=1");
    assertTrue(
        argument.err().endsWith("error: --arg c: no kernel has an argument 'c'\n"), argument.err());
    assertTrue(argument.err().contains("kernel second is given --global"), argument.err());
    assertEquals(2, argument.status());
    Result alone = CommandRunner.run("check", good, "--arg=m=1");
    assertEquals(
        new Result(2, "", "error: kernel good(int* a, int n) has no argument 'm'\n"), alone);
    assertEquals(
        List.of("second faulty"),
        kernels(CheckRunner.check(List.of(good, two, "--kernel=second"))));
  }

  private static Result withoutNotes(Result result) {
    return new Result(
        result.status(), result.out(), result.err().replaceAll("(?m)^.*: note: .*\n", ""));
  }

  @Test
  void aCheckOfTooFewKernelsFails() {
    Result few = CommandRunner.run("check", good, "--require-kernels=2");
    assertTrue(
        few.err().endsWith("error: 1 kernel was checked, fewer than --require-kernels 2\n"),
        few.err());
    assertEquals(1, few.status());
    assertEquals(0, CommandRunner.run("check", good, "--require-kernels=1").status());
  }

  @Test
  void anEmptyFolderIsNoInput() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertEquals(
        new Result(2, "", empty + ": error: holds no program (*.cl)\n"),
        CommandRunner.run("check", empty.toString()));
  }

  @Test
  void aRunIsOfOneProgram() {
    assertEquals(
        new Result(2, "", "error: one program is expected, not 2: " + two + "\n"),
        CommandRunner.run("run", good, two, "--global=1"));
  }
}
