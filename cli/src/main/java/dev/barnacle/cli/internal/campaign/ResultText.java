package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Spot;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonLine;
import dev.barnacle.command.json.JsonReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks and their results as a line of JSON each: what goes between a campaign and its workers, and
 * into the journal. These names are no part of a report.
 */
final class ResultText {
  private ResultText() {}

  /** Returns a task's line. */
  static String of(Task task) {
    return JsonLine.of(
        object(
            "name", task.name(),
            "kind", task.kind().name(),
            "words", task.words(),
            "covered", task.covered().stream().sorted().toList()));
  }

  /** Reads a task's line. */
  static Task task(String line) {
    Json.Obj json = JsonReader.read("task", line).asObject();
    return new Task(
        text(json, "name"),
        Task.Kind.valueOf(text(json, "kind")),
        texts(json.require("words")),
        new HashSet<>(texts(json.require("covered"))));
  }

  /** Returns a result's line. */
  static String of(TaskResult result) {
    return JsonLine.of(
        object(
            "answers", result.answers().stream().map(ResultText::answer).toList(),
            "seconds", result.seconds(),
            "limit", result.limit() > 0 ? result.limit() : null));
  }

  /** Reads a result's line. */
  static TaskResult result(String file, String line) {
    return result(JsonReader.read(file, line).asObject());
  }

  /** Returns the result that an object is. */
  static TaskResult result(Json.Obj json) {
    List<Answer> answers = new ArrayList<>();
    json.require("answers").asArray().forEach(one -> answers.add(answer(one.asObject())));
    Json limit = json.get("limit");
    return new TaskResult(
        answers, number(json.require("seconds")), limit == null ? 0 : number(limit));
  }

  private static Map<String, Object> answer(Answer answer) {
    Map<String, Object> json =
        object(
            "name", answer.name(),
            "source", answer.source(),
            "kernel", answer.kernel(),
            "given", answer.given(),
            "verdict", answer.verdict().name(),
            "issues", answer.issues().stream().map(ResultText::issue).toList(),
            "suppressed", answer.suppressed().stream().map(ResultText::issue).toList(),
            "summary", answer.summary(),
            "seconds", answer.seconds());
    if (answer.launch() != null) {
      json.putAll(object("launch", answer.launch()));
    }
    return json;
  }

  private static Answer answer(Json.Obj json) {
    Json launch = json.get("launch");
    return new Answer(
        text(json, "name"),
        text(json, "source"),
        launch == null ? null : launch.asText(),
        text(json, "kernel"),
        text(json, "given"),
        Answer.Verdict.valueOf(text(json, "verdict")),
        issues(json.require("issues")),
        List.of(),
        issues(json.require("suppressed")),
        text(json, "summary"),
        number(json.require("seconds")),
        TaskResult.NO_FORMS);
  }

  private static Map<String, Object> issue(Issue issue) {
    return object(
        "rule", issue.rule(),
        "title", issue.title(),
        "message", issue.message(),
        "spots", issue.spots().stream().map(ResultText::spot).toList(),
        "rows", issue.rows().stream().map(row -> List.of(row.label(), row.words())).toList());
  }

  private static List<Issue> issues(Json json) {
    List<Issue> issues = new ArrayList<>();
    for (Json one : json.asArray()) {
      Json.Obj issue = one.asObject();
      List<Issue.Row> rows = new ArrayList<>();
      for (Json row : issue.require("rows").asArray()) {
        List<String> words = texts(row);
        rows.add(new Issue.Row(words.getFirst(), words.getLast()));
      }
      issues.add(
          new Issue(
              text(issue, "rule"),
              text(issue, "title"),
              text(issue, "message"),
              spots(issue.require("spots")),
              rows));
    }
    return issues;
  }

  private static Map<String, Object> spot(Spot spot) {
    return object(
        "file", spot.file(),
        "line", spot.line(),
        "column", spot.column(),
        "words", spot.words(),
        "callers", spot.callers().stream().map(ResultText::spot).toList());
  }

  private static List<Spot> spots(Json json) {
    List<Spot> spots = new ArrayList<>();
    for (Json one : json.asArray()) {
      Json.Obj spot = one.asObject();
      spots.add(
          new Spot(
              text(spot, "file"),
              (int) spot.require("line").asLong(),
              (int) spot.require("column").asLong(),
              text(spot, "words"),
              spots(spot.require("callers"))));
    }
    return spots;
  }

  private static String text(Json.Obj json, String key) {
    return json.require(key).asText();
  }

  private static List<String> texts(Json json) {
    return json.asArray().stream().map(Json::asText).toList();
  }

  private static double number(Json json) {
    return json instanceof Json.Num number ? Double.parseDouble(number.literal()) : json.asLong();
  }

  private static Map<String, Object> object(@Nullable Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        object.put(String.valueOf(namesAndValues[i]), value);
      }
    }
    return object;
  }
}
