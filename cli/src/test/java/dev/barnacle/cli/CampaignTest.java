package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.bench.OtherPlatforms;
import dev.barnacle.cli.internal.campaign.CampaignOptions;
import dev.barnacle.cli.internal.campaign.CampaignRun;
import dev.barnacle.cli.internal.campaign.Starter;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.command.arguments.Arguments;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Campaigns, with real workers. */
class CampaignTest {
  private static final String RACY =
      "kernel void racy(global int *x) { x[0] = (int) get_global_id(0); }";
  private static final String CLEAN =
      "kernel void clean(global int *x) { x[get_global_id(0)] = 1; }";

  @TempDir private Path folder;

  @BeforeEach
  void kernels() throws IOException {
    file("kernels/racy.cl", RACY);
    file("kernels/clean.cl", CLEAN);
  }

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text);
  }

  private String plan(String... entries) throws IOException {
    return file("plan.json", "{\"tasks\": [" + String.join(",\n", entries) + "]}").toString();
  }

  private String small() throws IOException {
    file("kernels/bad.cl", "kernel void bad( {");
    return plan(
        """
        {"kind": "check", "files": ["kernels/*.cl"], "sizes": ["32/8"]}
        """,
        """
        {"kind": "check", "files": ["kernels/racy.cl"], "sizes": ["64"]}
        """);
  }

  private CommandRunner.Result campaign(String... arguments) {
    return CommandRunner.run(
        Stream.of(new String[] {"campaign"}, arguments).flatMap(Stream::of).toArray(String[]::new));
  }

  private static String timeless(CommandRunner.Result result) {
    return result.status() + "\n" + result.out().replaceAll("\"seconds\":[-+.\\dE]+", "");
  }

  @Test
  void aPlanIsTheProductOfWhatItNames() throws IOException {
    file("t.litmus", "");
    String plan =
        plan(
            """
            {"kind": "check", "files": ["kernels"], "sizes": ["64", "64,4/8,2"], "schedules": [1, 4]}
            """,
            """
            {"kind": "litmus", "name": "l", "files": ["*.litmus"], "models": ["sc", "rc11"]}
            """,
            """
            {"kind": "explore", "files": ["kernels/racy.cl"], "progress": ["fair", "obe"]}
            """,
            """
            {"kind": "fuzz", "seeds": [7, 8]}
            """,
            """
            {"kind": "program", "commands": [["./a.out", "x"]]}
            """);
    CommandRunner.Result listed = campaign(plan, "--list");
    assertEquals(
        """
        check:kernels/clean.cl:size=64:schedules=1
        check:kernels/clean.cl:size=64:schedules=4
        check:kernels/clean.cl:size=64,4/8,2:schedules=1
        check:kernels/clean.cl:size=64,4/8,2:schedules=4
        check:kernels/racy.cl:size=64:schedules=1
        check:kernels/racy.cl:size=64:schedules=4
        check:kernels/racy.cl:size=64,4/8,2:schedules=1
        check:kernels/racy.cl:size=64,4/8,2:schedules=4
        l:t.litmus:model=sc
        l:t.litmus:model=rc11
        explore:kernels/racy.cl:progress=fair
        explore:kernels/racy.cl:progress=obe
        fuzz:7
        fuzz:8
        program:./a.out x
        """,
        listed.out());
    assertEquals(
        "l:t.litmus:model=sc\nl:t.litmus:model=rc11\n",
        campaign(plan, "--list", "--only", "l:*").out());
    assertEquals(
        """
        check:kernels/racy.cl:size=64:schedules=1
        l:t.litmus:model=rc11
        program:./a.out x
        """,
        campaign(plan, "--list", "--shard=5/5").out());
  }

  /** One worker, two, three parts on machines of their own, and what was killed on the way. */
  @Test
  void theReportIsTheSameHoweverItIsDone() throws IOException {
    String plan = small();
    String whole = folder.resolve("whole").toString();
    CommandRunner.Result one = campaign(plan, "--json", "--jobs", "1", "--resume", whole);
    assertEquals(ExitStatus.BAD_INPUT, one.status(), one.err());
    assertEquals(4, one.out().lines().count());
    assertEquals(timeless(one), timeless(campaign(plan, "--json", "--jobs", "2")));
    List<String> merge = new ArrayList<>(List.of(plan, "--json", "--merge"));
    for (int i = 1; i <= 3; i++) {
      String part = folder.resolve("part" + i).toString();
      CommandRunner.Result done =
          campaign(plan, "--shard=" + i + "/3", "--resume", part, "--jobs=1");
      assertTrue(done.status() <= ExitStatus.BAD_INPUT, done.err());
      merge.add(part);
    }
    assertEquals(timeless(one), timeless(campaign(merge.toArray(String[]::new))));
    CommandRunner.Result lacking = campaign(plan, "--merge", folder.resolve("part1").toString());
    assertEquals(ExitStatus.BAD_INPUT, lacking.status());
    assertTrue(
        lacking.err().contains("error: 2 not done, check:kernels/clean.cl:size=32/8 the first"),
        lacking.err());
    Path journal = folder.resolve("whole/journal.jsonl");
    String lines = Files.readString(journal);
    // the process was killed while it wrote the last line
    Files.writeString(journal, lines.substring(0, lines.length() - 30));
    assertEquals(timeless(one), timeless(campaign(plan, "--json", "--resume", whole, "--jobs=1")));
    assertEquals(5, Files.readAllLines(journal).size());
    // and there is nothing left to do
    assertEquals(timeless(one), timeless(campaign(plan, "--json", "--merge", whole)));
  }

  @Test
  void aJournalIsOfOnePlanAndAsItWasWritten() throws IOException {
    String plan = plan("{\"kind\": \"check\", \"files\": [\"kernels/*.cl\"]}");
    String work = folder.resolve("work").toString();
    assertEquals(ExitStatus.FINDINGS, campaign(plan, "--resume", work, "--jobs=1").status());
    Path journal = folder.resolve("work/journal.jsonl");
    String lines = Files.readString(journal);
    Files.writeString(journal, lines.replaceFirst("clean.cl", "other.cl"));
    CommandRunner.Result damaged = campaign(plan, "--resume", work);
    assertEquals(ExitStatus.BAD_INPUT, damaged.status());
    assertEquals(journal + ":2:1: error: the line is not as it was written\n", damaged.err());
    Files.writeString(journal, lines);
    String other = plan("{\"kind\": \"check\", \"files\": [\"kernels/racy.cl\"]}");
    assertEquals(
        journal + ":1:1: error: the journal is of another plan\n",
        campaign(other, "--resume", work).err());
  }

  @ParameterizedTest
  @CsvSource({
    "halts, it ended with status 77",
    "takes, it took more than 256 MB of memory",
    "prints, it wrote more than 1 MB"
  })
  void aTaskThatEndsItsWorkerThreeTimesIsAFinding(String name, String why) throws IOException {
    file("kernels/" + name + ".cl", CLEAN);
    String plan = plan("{\"kind\": \"check\", \"files\": [\"kernels/*.cl\"]}");
    List<String> arguments = new ArrayList<>(List.of(plan, "--jobs=1", "--only=*" + name + "*"));
    arguments.addAll(List.of("--task-output=1", "--task-memory=256"));
    CommandRunner.Result result = faulty(arguments);
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    String crash = "crash: it ended its worker 3 times: " + why + "\n";
    assertTrue(result.out().contains(crash), result.out());
    assertTrue(
        result.out().contains("campaign " + plan + " --only check:kernels/" + name + ".cl"),
        result.out());
    assertEquals(3, result.err().lines().filter(line -> line.contains(" of 3: " + why)).count());
  }

  /** Slow is not wrong: it may be the machine that has too much to do. */
  @Test
  void aTaskThatTakesTooLongThreeTimesIsIncomplete() throws IOException {
    file("kernels/hangs.cl", CLEAN);
    String plan = plan("{\"kind\": \"check\", \"files\": [\"kernels/hangs.cl\"]}");
    CommandRunner.Result result = faulty(List.of(plan, "--jobs=1", "--task-timeout=1.5"));
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    String late = "it took longer than 1.5 s";
    assertEquals(
        "check:kernels/hangs.cl: incomplete: "
            + late
            + ", 3 times (--task-timeout)\n1 task: 0 findings in 0, 1 incomplete\n",
        result.out());
    assertEquals(3, result.err().lines().filter(line -> line.contains(" of 3: " + late)).count());
    CommandRunner.Result json = faulty(List.of(plan, "--task-timeout=0.1", "--json"));
    assertTrue(json.out().contains("\"verdict\":\"incomplete\""), json.out());
    assertTrue(json.out().contains("\"message\":\"it took longer than 0.1 s, 3"), json.out());
  }

  /** The journal keeps both lines, and the one of more time counts. */
  @Test
  void aSlowTaskIsDoneAgainWithMoreTime() throws IOException {
    file("kernels/hangs.cl", CLEAN);
    String plan = plan("{\"kind\": \"check\", \"files\": [\"kernels/hangs.cl\"]}");
    String work = folder.resolve("work").toString();
    String late = "check:kernels/hangs.cl: incomplete: it took longer than %s s, 3 times";
    CommandRunner.Result first = faulty(slow(plan, work, "0.4"));
    assertTrue(first.out().startsWith(late.formatted("0.4")), first.out());
    CommandRunner.Result same = campaign(slow(plan, work, "0.4").toArray(String[]::new));
    assertEquals(first.out(), same.out(), "nothing is done with as much time");
    CommandRunner.Result longer = faulty(slow(plan, work, "0.5"));
    assertTrue(longer.out().startsWith(late.formatted("0.5")), longer.out());
    String both = Files.readString(folder.resolve("work/journal.jsonl"));
    file("first/journal.jsonl", both.lines().limit(2).reduce("", (a, b) -> a + b + "\n"));
    CommandRunner.Result done = campaign(slow(plan, work, "60").toArray(String[]::new));
    assertEquals("1 task: 0 findings in 0\n", done.out(), done.err());
    assertEquals(4, Files.readAllLines(folder.resolve("work/journal.jsonl")).size());
    assertEquals(done.out(), campaign(slow(plan, work, "0.1").toArray(String[]::new)).out());
    for (List<String> folders : List.of(List.of("work", "first"), List.of("first", "work"))) {
      String before = folder.resolve(folders.getFirst()).toString();
      String behind = folder.resolve(folders.getLast()).toString();
      assertEquals(done.out(), campaign(plan, "--merge", before, behind).out());
    }
  }

  private static List<String> slow(String plan, String work, String seconds) {
    return List.of(plan, "--jobs=1", "--resume=" + work, "--task-timeout=" + seconds);
  }

  private static CommandRunner.Result faulty(List<String> arguments) {
    CampaignOptions options = new CampaignOptions();
    ReportOptions report = new ReportOptions();
    List<DeclaredOption> all = new ArrayList<>(options.options());
    all.addAll(report.options());
    assertTrue(Arguments.read(all, arguments));
    Starter starter =
        (megabytes, word) -> {
          List<String> command =
              new ArrayList<>(Starter.jvm(FaultyWorker.class.getName()).command(megabytes, word));
          int path = command.indexOf("-cp") + 1;
          String tests = Path.of("target", "test-classes").toAbsolutePath().toString();
          command.set(path, tests + File.pathSeparator + command.get(path));
          return command;
        };
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CampaignRun(
                options,
                report,
                arguments,
                starter,
                Starter.jvm(Main.class.getName()),
                new PrintWriter(out, true),
                new PrintWriter(err, true))
            .run(false);
    return new CommandRunner.Result(status, out.toString(), err.toString());
  }

  @Test
  void engineResultsAreCompared() throws IOException {
    file(
        "lanes.cl",
        "kernel void lanes(global uint *x) { x[get_global_id(0)] = get_sub_group_size(); }");
    file(
        "lanes.json",
        """
        {"source": "lanes.cl", "kernel": "lanes", "options": "-cl-std=CL3.0", "global": [64],
         "local": [64], "args": [{"buffer": {"type": "uint", "count": 64}}]}
        """);
    String plan =
        plan(
            """
            {"kind": "compare", "files": ["lanes.json"],
             "engines": ["lanes=4", "lanes=16", "lanes=4,optimize=quick"]}
            """);
    CommandRunner.Result result = campaign(plan);
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    assertTrue(
        result.out().contains("other results than with lanes=4: x with lanes=16\n"), result.out());
  }

  private String onPocl(String kernel) throws IOException {
    file("p.cl", kernel);
    file(
        "p.json",
        """
        {"source": "p.cl", "kernel": "p", "global": [64], "local": [64],
         "args": [{"buffer": {"type": "float", "count": 64, "init": "random:1"}},
                  {"buffer": {"type": "uint", "count": 64}}]}
        """);
    return plan(
        """
        {"kind": "compare", "files": ["p.json"], "engines": ["lanes=4"],
         "platforms": ["Portable Computing Language"]}
        """);
  }

  /** Needs Debian's pocl-opencl-icd. */
  @Test
  void otherPlatformsAreCompared() throws IOException {
    try (OtherPlatforms others = new OtherPlatforms()) {
      assumeTrue(others.names().stream().anyMatch(n -> n.startsWith("Portable")), "needs PoCL");
    }
    String work = "x[get_global_id(0)] *= 3.0f; n[get_global_id(0)] = get_local_id(0);";
    CommandRunner.Result same =
        campaign(onPocl("kernel void p(global float *x, global uint *n) { " + work + " }"));
    assertEquals("1 task: 0 findings in 0\n", same.out(), same.err());
    CommandRunner.Result other =
        campaign(
            onPocl(
                """
                kernel void p(global float *x, global uint *n) {
                #ifdef cl_intel_subgroup_buffer_prefetch
                  n[get_global_id(0)] = 1;
                #endif
                }
                """));
    assertEquals(ExitStatus.FINDINGS, other.status(), other.err());
    String difference = "other results than with lanes=4: n on Portable Computing Language\n";
    assertTrue(other.out().contains(difference), other.out());
    CommandRunner.Result failing =
        campaign(
            onPocl(
                """
                #ifndef cl_intel_subgroup_buffer_prefetch
                #error no
                #endif
                kernel void p(global float *x, global uint *n) {}
                """));
    assertEquals(ExitStatus.FINDINGS, failing.status(), failing.err());
    assertTrue(
        failing.out().contains("  platform failure: Portable Computing Language: "), failing.out());
  }

  @Test
  void aPlatformThatIsNotThereIsAnErrorAtTheStart() throws IOException {
    String plan =
        plan(
            """
            {"kind": "fuzz", "seeds": [1, 3], "engines": ["lanes=4"], "platforms": ["Nobody's"]}
            """);
    CommandRunner.Result result = campaign(plan);
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertTrue(
        result.err().startsWith("error: there is no OpenCL platform 'Nobody's' ("), result.err());
    assertEquals("", result.out());
    assertEquals("fuzz:1\nfuzz:2\nfuzz:3\n", campaign(plan, "--list").out());
  }

  @Test
  void randomKernelsGiveTheSameWithEachEngine() throws IOException {
    String plan =
        plan(
            """
            {"kind": "fuzz", "seeds": [1, 3], "engines": ["lanes=1", "lanes=16", "watch"]}
            """);
    CommandRunner.Result result = campaign(plan);
    assertEquals("3 tasks: 0 findings in 0\n", result.out());
    assertEquals(ExitStatus.OK, result.status(), result.err());
  }

  /** The page has figures, which count what was found, and needs no script and no other file. */
  @Test
  void thePageHasFigures() throws IOException {
    String plan =
        plan(
            """
            {"kind": "check", "files": ["kernels"], "sizes": ["32/8", "64/16"]}
            """,
            """
            {"kind": "fuzz", "seeds": [1, 1], "engines": ["lanes=1", "lanes=4"]}
            """);
    Path page = folder.resolve("page.html");
    assertEquals(ExitStatus.FINDINGS, campaign(plan, "--html", page.toString()).status());
    String html = Files.readString(page);
    List<String> titles =
        Pattern.compile("<figcaption>(.*?)</figcaption>")
            .matcher(html)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertEquals(
        List.of(
            "Findings by folder",
            "Findings by size",
            "Seconds of a task over its work-items",
            "Tasks that take no longer, over seconds"),
        titles);
    assertTrue(html.contains("<title>kernels: data-race: 2</title>"), html);
    assertTrue(html.contains("<title>64 work-items: data-race: 1</title>"), html);
    assertEquals(4, html.split("<title>check: ", -1).length - 1);
    assertEquals(1, html.split("<title>fuzz: ", -1).length - 1);
    assertTrue(!html.contains("<script") && !html.contains("http"), html);
  }

  @Test
  void noTaskIsBegunWhenTimeIsUp() throws IOException {
    CommandRunner.Result result = campaign(small(), "--time", "0.000000001");
    assertEquals(ExitStatus.OK, result.status());
    assertEquals("note: 4 not done, check:kernels/bad.cl:size=32/8 the first\n", result.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"kind\": \"chekc\"} | 1:21: error: \"chekc\" is no kind of task; did you mean 'check'?",
        "{\"files\": []} | 1:12: error: \"kind\" is missing",
        "{\"kind\": \"check\"} | 1:12: error: \"files\" is missing",
        "{\"kind\": \"check\", \"files\": []} | 1:39: error: \"files\" is empty",
        "{\"kind\": \"check\", \"files\": [\"no.cl\"]} | 1:40: error: no.cl: no such file",
        "{\"kind\": \"check\", \"files\": [\"*.x\"]} | 1:40: error: *.x: no file is of that name",
        "{\"kind\": \"litmus\", \"files\": [\"kernels\"]} | "
            + "1:41: error: kernels: no file for litmus",
        "{\"kind\": \"check\", \"sizes\": [\"x\"]} | 1:40: error: \"x\": expected GLOBAL",
        "{\"kind\": \"check\", \"seeds\": [1]} | 1:39: error: \"seeds\" is unknown here",
        "{\"kind\": \"fuzz\", \"seeds\": [2, 1]} | 1:38: error: expected [FIRST, LAST]",
        "{\"kind\": \"fuzz\", \"seeds\": [1, 1], \"engines\": [\"watch\"]} | 1:57: error: expected",
        "{\"kind\": \"fuzz\", | 1:28: error: unexpected",
        "{\"kind\": \"fuzz\", \"seeds\": [1, 1]}, {\"kind\": \"fuzz\", \"seeds\": [1, 1]} | "
            + "1:47: error: a task \"fuzz:1\" is there already",
        "{\"kind\": \"check\", \"files\": [\"kernels\"], \"options\": [\"--json\"]} | "
            + "1:64: error: --json is an option of the whole campaign",
      })
  void aBadPlanIsAnErrorWithItsPlace(String entry, String expected) throws IOException {
    String plan = plan(entry);
    CommandRunner.Result result = campaign(plan);
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().startsWith(plan + ":" + expected), result.err());
  }

  @ParameterizedTest
  @CsvSource({
    "--shard=0/3, '--shard 0/3: expected I/N, I from 1 to N'",
    "--jobs=0, '--jobs 0: expected at least 1'",
    "--task-memory=8, '--task-memory 8: expected at least 256'",
    "--task-timeout=0, '--task-timeout 0.0: expected seconds, more than 0'",
    "--only=nobody, '--only nobody: the plan has no such task'",
    "--spark=here, '--spark here: expected local[N], spark://HOST:PORT, k8s://URL or yarn'",
    "--spark-barnacle=x, --spark-barnacle and --spark-conf are for --spark",
    "--spark=local[2] --jobs=2, '--jobs is not for --spark, whose master says how many'",
    "--spark=yarn --spark-conf=x=1, '--spark-conf x=1: expected spark.KEY=VALUE'"
  })
  void badOptionsAreErrors(String option, String expected) throws IOException {
    CommandRunner.Result result = campaign((small() + " " + option).split(" ", -1));
    assertEquals("error: " + expected + "\n", result.err());
    assertEquals(ExitStatus.BAD_INPUT, result.status());
  }
}
