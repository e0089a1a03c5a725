package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.KernelParameter;
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
 * What a check of a launch gave.
 *
 * @param source the program's file
 * @param buildLog the compiler's warnings
 * @param defaults what was chosen for the user, as JSON
 * @param defaultsText the same as options of the command line; empty for nothing
 * @param sizes the memory objects that were chosen, such as {@code x float[8]}
 * @param doubts what is not clear, since it follows from sizes that were chosen
 * @param notes what is worth to know of a kernel that is clean
 * @param findings without those that are suppressed
 * @param suppressed how many findings were suppressed
 * @param benign how often work-items wrote the same value without order, where that is no finding
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
    int suppressed,
    long benign) {
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
    line.put("findings", findings.stream().map(this::json).toList());
    line.put("suppressed", suppressed);
    line.put("benign", benign);
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
    List<Map<String, Object>> all = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, Object> json = json(finding);
      json.put("kernel", kernel.isEmpty() ? null : kernel);
      all.add(json);
    }
    return all;
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
