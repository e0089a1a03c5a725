package dev.barnacle.bench.internal.first;

import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What {@code bench --first-second} prints beside two platforms, of which one fails. */
public final class FirstJson {
  private FirstJson() {}

  /** Returns lines of JSON with every field. */
  public static String ofAll() {
    return report(true) + report(true, column("Barnacle", 1), broken());
  }

  /** Returns a line of {@code --phases} with every field. */
  public static String phase() {
    return JsonLine.of(
        Phases.object(FirstRow.NAMES, new Phase("all", 1e6, 2e6, 3e6, Map.of(Kind.C1, 4e6))));
  }

  static String report(boolean json) {
    return report(json, column("Barnacle", 1), column("other", 3), broken());
  }

  private static String report(boolean json, Column... columns) {
    StringWriter out = new StringWriter();
    FirstReport report = new FirstReport(new PrintWriter(out), json, List.of(columns));
    report.step(Step.BUILD);
    report.step(Step.MANY); // which nobody has come to
    return out.toString();
  }

  private static Column column(String name, int factor) {
    Column column = new Column(new Installed(name, Path.of("none")));
    for (int i = 1; i <= 3; i++) {
      Times times = new Times(i * factor * 1e6, i * factor * 2e6);
      column.add(Map.of(FirstRow.BUILD_NEW, times, FirstRow.BUILD_SEEN, times));
    }
    return column;
  }

  private static Column broken() {
    Column column = column("broken", 1);
    column.fail(Step.BUILD, "its process crashed (signal 11)");
    return column;
  }
}
