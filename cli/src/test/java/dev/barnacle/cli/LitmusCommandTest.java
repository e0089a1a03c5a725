package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.litmus.LitmusProgress;
import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusRun;
import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.model.Model;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LitmusCommandTest extends LitmusCommandRuns {
  @Test
  void printsWhatHerdsUsersKnow(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    assertEquals(ExitStatus.OK, run("litmus", file.toString()));
    String text = out.toString().replaceAll("Time sb .*", "Time sb");
    assertEquals(
        """
        Test sb Allowed
        States 4
        0:r0=0; 1:r0=0;
        0:r0=0; 1:r0=1;
        0:r0=1; 1:r0=0;
        0:r0=1; 1:r0=1;
        Ok
        Witnesses
        Positive: 1 Negative: 3
        Condition exists (0:r0=0 /\\ 1:r0=0)
        Observation sb Sometimes 1 3
        Time sb

        """,
        text);
    assertEquals("", err.toString());
  }

  /** As herd does: the witnesses are of the whole condition, the observation of the proposition. */
  @ParameterizedTest
  @CsvSource({
    "exists, Allowed, Ok, 1, 3",
    "~exists, Forbidden, No, 3, 1",
    "forall, Required, No, 1, 3",
  })
  void countsWitnessesOfTheWholeCondition(
      String quantifier, String verb, String verdict, int positive, int negative, @TempDir Path at)
      throws IOException {
    String test = STORE_BUFFERING.replace("exists", quantifier);
    assertEquals(
        ExitStatus.OK, run("litmus", Files.writeString(at.resolve("t.litmus"), test).toString()));
    String text = out.toString();
    assertTrue(text.startsWith("Test sb " + verb + "\n"), text);
    assertTrue(
        text.contains(
            "\n%s\nWitnesses\nPositive: %d Negative: %d\nCondition %s (0:r0=0 /\\ 1:r0=0)\n"
                .formatted(verdict, positive, negative, quantifier)),
        text);
    assertTrue(text.contains("\nObservation sb Sometimes 1 3\n"), text);
  }

  /** A test that takes too long is answered in part; the others are answered whole. */
  @Test
  void aTimeoutEndsOneTestOnly(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.litmus"), writersAndReader());
    Files.writeString(folder.resolve("b.litmus"), STORE_BUFFERING);
    assertEquals(
        ExitStatus.OK,
        run("litmus", "--json", "--timeout", "1e-9", folder.toString()),
        err::toString);
    List<String> lines = out.toString().lines().toList();
    assertTrue(lines.get(0).contains("\"complete\":false"), lines.get(0));
    assertTrue(lines.get(1).contains("\"complete\":true"), lines.get(1));
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--timeout", "0", folder.toString()));
  }

  @Test
  void printsOneJsonObjectATest(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    assertEquals(ExitStatus.OK, run("litmus", "--json", "--model", "sc", file.toString()));
    String line = out.toString().strip();
    assertTrue(line.contains("\"model\":\"sc\""), line);
    assertTrue(line.contains("\"condition_holds\":false"), line);
    assertTrue(line.contains("\"observation\":\"Never\""), line);
    assertTrue(line.contains("\"race_free\":true"), line);
    assertTrue(line.contains("\"complete\":true"), line);
    assertEquals(1, line.lines().count());
  }

  /** Four writers of one location and a thread that loads it five times. */
  private static String writersAndReader() {
    StringBuilder text = new StringBuilder("C writers\n{ [x] = 0; }\n");
    for (int i = 0; i < 4; i++) {
      text.append("P%d (atomic_int* x) {%n".formatted(i));
      text.append("  atomic_store_explicit(x, %d, memory_order_relaxed);%n}%n".formatted(i + 1));
    }
    text.append("P4 (atomic_int* x) {\n");
    for (int i = 0; i < 5; i++) {
      text.append("  int r%d = atomic_load_explicit(x, memory_order_relaxed);%n".formatted(i));
    }
    return text.append("}\nexists (4:r0=1 /\\ 4:r2=2 /\\ 4:r4=3)\n").toString();
  }

  @Test
  void theOutputDoesNotDependOnTheNumberOfJobs(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("writers.litmus"), writersAndReader());
    List<String> outputs = new ArrayList<>();
    for (String jobs : List.of("1", "2", "3")) {
      out.getBuffer().setLength(0);
      Path graphs = folder.resolve("graphs" + jobs);
      assertEquals(
          ExitStatus.OK,
          run("litmus", "--json", "--jobs", jobs, "--graphs", graphs.toString(), file.toString()));
      try (Stream<Path> drawn = Files.walk(graphs)) {
        for (Path picture : drawn.filter(Files::isRegularFile).sorted().toList()) {
          out.append(Files.readString(picture));
        }
      }
      outputs.add(out.toString().replaceAll("\"seconds\":[0-9.E-]+", ""));
    }
    assertTrue(outputs.get(0).contains("\"complete\":true"), outputs.get(0));
    assertEquals(outputs.get(0), outputs.get(1));
    assertEquals(outputs.get(0), outputs.get(2));
  }

  @Test
  void verdictOnlySaysThatCountsArePartial(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    assertEquals(ExitStatus.OK, run("litmus", "--verdict-only", file.toString()));
    assertTrue(out.toString().contains("Positive: 1 Negative: 0"), out.toString());
    assertTrue(out.toString().contains("Partial: states and counts"), out.toString());
    assertEquals(ExitStatus.OK, run("litmus", "--verdict-only", "--json", file.toString()));
    assertTrue(out.toString().contains("\"partial\":true,\"complete\":true"), out.toString());
  }

  @Test
  void verdictOnlyStillFindsTheRaceAfterTheWitness(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("race.litmus"),
            """
            C race
            { [x] = 0; [y] = 0; }
            P0 (int* x, atomic_int* y) {
              int r0 = atomic_load_explicit(y, memory_order_relaxed);
              if (r0 == 1) { *x = 1; }
            }
            P1 (int* x, atomic_int* y) {
              int r0 = *x;
              atomic_store_explicit(y, 1, memory_order_relaxed);
            }
            exists (0:r0=0)
            """);
    assertEquals(ExitStatus.FINDINGS, run("litmus", "--verdict-only", "--json", file.toString()));
    assertTrue(out.toString().contains("\"condition_holds\":true"), out.toString());
    assertTrue(out.toString().contains("\"race_free\":false"), out.toString());
  }

  /** Nothing is guessed where only happens-before cycles are left; each order is counted once. */
  @Test
  void countsEveryOrderOfATicketLock(@TempDir Path folder) throws IOException {
    StringBuilder text =
        new StringBuilder("C ticket\n{ [next] = 0; [serving] = 0; [count] = 0; }\n");
    for (int i = 0; i < 3; i++) {
      text.append("P").append(i).append(" (atomic_int* next, atomic_int* serving, int* count) {");
      text.append(
          """

            int t = atomic_fetch_add_explicit(next, 1, memory_order_relaxed);
            while (atomic_load_explicit(serving, memory_order_acquire) != t) { }
            int c = *count;
            *count = c + 1;
            atomic_store_explicit(serving, t + 1, memory_order_release);
          }
          """);
    }
    text.append("forall (count=3)\n");
    Path file = Files.writeString(folder.resolve("ticket.litmus"), text);
    assertEquals(ExitStatus.OK, run("litmus", "--json", file.toString()));
    assertTrue(out.toString().contains("\"consistent\":6,\"positive\":6"), out.toString());
    assertTrue(out.toString().contains("\"complete\":true"), out.toString());
  }

  @Test
  void verdictOnlyAgreesOnTheLessons() {
    Path folder = Path.of("../examples/litmus");
    String csv = folder.resolve("expected.csv").toString();
    assertEquals(
        ExitStatus.OK,
        run("litmus", "--verdict-only", folder.toString(), "--expect", csv),
        () -> out.toString() + err);
  }

  @Test
  void drawsTheWitnessAndComparesVerdicts(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    Path csv =
        Files.writeString(
            folder.resolve("e.csv"),
            "file,model,condition_holds,race_free\nsb.litmus,c11,1,1\nsb.litmus,sc,1,\n");
    Path graphs = folder.resolve("graphs");
    int status =
        run("litmus", file.toString(), "--expect", csv.toString(), "--graphs", graphs.toString());
    assertEquals(ExitStatus.FINDINGS, status);
    assertTrue(out.toString().contains("1 of 2 verdicts agree"), out.toString());
    assertTrue(err.toString().contains("sc: condition_holds: expected 1, found 0"), err.toString());
    String svg = Files.readString(graphs.resolve("sb.c11.witness.svg"));
    assertTrue(svg.contains("W(x,rlx)=1") && svg.contains(">rf</text>"), svg);
    assertTrue(Files.readString(graphs.resolve("sb.c11.witness.dot")).startsWith("digraph"));
  }

  /** What was found when the run is interrupted is printed, and that it is not all. */
  @Test
  void anInterruptedRunPrintsWhatItFound(@TempDir Path folder) throws IOException {
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(folder.resolve(name + ".litmus"), STORE_BUFFERING);
    }
    StringWriter printed = new StringWriter();
    StringWriter said = new StringWriter();
    int status =
        new Execution(
                new Errors(new PrintWriter(said)), new PrintWriter(printed), new PrintWriter(said))
            .of(new LitmusCommand(LitmusRun::stop), List.of("--jobs", "1", folder.toString()));
    assertEquals(ExitStatus.OK, status);
    long answers = printed.toString().lines().filter(l -> l.startsWith("Observation")).count();
    assertEquals(
        "stopped: partial results, " + answers + " of 3 tests answered", said.toString().strip());
  }

  @Test
  void aStoppedExplorationSaysSo(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("many.litmus"), manyWriters(7));
    LitmusTest test = LitmusReader.read(file);
    LitmusTask task = new LitmusTask(test);
    Outcome outcome = task.run(new Explorer(Model.shipped("c11")), 4, () -> true);
    LitmusResult result =
        new LitmusResult(file.toString(), test, task, "c11", false, outcome, 0, null);
    assertTrue(result.text().contains("Incomplete: it was stopped"), result.text());
    assertEquals(false, result.json().get("complete"));
  }

  private static String manyWriters(int n) {
    StringBuilder text = new StringBuilder("C many\n{ [x] = 0; }\n");
    for (int i = 0; i < n; i++) {
      text.append("P%d (atomic_int* x) { atomic_fetch_add(x, %d); }%n".formatted(i, i + 1));
    }
    return text + "exists (x=0)\n";
  }

  @Test
  void progressIsWipedBeforeAnAnswerIsPrinted() {
    StringWriter said = new StringWriter();
    LitmusProgress progress = new LitmusProgress(new PrintWriter(said), 2);
    progress.write();
    progress.answered(() -> said.write("answer\n"));
    progress.close();
    String wipe = "\r\u001b[K";
    assertTrue(
        said.toString().matches("(?s)\r\u001b\\[K0 of 2 tests, \\d+ s\r.*"), said.toString());
    assertTrue(said.toString().endsWith(wipe + "answer\n"), said.toString());
  }

  /** Every field of the contract, in both dialects, and none besides. */
  @Test
  void jsonHasTheFieldsOfTheContract() {
    String[] fields = {
      "test",
      "file",
      "model",
      "quantifier",
      "condition",
      "condition_holds",
      "observation",
      "race_free",
      "faults",
      "executions",
      "states",
      "complete",
      "seconds"
    };
    for (String lesson : List.of("05-broken-release-sequence", "10-scope-excludes")) {
      assertEquals(
          ExitStatus.FINDINGS, run("litmus", "--json", "../examples/litmus/" + lesson + ".litmus"));
      Json.Obj json = JsonReader.read("out", out.toString().strip()).asObject();
      json.allowOnly(fields);
      for (String field : fields) {
        json.require(field);
      }
      Json.Obj executions = json.require("executions").asObject();
      executions.allowOnly("candidate", "consistent", "positive", "negative");
      String text = out.toString();
      assertTrue(text.contains("\"faults\":[{\"kind\":\"data-race\""), text);
      assertTrue(text.contains("\"race_free\":false"), text);
      assertTrue(text.matches("(?s).*\"states\":\\[\\{\"\\d:\\w+\":\\d.*\"count\":\\d.*"), text);
    }
  }

  /** The published tests, where they are: nothing of them is part of this project. */
  @Test
  void agreesWithThePublishedVerdicts() {
    Path folder = Path.of(System.getProperty("barnacle.litmus", "../../shared/litmus"));
    Assumptions.assumeTrue(Files.isDirectory(folder), "SKIPPED: there is no " + folder);
    String csv = folder.resolve("expected.csv").toString();
    assertEquals(
        ExitStatus.OK,
        run("litmus", folder.toString(), "--expect", csv),
        () -> out.toString() + err);
    assertTrue(out.toString().contains("219 of 219 verdicts agree"), out.toString());
  }

  @Test
  void lessonsHaveTheirOutcomes() {
    Path folder = Path.of("../examples/litmus");
    String csv = folder.resolve("expected.csv").toString();
    assertEquals(
        ExitStatus.OK,
        run("litmus", folder.toString(), "--expect", csv),
        () -> out.toString() + err);
    assertEquals(List.of(), err.toString().lines().toList());
  }
}
