package dev.barnacle.bench.internal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What {@code bench --json} prints beside other platforms, of which one fails. */
public final class BenchJson {
  private BenchJson() {}

  /** Returns lines of JSON with every field. */
  public static String ofAll() {
    StringWriter out = new StringWriter();
    JsonReport report = new JsonReport(new PrintWriter(out));
    Timing ours = new Timing("Barnacle", 1, 2);
    List<Timing> others = List.of(new Timing("other", 3, 4));
    List<Row.Failure> failures = List.of(new Row.Failure("broken", "crashes"));
    report.row(new Row("sobel", "64x64", 4096, "Mpixel", ours, others, failures));
    report.mean("other", 3, 2);
    return out.toString();
  }
}
