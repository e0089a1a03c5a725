package dev.barnacle.cli.internal.report;

import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes one log of the Static Analysis Results Interchange Format (SARIF) Version 2.1.0, an OASIS
 * Standard. Numbers of sections in this package are those of the standard.
 */
final class SarifOutput implements Output {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final List<Answer> answers = new ArrayList<>();
  private final SarifPlaces places;
  private final boolean compares;

  /**
   * Makes a log.
   *
   * @param compares whether there is a baseline, so that results are new or unchanged
   */
  SarifOutput(Sources sources, boolean compares) {
    this.places = new SarifPlaces(Path.of(""), sources);
    this.compares = compares;
  }

  @Override
  public void answer(Answer answer, PrintWriter out) {
    answers.add(answer);
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    Map<String, Object> log = new LinkedHashMap<>();
    log.put("$schema", SCHEMA);
    log.put("version", "2.1.0");
    log.put("runs", List.of(run(run)));
    out.println(JsonLine.of(log));
  }

  private Map<String, Object> run(RunFacts facts) {
    List<Rule> rules = rules();
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver(facts, rules)));
    run.put("invocations", List.of(invocation(facts)));
    run.put("originalUriBaseIds", places.bases());
    run.put("columnKind", "unicodeCodePoints");
    List<Object> results = new ArrayList<>();
    for (Answer answer : answers) {
      SarifResult result = new SarifResult(answer, places, rules);
      answer.issues().forEach(issue -> results.add(result.of(issue, state("new"), false)));
      answer.known().forEach(issue -> results.add(result.of(issue, state("unchanged"), false)));
      answer.suppressed().forEach(issue -> results.add(result.of(issue, "", true)));
    }
    facts.gone().forEach(entry -> results.add(SarifResult.gone(entry)));
    run.put("results", results);
    return run;
  }

  /** Returns the state as to the baseline (3.27.24); empty where there is none. */
  private String state(String word) {
    return compares ? word : "";
  }

  private List<Rule> rules() {
    Set<Rule> used = new LinkedHashSet<>();
    for (Answer answer : answers) {
      Stream.of(answer.issues(), answer.known(), answer.suppressed())
          .flatMap(List::stream)
          .map(Rule::of)
          .forEach(used::add);
    }
    return List.copyOf(used);
  }

  /** Returns the tool's component (3.19). */
  private static Map<String, Object> driver(RunFacts facts, List<Rule> rules) {
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "Barnacle");
    driver.put("semanticVersion", facts.version());
    driver.put("informationUri", "https://github.com/barnacle-opencl/barnacle");
    driver.put("rules", rules.stream().map(SarifOutput::rule).toList());
    return driver;
  }

  /** Returns a reporting descriptor (3.49). */
  private static Map<String, Object> rule(Rule rule) {
    String help = rule.text() + (rule.section().isEmpty() ? "" : " Rule: " + rule.section() + ".");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", rule.id());
    json.put("name", rule.title());
    json.put("shortDescription", Map.of("text", rule.title()));
    json.put("fullDescription", Map.of("text", rule.text()));
    json.put("helpUri", rule.address());
    json.put(
        "help",
        ordered(
            "text", help, "markdown", help + "\n\n[" + rule.id() + "](" + rule.address() + ")"));
    json.put("defaultConfiguration", Map.of("level", "error"));
    return json;
  }

  /** Returns how the tool ran (3.20); what could not be checked is a notification (3.58). */
  private Map<String, Object> invocation(RunFacts facts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("commandLine", "barnacle " + String.join(" ", facts.arguments()));
    json.put("arguments", facts.arguments());
    json.put("startTimeUtc", facts.start().toString());
    json.put("endTimeUtc", facts.end().toString());
    json.put("exitCode", facts.exitStatus());
    List<Object> notifications = new ArrayList<>();
    for (Answer answer : answers) {
      if (answer.verdict() == Answer.Verdict.ERROR) {
        notifications.add(notification("error", answer.name() + ": " + answer.summary()));
      } else if (answer.verdict() == Answer.Verdict.INCOMPLETE) {
        notifications.add(
            notification("warning", answer.name() + ": not all executions were looked at"));
      }
    }
    json.put("executionSuccessful", facts.exitStatus() <= 1);
    json.put("toolExecutionNotifications", notifications);
    return json;
  }

  private static Map<String, Object> notification(String level, String text) {
    return ordered("level", level, "message", Map.of("text", text));
  }

  /** Returns an object with two members, in this order. */
  static Map<String, Object> ordered(String first, Object one, String second, Object two) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(first, one);
    json.put(second, two);
    return json;
  }
}
