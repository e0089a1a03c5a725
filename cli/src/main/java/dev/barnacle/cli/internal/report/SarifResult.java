package dev.barnacle.cli.internal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes results (3.27) of the issues of an answer. */
final class SarifResult {
  /** The name of our fingerprints; another number when they are made in another way. */
  private static final String FINGERPRINT = "barnacleFinding/v1";

  private final Answer answer;
  private final SarifPlaces places;
  private final List<Rule> rules;

  SarifResult(Answer answer, SarifPlaces places, List<Rule> rules) {
    this.answer = answer;
    this.places = places;
    this.rules = rules;
  }

  /**
   * Returns a result.
   *
   * @param state as to the baseline; empty for none
   */
  Map<String, Object> of(Issue issue, String state, boolean suppressed) {
    Rule rule = Rule.of(issue);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ruleId", rule.id());
    json.put("ruleIndex", rules.indexOf(rule));
    json.put("level", "error");
    json.put("message", Map.of("text", text(issue)));
    Spot first = issue.place().isKnown() ? issue.place() : source();
    json.put("locations", List.of(places.location(first)));
    related(json, issue, first);
    if (issue.spots().size() > 1) {
      json.put("codeFlows", List.of(flow(issue)));
    }
    json.put("partialFingerprints", Map.of(FINGERPRINT, issue.fingerprint()));
    if (!state.isEmpty()) {
      json.put("baselineState", state);
    }
    if (suppressed) {
      json.put("suppressions", List.of(Map.of("kind", "external", "status", "accepted")));
    }
    if (!issue.fixes().isEmpty()) {
      json.put("fixes", issue.fixes().stream().map(this::fix).toList());
    }
    json.put("properties", properties(issue));
    return json;
  }

  /** Returns the result of a finding of the baseline that was not met again. */
  static Map<String, Object> gone(Baseline.Entry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ruleId", entry.kind());
    json.put("level", "none");
    json.put("kind", "informational");
    json.put("message", Map.of("text", entry.words()));
    json.put("partialFingerprints", Map.of(FINGERPRINT, entry.fingerprint()));
    json.put("baselineState", "absent");
    return json;
  }

  /** A finding without a place is one of the whole source. */
  private Spot source() {
    return new Spot(answer.source(), 0, 0, "", List.of());
  }

  private String text(Issue issue) {
    String kernel = answer.kernel().isEmpty() ? "" : " [kernel " + answer.kernel() + "]";
    StringBuilder text = new StringBuilder(issue.title()).append(": ").append(issue.message());
    text.append(kernel);
    issue.rows().forEach(row -> text.append('\n').append(row));
    return text.toString();
  }

  private void related(Map<String, Object> json, Issue issue, Spot first) {
    List<Object> related = new ArrayList<>();
    for (Spot spot : issue.spots()) {
      if (!spot.equals(first) && spot.isKnown()) {
        related.add(numbered(spot, related.size()));
      }
      for (Spot caller : spot.callers()) {
        related.add(numbered(caller, related.size()));
      }
    }
    if (!related.isEmpty()) {
      json.put("relatedLocations", related);
    }
  }

  private Map<String, Object> numbered(Spot spot, int number) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", number);
    json.putAll(places.location(spot));
    return json;
  }

  /** Returns who came by which places: a thread of the flow (3.37) for each access. */
  private Map<String, Object> flow(Issue issue) {
    List<Object> threads = new ArrayList<>();
    for (Spot spot : issue.spots()) {
      List<Object> steps = new ArrayList<>();
      List<Spot> way = new ArrayList<>(spot.callers().reversed());
      way.add(spot);
      way.forEach(step -> steps.add(Map.of("location", places.location(step))));
      threads.add(
          SarifOutput.ordered("id", String.valueOf(threads.size() + 1), "locations", steps));
    }
    return Map.of("threadFlows", threads);
  }

  /** Returns a fix (3.55): whole lines are replaced. */
  private Map<String, Object> fix(SourceFix fix) {
    Map<String, List<Object>> files = new LinkedHashMap<>();
    for (SourceFix.Change change : fix.changes()) {
      Map<String, Object> region = new LinkedHashMap<>();
      region.put("startLine", change.line());
      region.put("startColumn", 1);
      region.put("endLine", change.line() + change.count());
      region.put("endColumn", 1);
      Map<String, Object> replacement = new LinkedHashMap<>();
      replacement.put("deletedRegion", region);
      String text = String.join("", change.lines().stream().map(line -> line + "\n").toList());
      replacement.put("insertedContent", Map.of("text", text));
      files.computeIfAbsent(change.file(), f -> new ArrayList<>()).add(replacement);
    }
    List<Object> changes = new ArrayList<>();
    files.forEach(
        (file, replacements) ->
            changes.add(
                SarifOutput.ordered(
                    "artifactLocation", places.artifact(file), "replacements", replacements)));
    return SarifOutput.ordered(
        "description", Map.of("text", fix.description()), "artifactChanges", changes);
  }

  private Map<String, Object> properties(Issue issue) {
    Map<String, Object> json = new LinkedHashMap<>();
    put(json, "kernel", answer.kernel());
    put(json, "launch", answer.launch() == null ? "" : answer.launch());
    put(json, "replay", issue.row("replay"));
    return json;
  }

  private static void put(Map<String, Object> json, String key, String value) {
    if (!value.isEmpty()) {
      json.put(key, value);
    }
  }
}
