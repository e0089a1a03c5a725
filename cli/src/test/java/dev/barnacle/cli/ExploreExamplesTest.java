package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels of {@code examples/explore}, and disputed ones, have the verdicts of the tables. */
class ExploreExamplesTest {
  private static final Path FOLDER = CheckRunner.examples().resolve("explore");

  /**
   * A row of a table.
   *
   * @param condition an option and what it says; empty for none
   */
  record Row(Path file, String verdict, String fault, String condition) {
    @Override
    public String toString() {
      return file.getFileName().toString();
    }
  }

  static List<Row> rows() throws IOException {
    return rows(FOLDER, "expected.csv");
  }

  private static List<Row> rows(Path folder, String table) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(table)).stream().skip(1).toList()) {
      String[] cells = line.split(",", 4);
      rows.add(new Row(folder.resolve(cells[0]), cells[1], cells[2], cells[3]));
    }
    return rows;
  }

  /** Disputed kernels have the verdicts of their table. */
  static List<Row> disputed() throws IOException {
    return rows(CheckRunner.examples().resolve("disputed"), "kernels.csv");
  }

  @ParameterizedTest
  @MethodSource({"rows", "disputed"})
  void theVerdictIsThatOfTheTable(Row row) {
    List<String> arguments = new ArrayList<>(List.of("explore", "--json", row.file().toString()));
    if (!row.condition().isEmpty()) {
      arguments.addAll(List.of(row.condition().split(" ", 2)));
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            arguments.toArray(String[]::new));
    assertEquals("", err.toString());
    assertEquals(row.verdict().equals("correct") ? ExitStatus.OK : ExitStatus.FINDINGS, status);
    Json.Obj line = (Json.Obj) JsonReader.read("out", out.toString().strip());
    assertEquals(row.verdict(), ((Json.Text) line.require("verdict")).text());
    assertTrue(
        row.fault().isEmpty() || out.toString().contains("\"kind\":\"" + row.fault() + "\""),
        out::toString);
  }

  /** Who waits for whom, and the progress models under which that may take for ever. */
  @ParameterizedTest
  @CsvSource({
    "later-waits.json, obe unfair",
    "first-waits.json, hsa obe hsa-obe lobe unfair",
    "lock-waits.json, hsa unfair"
  })
  void whatHangsDependsOnTheProgressModel(String launch, String hanging) {
    List<String> models = List.of("fair", "hsa", "obe", "hsa-obe", "lobe", "unfair");
    StringBuilder found = new StringBuilder();
    for (String model : models) {
      StringWriter out = new StringWriter();
      String file = FOLDER.resolve(launch).toString();
      int status =
          Main.run(
              new PrintWriter(out, true),
              new PrintWriter(out, true),
              "explore",
              "--progress",
              model,
              file);
      boolean hangs = out.toString().contains("error: hang: ");
      assertEquals(hangs ? ExitStatus.FINDINGS : ExitStatus.OK, status, out::toString);
      found.append(hangs ? " " + model : "");
    }
    assertEquals(hanging, found.toString().strip());
  }

  /** A spin lock between work-items of a sub-group; the only work-group goes on in any case. */
  @ParameterizedTest
  @CsvSource({
    "sub-group=hsa, true",
    "sub-group=obe, false",
    "'device=unfair,sub-group=fair', false",
    "'device=unfair,sub-group=hsa', true",
    "'device=hsa,sub-group=unfair', true",
    "'device=obe,sub-group=obe', false",
    "'device=obe,sub-group=hsa', true",
    "work-group=hsa, false",
    "'device=fair,work-group=fair,sub-group=fair', false"
  })
  void eachLevelMayHaveItsModel(String progress, boolean hangs) {
    StringWriter out = new StringWriter();
    int status =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(out, true),
            "explore",
            "--progress",
            progress,
            "--local",
            "2",
            "--global",
            "2",
            FOLDER.resolve("lock-waits.json").toString());
    assertEquals(hangs, out.toString().contains("error: hang: "), out::toString);
    assertEquals(hangs ? ExitStatus.FINDINGS : ExitStatus.OK, status, out::toString);
  }

  /** Peterson's algorithm is broken by old values alone; a lost release is seen in any run. */
  @ParameterizedTest
  @CsvSource({"peterson-weak.json, true", "message-relaxed.json, false"})
  void whatNoRunShowsIsToldAsSuch(String launch, boolean weak) {
    StringWriter out = new StringWriter();
    Main.run(
        new PrintWriter(out, true),
        new PrintWriter(out, true),
        "explore",
        FOLDER.resolve(launch).toString());
    assertEquals(weak, out.toString().contains("= weak: no run of one operation"), out::toString);
  }

  @ParameterizedTest
  @CsvSource({"group=hsa", "device=fast", "'hsa,obe'", "device"})
  void whatIsNoProgressModelIsRefused(String progress) {
    StringWriter err = new StringWriter();
    int status =
        Main.run(
            new PrintWriter(err, true),
            new PrintWriter(err, true),
            "explore",
            "--progress",
            progress,
            FOLDER.resolve("lock-waits.json").toString());
    assertEquals(ExitStatus.BAD_INPUT, status);
    assertTrue(err.toString().startsWith("error: --progress " + progress), err::toString);
  }

  @Test
  void everyLaunchIsInTheTable() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertEquals(
          files
              .map(f -> f.getFileName().toString())
              .filter(f -> f.endsWith(".json"))
              .sorted()
              .toList(),
          rows().stream().map(Row::toString).sorted().toList());
    }
  }
}
