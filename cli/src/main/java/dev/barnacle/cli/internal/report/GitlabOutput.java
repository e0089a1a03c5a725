package dev.barnacle.cli.internal.report;

import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes an array of JSON as GitLab's Code Quality report has it (the fields of Code Climate's
 * format that GitLab reads), which a merge request shows.
 */
final class GitlabOutput implements Output {
  private final List<Map<String, Object>> entries = new ArrayList<>();

  @Override
  public void answer(Answer answer, PrintWriter out) {
    for (Issue issue : answer.issues()) {
      String description = issue.title() + ": " + issue.message() + kernel(answer);
      String severity = answer.verdict() == Answer.Verdict.ERROR ? "blocker" : "major";
      entries.add(entry(issue.rule(), description, name(issue), spot(answer, issue), severity));
    }
    if (answer.verdict() == Answer.Verdict.ERROR && answer.issues().isEmpty()) {
      Spot whole = new Spot(answer.source(), 1, 0, "", List.of());
      String description = answer.name() + ": " + answer.summary();
      entries.add(entry("error", description, "error:" + answer.name(), whole, "blocker"));
    }
  }

  /** Returns a name for an issue: each entry needs one, and the compiler's have no fingerprint. */
  private static String name(Issue issue) {
    return issue.fingerprint().isEmpty()
        ? issue.rule() + ":" + issue.place().place() + ":" + issue.message()
        : issue.fingerprint();
  }

  private static String kernel(Answer answer) {
    return answer.kernel().isEmpty() ? "" : " [kernel " + answer.kernel() + "]";
  }

  /** Each entry needs a file and a line: without one it stands at the source's beginning. */
  private static Spot spot(Answer answer, Issue issue) {
    Spot place = issue.place();
    String file = place.isKnown() ? place.file() : answer.source();
    int line = place.isWord() ? 1 : Math.max(1, place.line());
    return new Spot(file, line, 0, "", List.of());
  }

  private static Map<String, Object> entry(
      String rule, String description, String fingerprint, Spot spot, String severity) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("description", description);
    entry.put("check_name", rule);
    entry.put("fingerprint", fingerprint);
    entry.put("severity", severity);
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("path", spot.file());
    location.put("lines", Map.of("begin", spot.line()));
    entry.put("location", location);
    return entry;
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    out.println(JsonLine.of(entries));
  }
}
