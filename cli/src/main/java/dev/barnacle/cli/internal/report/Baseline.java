package dev.barnacle.cli.internal.report;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonLine;
import dev.barnacle.command.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings that are known and do not fail a run, by their fingerprints. A file has them as
 * JSON, one a line, so that a review shows which came and went:
 *
 * <pre>{@code
 * {"baseline": 1, "findings": [
 * {"fingerprint": "…", "kind": "data-race", "place": "k.cl:7:3", "kernel": "k", "message": "…"}
 * ]}
 * }</pre>
 */
public final class Baseline {
  private static final long VERSION = 1;

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final List<Entry> met = new ArrayList<>();

  /**
   * A finding that is known.
   *
   * @param fingerprint its name, of {@link Fingerprints}
   * @param place where it was when the file was written
   */
  public record Entry(
      String fingerprint, String kind, String place, String kernel, String message) {
    /** Returns what it was, as one line. */
    public String words() {
      String of = kernel.isEmpty() ? "" : " [kernel " + kernel + "]";
      return (place.isEmpty() ? "" : place + ": ") + kind + ": " + message + of;
    }
  }

  private Baseline() {}

  /** Returns one that knows nothing. */
  public static Baseline none() {
    return new Baseline();
  }

  /**
   * Reads a file.
   *
   * @throws InputException with the place of what is no baseline
   */
  public static Baseline read(Path file) {
    Baseline baseline = new Baseline();
    Json.Obj top = JsonReader.read(file.toString(), InputFiles.readText(file)).asObject();
    Json version = top.require("baseline");
    if (version.asLong() != VERSION) {
      throw new InputException(
          version.place(), "a baseline of version " + version.asLong() + ", not " + VERSION);
    }
    for (Json element : top.require("findings").asArray()) {
      Json.Obj one = element.asObject();
      Entry entry =
          new Entry(
              one.require("fingerprint").asText(),
              text(one, "kind"),
              text(one, "place"),
              text(one, "kernel"),
              text(one, "message"));
      baseline.entries.put(entry.fingerprint(), entry);
    }
    return baseline;
  }

  private static String text(Json.Obj object, String key) {
    Json value = object.get(key);
    return value == null ? "" : value.asText();
  }

  /** Returns whether a finding is known, and notes that it was met. */
  boolean isKnown(String kernel, Issue issue) {
    met.add(
        new Entry(
            issue.fingerprint(), issue.rule(), issue.place().place(), kernel, issue.message()));
    return entries.containsKey(issue.fingerprint());
  }

  /** Returns what is known and was not met. */
  public List<Entry> gone() {
    Map<String, Entry> left = new LinkedHashMap<>(entries);
    met.forEach(entry -> left.remove(entry.fingerprint()));
    return List.copyOf(left.values());
  }

  /** Writes a file that knows all that was met. */
  public void write(Path file) {
    StringBuilder text = new StringBuilder("{\"baseline\": " + VERSION + ", \"findings\": [");
    String separator = "\n";
    for (Entry entry : met) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("fingerprint", entry.fingerprint());
      one.put("kind", entry.kind());
      one.put("place", entry.place());
      one.put("kernel", entry.kernel());
      one.put("message", entry.message());
      text.append(separator).append(JsonLine.of(one));
      separator = ",\n";
    }
    text.append("\n]}\n");
    InputFiles.access(file, () -> Files.writeString(file, text.toString()));
  }
}
