package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CommandRunner.Result;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input: one clear line on stderr, nothing on stdout, exit status 2. */
class BadInputTest {
  private static final String KERNELS =
      """
      __kernel void k(__global int *a, int n, __local int *l) { a[get_global_id(0)] = n; }
      __kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(__global int *a) { a[0] = 1; }
      """;

  @TempDir private Path folder;
  private String source = "";

  @BeforeEach
  void writeKernels() throws IOException {
    source = Files.writeString(folder.resolve("k.cl"), KERNELS).toString();
  }

  private static void refused(String line, String... args) {
    assertEquals(
        new Result(ExitStatus.BAD_INPUT, "", line + System.lineSeparator()),
        CommandRunner.run(args));
  }

  private void kRefused(String line, String... args) {
    List<String> all = new ArrayList<>(List.of("run", source, "--kernel=k", "--global=4"));
    all.addAll(List.of(args));
    refused(line, all.toArray(String[]::new));
  }

  @Test
  void usage() {
    refused("error: no command is given (see barnacle --help)");
    refused("error: unknown command 'frobnicate' (see barnacle --help)", "frobnicate");
    refused("error: unknown option '--foo' (see barnacle run --help)", "run", "--foo");
    refused("error: no program is given: name a K.cl or a --launch file", "run");
    refused("error: --repeat 0: expected at least 1", "run", source, "--repeat=0");
    refused("error: --print a:x: expected NAME[:N]", "run", source, "--print=a:x");
    refused("error: --png a=1x:f: expected NAME=WxH:FILE", "run", source, "--png=a=1x:f");
    refused("error: --save a: expected NAME=FILE", "run", source, "--save=a");
    refused(
        "error: --save and --png need a single launch",
        "run",
        "--launch=a",
        "--launch=b",
        "--save=a=b");
    refused(
        "error: --global 4,x: expected X[,Y[,Z]], whole numbers", "run", source, "--global=4,x");
    refused("error: --arg foo: expected NAME=SPEC", "run", source, "--arg=foo");
    refused("error: no global size is given", "run", source);
  }

