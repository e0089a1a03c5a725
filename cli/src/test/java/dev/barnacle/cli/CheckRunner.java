package dev.barnacle.cli;

import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Runs {@code check --json} in this process and reads its answers. */
final class CheckRunner {
  private CheckRunner() {}

  /**
   * An answer.
   *
   * @param launch the launch file's name without folders and {@code .json}; empty for none
   * @param findings as {@code kind line+line}, sorted, each once
   */
  record Answer(String launch, String verdict, List<String> findings, Json.Obj json) {
    /** Returns what was chosen for the arguments that were left out. */
    Json.Obj chosen() {
      return json.require("defaults").asObject().require("args").asObject();
    }
  }

  /** Returns the answers to a check of these options. */
  static List<Answer> check(List<String> options) {
    List<String> arguments = new ArrayList<>(List.of("check", "--json"));
    arguments.addAll(options);
    return CommandRunner.run(arguments.toArray(String[]::new))
        .out()
        .lines()
        .map(line -> answer(JsonReader.read("out", line).asObject()))
        .toList();
  }

  /** Returns the answer to a check of a kernel on 64 work-items, in work-groups of 16. */
  static Answer checkSmall(Path program, String kernel, String... options) {
    List<String> all =
        new ArrayList<>(
            List.of(program.toString(), "--kernel=" + kernel, "--global=64", "--local=16"));
    all.addAll(List.of(options));
    return check(all).getFirst();
  }

  /** Returns the folder of the project's examples. */
  static Path examples() {
    Path here = Path.of("examples");
    return Files.isDirectory(here) ? here : Path.of("..", "examples");
  }

  private static Answer answer(Json.Obj json) {
    Json launch = json.get("launch");
    String name =
        launch instanceof Json.Text text
            ? String.valueOf(Path.of(text.text()).getFileName()).replace(".json", "")
            : "";
    List<String> findings =
        json.require("findings").asArray().stream()
            .map(f -> finding(f.asObject()))
            .distinct()
            .sorted()
            .toList();
    return new Answer(name, json.require("verdict").asText(), findings, json);
  }

  private static String finding(Json.Obj finding) {
    TreeSet<Long> lines =
        finding.require("accesses").asArray().stream()
            .map(a -> Objects.requireNonNull(a.asObject().get("line")).asLong())
            .collect(Collectors.toCollection(TreeSet::new));
    return finding.require("kind").asText()
        + " "
        + lines.stream().map(String::valueOf).collect(Collectors.joining("+"));
  }
}
