package dev.barnacle.cli.internal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An edit of sources that makes a finding go away.
 *
 * @param description what it does, as one sentence
 * @param changes the lines that it replaces, in order
 */
public record SourceFix(String description, List<Change> changes) {
  public SourceFix {
    changes = List.copyOf(changes);
  }

  /** Returns the fix as an object of JSON. */
  public Map<String, Object> json() {
    List<Object> all = new ArrayList<>();
    for (Change change : changes) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("file", change.file());
      one.put("line", change.line());
      one.put("removed", change.count());
      one.put("lines", change.lines());
      all.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("description", description);
    json.put("changes", all);
    return json;
  }

  /**
   * Lines of a file that are replaced by others.
   *
   * @param line the first line, from 1
   * @param count how many lines go; 0 where the others are put before {@code line}
   * @param lines what comes in their place
   */
  public record Change(String file, int line, int count, List<String> lines) {
    public Change {
      lines = List.copyOf(lines);
    }
  }
}
