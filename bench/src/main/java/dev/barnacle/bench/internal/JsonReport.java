package dev.barnacle.bench.internal;

import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints a JSON object a line. */
final class JsonReport implements BenchReport {
  private final PrintWriter out;

  JsonReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void row(Row row) {
    List<Map<String, Object>> against = new ArrayList<>();
    for (Timing other : row.others()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("platform", other.platform());
      entry.put("best_ms", other.bestMs());
      entry.put("median_ms", other.medianMs());
      entry.put("ratio", row.ratio(other));
      entry.put("median_ratio", row.medianRatio(other));
      against.add(entry);
    }
    for (Row.Failure failure : row.failures()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("platform", failure.platform());
      entry.put("error", failure.message());
      against.add(entry);
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("bench", row.bench());
    line.put("size", row.size());
    line.put("best_ms", row.ours().bestMs());
    line.put("median_ms", row.ours().medianMs());
    line.put("rate", row.rate());
    line.put("unit", row.unit() + "/s");
    line.put("against", against);
    print(line);
  }

  @Override
  public void mean(String platform, double ratio, double medianRatio) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("platform", platform);
    entry.put("ratio", ratio);
    entry.put("median_ratio", medianRatio);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("bench", "geometric_mean");
    line.put("against", List.of(entry));
    print(line);
  }

  private void print(Map<String, Object> line) {
    out.println(JsonLine.of(line));
    out.flush();
  }
}