  @Test
  void syntaxErrorsAreClangs() throws IOException {
    String bad =
        Files.writeString(
                folder.resolve("bad.cl"), "__kernel void k(__global int *a) {\n  a[0] = 1 +;\n}\n")
            .toString();
    Result result = CommandRunner.run("run", bad, "--global=1");
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertEquals("", result.out());
    assertTrue(result.err().startsWith(bad + ":2:13: error: expected expression"), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
  }

  @Test
  void buildOptions() {
    kRefused(
        "error: invalid build option: -cl-foo (CL_INVALID_BUILD_OPTIONS)", "--options=-cl-foo");
    String output = folder.resolve("k.spv").toString();
    refused(
        "error: invalid build option: -cl-foo",
        "compile",
        source,
        "--options=-cl-foo",
        "-o",
        output);
  }

  @Test
  void missingFiles() {
    String none = folder.resolve("none").toString();
    refused(none + ": error: no such file", "run", none, "--global=1");
    refused(folder + ": error: is a directory", "run", folder.toString(), "--global=1");
    refused(none + ": error: no such file or directory", "run", "--launch=" + none);
    kRefused(
        none + ": error: no such file or directory",
        "--arg=a=int[]=@" + none,
        "--arg=n=1",
        "--arg=l=local[4]");
    kRefused(
        none + ": error: no such file or directory",
        "--arg=a=uchar4[]=image:" + none,
        "--arg=n=1",
        "--arg=l=local[4]");
  }

  @Test
  void whatIsUnknownIsAnsweredWithTheNearest() {
    refused("error: unknown command 'chekc'; did you mean 'check'? (see barnacle --help)", "chekc");
    refused(
        "error: unknown command 'litmsu'; did you mean 'litmus'? (see barnacle --help)",
        "litmsu",
        "a.litmus");
    refused(
        "error: unknown command 'benchmark'; did you mean 'bench'? (see barnacle --help)",
        "benchmark");
    refused(
        "error: unknown command 'instal'; did you mean 'install'? (see barnacle icd --help)",
        "icd",
        "instal");
    refused(
        "error: unknown option '--kernle=k'; did you mean '--kernel'? (see barnacle run --help)",
        "run",
        source,
        "--kernle=k");
    refused(
        "error: unknown option '--sched'; did you mean '--schedules'? (see barnacle check --help)",
        "check",
        source,
        "--sched");
    refused(
        "error: unknown option '--jsn'; did you mean '--json'? (see barnacle check --help --)",
        "check",
        "--jsn",
        "--",
        "true");
    refused(
        source
            + ": error: no kernel 'eigth' in the program; it has k, eight (CL_INVALID_KERNEL_NAME);"
            + " did you mean 'eight'?",
        "run",
        source,
        "--kernel=eigth",
        "--global=1");
    String eight =
        CommandRunner.run("run", source, "--kernel=eight", "--global=1", "--arg=zzzzz=1").err();
    assertFalse(eight.contains("did you mean"), eight);
    refused(
        "error: there is no model 'openlc'; did you mean 'opencl'? (expected c11, c11-original,"
            + " opencl, opencl-scoped, opencl-3.1, sc, rc11, tso, ptx, vulkan or a .cat"
            + " file)",
        "litmus",
        "--model=openlc",
        "a.litmus");
  }

  @Test
  void kernels() {
    refused(
        source
            + ": error: no kernel 'nope' in the program; it has k, eight (CL_INVALID_KERNEL_NAME)",
        "run",
        source,
        "--kernel=nope",
        "--global=1");
    refused(
        source + ": error: the program has the kernels k, eight: say which, --kernel NAME",
        "run",
        source,
        "--global=1");
  }

  @Test
  void argumentCount() {
    String k = "kernel k(int* a, int n, int* l)";
    kRefused("error: " + k + " is not given argument 'n'", "--arg=a=int[4]");
    kRefused("error: " + k + " has no argument 'z'", "--arg=a=int[4]", "--arg=z=1");
  }

  @Test
  void launchFileArgumentCount() throws IOException {
    Path launch =
        Files.writeString(
            folder.resolve("l.json"),
            "{\"source\": \"k.cl\", \"kernel\": \"eight\", \"global\": [8],\n"
                + " \"args\": [{\"null\": true}, {\"null\": true}]}");
    refused(
        launch + ":2:27: error: kernel eight(int* a) takes 1 argument, not more",
        "run",
        "--launch=" + launch);
    Files.writeString(launch, "{\"source\": \"k.cl\", \"kernel\": \"eight\", \"global\": [8]}");
    refused(
        launch + ": error: kernel eight(int* a) is not given argument 'a'",
        "run",
        "--launch=" + launch);
  }

  @Test
  void argumentTypes() {
    kRefused(
        "error: argument 'n': 1.5 is not a value of int",
        "--arg=a=int[4]",
        "--arg=n=1.5",
        "--arg=l=local[4]");
    kRefused(
        "error: argument 'n': a value of int has 1 number, not 2",
        "--arg=a=int[4]",
        "--arg=n=(1,2)",
        "--arg=l=local[4]");
    kRefused(
        "error: argument 'a': expected a buffer, TYPE[COUNT], or null for int*, not the number 3",
        "--arg=a=3",
        "--arg=n=1",
        "--arg=l=local[4]");
    kRefused(
        "error: kernel 'k': argument 1 'n' (int) needs a number, not a buffer"
            + " (CL_INVALID_ARG_VALUE)",
        "--arg=a=int[4]",
        "--arg=n=int[3]",
        "--arg=l=local[4]");
    kRefused(
        "error: kernel 'k': argument 2 'l' (int*) needs local memory, not a buffer"
            + " (CL_INVALID_ARG_VALUE)",
        "--arg=a=int[4]",
        "--arg=n=3",
        "--arg=l=int[4]");
    kRefused(
        "error: argument 'a': 2 numbers given for a buffer of 3 int",
        "--arg=a=int[3]=1,2",
        "--arg=n=3",
        "--arg=l=local[4]");
    kRefused(
        "error: argument 'a': 300 is not a value of uchar",
        "--arg=a=uchar[]=300",
        "--arg=n=3",
        "--arg=l=local[4]");
  }

  /** What the kernel finds in such a buffer are other numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explore"})
  void buffersOfOtherTypesAreTold(String command) {
    for (String type : List.of("double", "float", "long", "int", "uint", "int2", "uchar")) {
      Result result =
          CommandRunner.run(
              command,
              source,
              "--kernel=k",
              "--global=1",
              "--arg=a=" + type + "[4]",
              "--arg=n=1",
              "--arg=l=local[4]");
      assertEquals(0, result.status(), result.err());
      boolean differs = List.of("double", "float", "long").contains(type);
      String note = ": note: argument 'a' is declared int* and given elements of " + type;
      assertEquals(differs, result.err().contains(note), result.err());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explore"})
  void launchesHaveWorkItems(String command) {
    String[] arguments = {"--kernel=k", "--arg=a=int[4]", "--arg=n=1", "--arg=l=local[4]"};
    refused(
        "error: the global size 0 has no work-items",
        concat(new String[] {command, source, "--global=0"}, arguments));
    refused(
        "error: the global size 4,0 has no work-items",
        concat(new String[] {command, source, "--global=4,0"}, arguments));
  }

  @Test
  void sizes() {
    String[] args = {"--arg=a=int[4]", "--arg=n=1", "--arg=l=local[4]", "--local=1000000"};
    Result result =
        CommandRunner.run(concat(new String[] {"run", source, "--kernel=k", "--global=4"}, args));
    assertTrue(
        result
            .err()
            .matches(
                "error: a local size of 1000000 is more than the device's maximum of \\d+"
                    + " work-items \\(CL_INVALID_WORK_GROUP_SIZE\\)\\R"),
        result.err());
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    refused(
        "error: kernel 'eight' requires a local size of 8, not 4 (CL_INVALID_WORK_GROUP_SIZE)",
        "run",
        source,
        "--kernel=eight",
        "--global=8",
        "--local=4",
        "--arg=a=int[4]");
    refused(
        "error: an NDRange has 1 to 3 dimensions, not 4 (CL_INVALID_WORK_DIMENSION)",
        "run",
        source,
        "--global=1,1,1,1");
    refused(
        "error: the local size has 2 dimensions, the global size 1 (CL_INVALID_WORK_DIMENSION)",
        "run",
        source,
        "--global=1",
        "--local=1,1");
  }

  @Test
  void memory() {
    Result result =
        CommandRunner.run(
            "run", source, "--kernel=eight", "--global=8", "--arg=a=int[1000000000000]");
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertTrue(
        result
            .err()
            .matches(
                "error: argument 'a': a buffer of 4000000000000 bytes is larger than the device's"
                    + " maximum of \\d+ bytes \\(CL_INVALID_BUFFER_SIZE\\)\\R"),
        result.err());
    refused(
        "error: argument 'a': a buffer of 9000000000000000000 int is larger than any memory",
        "run",
        source,
        "--kernel=eight",
        "--global=8",
        "--arg=a=int[9000000000000000000]");
    Result local =
        CommandRunner.run(
            "run",
            source,
            "--kernel=k",
            "--global=8",
            "--arg=a=int[1]",
            "--arg=n=1",
            "--arg=l=local[999999999]");
    assertTrue(
        local.err().endsWith(" (CL_OUT_OF_RESOURCES)" + System.lineSeparator()), local.err());
  }

  @Test
  void outputs() {
    refused(
        "error: --print z: kernel eight(int* a) is given no buffer, image or pipe of that"
            + " name",
        "run",
        source,
        "--kernel=eight",
        "--global=8",
        "--arg=a=int[1]",
        "--print=z");
    refused(
        "error: --png a: the buffer has 1 int, which are no picture of 2x2 pixels of 1 to 4"
            + " channels",
        "run",
        source,
        "--kernel=eight",
        "--global=8",
        "--arg=a=int[1]",
        "--png=a=2x2:x.png");
    Path lost = folder.resolve("no/where");
    refused(
        lost + ": error: no such file or directory",
        "run",
        source,
        "--kernel=eight",
        "--global=8",
        "--arg=a=int[1]",
        "--save=a=" + lost);
  }

  private static String[] concat(String[] a, String[] b) {
    List<String> all = new ArrayList<>(List.of(a));
    all.addAll(List.of(b));
    return all.toArray(String[]::new);
  }
}
