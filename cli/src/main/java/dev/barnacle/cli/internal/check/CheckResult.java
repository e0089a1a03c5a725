package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.IssueText;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a check of a launch.
 *
 * @param source the program's file
 * @param buildLog the compiler's warnings
 * @param defaults what was chosen for the user, as JSON
 * @param defaultsText the same as options of the command line; empty for nothing
 * @param sizes the memory objects that were chosen, such as {@code x float[8]}
 * @param doubts what is not clear, since it follows from sizes that were chosen
 * @param notes what is worth to know of a kernel that is clean
 * @param findings without those that are suppressed
 * @param suppressed those that are suppressed
 * @param benign how often work-items wrote the same value without order, where that is no finding
 * @param launched the whole launch; null of a program's
 * @param issues the findings with their names; empty before {@link #named}
 * @param known what the baseline knows
 */
public record CheckResult(
    Path source,
    String kernel,
    List<KernelParameter> parameters,
    String buildLog,
    Map<String, Object> defaults,
    String defaultsText,
    List<String> sizes,
    List<String> doubts,
    List<String> notes,
    List<Finding> findings,
    List<Finding> suppressed,
    long benign,
    @Nullable LaunchSpec launched,
    List<Issue> issues,
    List<Issue> known) {
  /** Makes the result of a launch before anybody has named its findings. */
  public CheckResult(
      Path source,
      String kernel,
      List<KernelParameter> parameters,
      String buildLog,
      Map<String, Object> defaults,
      String defaultsText,
      List<String> sizes,
      List<String> doubts,
      List<String> notes,
      Suppressions.Split split,
      long benign,
      @Nullable LaunchSpec launched) {
    this(
        source,
        kernel,
        parameters,
        buildLog,
        defaults,
        defaultsText,
        sizes,
        doubts,
        notes,
        split.kept(),
        split.suppressed(),
        benign,
        launched,
        List.of(),
        List.of());
  }

  /** Returns the same without what the baseline knows, each finding with its name. */
  public CheckResult named(Outputs outputs) {
    Outputs.Split<Finding> split = outputs.split(kernel, findings, new CheckIssues(parameters)::of);
    return told(split.fresh(), split.issues(), split.known());
  }

  /** Returns the same with more that is known of its issues. */
  public CheckResult with(List<Issue> others) {
    return told(findings, others, known);
  }

  private CheckResult told(List<Finding> reported, List<Issue> named, List<Issue> left) {
    return new CheckResult(
        source,
        kernel,
        parameters,
        buildLog,
        defaults,
        defaultsText,
        sizes,
        doubts,
        notes,
        reported,
        suppressed,
        benign,
        launched,
        named,
        left);
  }

  /** Returns whether nothing is left to report. */
  public boolean isClean() {
    return findings.isEmpty();
  }

  /** Returns whether an argument was chosen for the user. */
  public boolean isGuessed() {
    return defaults.containsKey("args");
  }

  /**
   * Returns the answer of {@code check --json}.
   *
   * @param launch the launch file's name, or null
   * @param seconds the whole launch
   */
  public Map<String, Object> json(@Nullable String launch, double seconds) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("launch", launch);
    line.put("source", source.toString());
    line.put("kernel", kernel);
    line.put("verdict", isClean() ? "clean" : "faulty");
    line.put("findings", findingsJson());
    line.put("suppressed", suppressed.size());
    line.put("benign", benign);
    if (!known.isEmpty()) {
      line.put("known", known.size());
    }
    if (!defaults.isEmpty()) {
      line.put("defaults", defaults);
    }
    if (!doubts.isEmpty()) {
      line.put("doubts", doubts);
    }
    if (!notes.isEmpty()) {
      line.put("notes", notes);
    }
    line.put("seconds", seconds);
    return line;
  }

  /** Returns the findings as parts of a program's answer, each with its kernel. */
  List<Map<String, Object>> findingsOfProgram() {
    List<Map<String, Object>> all = findingsJson();
    all.forEach(json -> json.put("kernel", kernel.isEmpty() ? null : kernel));
    return all;
  }

  private List<Map<String, Object>> findingsJson() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      Map<String, Object> json = json(findings.get(i));
      if (i < issues.size()) {
        json.put("fingerprint", issues.get(i).fingerprint());
        follow(json, issues.get(i));
      }
      all.add(json);
    }
    return all;
  }

  private static void follow(Map<String, Object> json, Issue issue) {
    if (!issue.row("replay").isEmpty()) {
      json.put("replay", issue.row("replay"));
    }
    if (!issue.row("shrunk").isEmpty()) {
      json.put("shrunk", issue.row("shrunk"));
    }
    if (!issue.fixes().isEmpty()) {
      json.put("fixes", issue.fixes().stream().map(SourceFix::json).toList());
    }
  }

  /** Returns what all outputs are made of. */
  public Answer answer(@Nullable String launch, Sources sources, double seconds) {
    return answer(launch, json(launch, seconds), sources, seconds);
  }

  /** Returns the same of a kernel of a program, with the program's JSON or none. */
  Answer answerOfProgram(Map<String, Object> json, Sources sources, double seconds) {
    return answer(null, json, sources, seconds);
  }

  private Answer answer(
      @Nullable String launch, Map<String, Object> json, Sources sources, double seconds) {
    CheckIssues facts = new CheckIssues(parameters);
    return new Answer(
        kernel.isEmpty() ? "commands" : "kernel " + kernel,
        source.toString(),
        launch,
        kernel,
        defaultsText,
        isClean() ? Answer.Verdict.CLEAN : Answer.Verdict.FAULTY,
        issues,
        known,
        suppressed.stream().map(facts::of).toList(),
        Totals.of(List.of(this)),
        seconds,
        new Answer.Forms(
            json, out -> new IssueText(out, sources).print(source.toString(), kernel, issues)));
  }

  private Map<String, Object> json(Finding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", finding.kind().keyword());
    json.put("message", finding.message());
    json.put("accesses", finding.accesses().stream().map(CheckResult::json).toList());
    json.put(
        "space", finding.space() == null ? null : finding.space().name().toLowerCase(Locale.ROOT));
    boolean object = !finding.object().isEmpty();
    boolean argument = new ObjectWords(parameters).argument(finding).isPresent();
    json.put("argument", argument ? finding.object() : null);
    if (object && !argument) {
      json.put("variable", finding.object());
    }
    json.put("offset", object ? finding.offset() : null);
    if (!finding.names().part().isEmpty() && !ObjectWords.isBetweenCommands(finding)) {
      json.put("element", finding.names().part());
    }
    json.put("count", finding.count());
    if (finding.programs() > 1) {
      json.put("programs", finding.programs());
    }
    if (!finding.also().isEmpty()) {
      json.put("also", finding.also().stream().map(CheckResult::json).toList());
    }
    json.put("explanation", finding.explanation());
    json.put("suggestion", finding.suggestion());
    if (!finding.note().isEmpty()) {
      json.put("note", finding.note());
    }
    return json;
  }

  private static Map<String, Object> json(Finding.Other other) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("message", other.message());
    json.put("object", other.object().isEmpty() ? null : other.object());
    json.put("accesses", other.accesses().stream().map(CheckResult::json).toList());
    return json;
  }

  private static Map<String, Object> json(Finding.Access access) {
    Map<String, Object> json = new LinkedHashMap<>();
    Location location = access.location();
    place(json, location);
    json.put("access", access.access());
    json.put("global_id", access.globalId());
    json.put("local_id", access.localId());
    json.put("group_id", access.groupId());
    if (!access.command().isEmpty()) {
      json.put("command", access.command());
    }
    List<Object> calls = new ArrayList<>();
    for (Location call = location == null ? null : location.inlinedAt();
        call != null;
        call = call.inlinedAt()) {
      Map<String, Object> from = new LinkedHashMap<>();
      place(from, call);
      calls.add(from);
    }
    if (!calls.isEmpty()) {
      json.put("called_from", calls);
    }
    return json;
  }

  private static void place(Map<String, Object> json, @Nullable Location location) {
    json.put("file", location == null ? null : location.file());
    json.put("line", location == null ? null : location.line());
    json.put("column", location == null ? null : location.knownColumn());
  }
}
