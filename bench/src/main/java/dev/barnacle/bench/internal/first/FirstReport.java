package dev.barnacle.bench.internal.first;

import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Prints the table, a line when it is measured: for people, or as JSON. */
final class FirstReport {
  private static final double MS = 1e6;
  private static final String LABEL = "%-60s %3s";
  private static final String CELL = " %22s";

  private final PrintWriter out;
  private final boolean json;
  private final List<Column> columns;

  /** Prints the heading; the first column is Barnacle's. */
  FirstReport(PrintWriter out, boolean json, List<Column> columns) {
    this.out = out;
    this.json = json;
    this.columns = List.copyOf(columns);
    if (!json) {
      for (int i = 1; i < columns.size(); i++) {
        out.printf(Locale.ROOT, "[%d] %s%n", i, columns.get(i).platform().name());
      }
      out.println("Medians: wall time, and in brackets processor time with that of all threads.");
      out.printf(Locale.ROOT, LABEL, "what", "");
      for (int i = 0; i < columns.size(); i++) {
        out.printf(Locale.ROOT, CELL, i == 0 ? "Barnacle" : "[" + i + "]");
      }
      out.println();
      out.flush();
    }
  }

  /** Prints the lines of a step; one that nobody has come to is left out. */
  void step(Step step) {
    for (FirstRow row : step.rows()) {
      if (columns.stream().anyMatch(c -> c.median(row).isPresent() || c.failure(row).isPresent())) {
        if (json) {
          out.println(JsonLine.of(object(row)));
        } else {
          line(row);
        }
      }
    }
    if (!json) {
      for (Column column : columns) {
        column
            .failure(step.rows().getFirst())
            .ifPresent(why -> out.println("  " + column.platform().name() + ": " + why));
      }
    }
    out.flush();
  }

  private void line(FirstRow row) {
    out.printf(Locale.ROOT, LABEL, row.words(), row.unit().text());
    for (Column column : columns) {
      String cell =
          column
              .median(row)
              .map(t -> text(row.unit(), t))
              .orElse(column.failure(row).isPresent() ? "failed" : "-");
      out.printf(Locale.ROOT, CELL, cell);
    }
    out.println();
  }

  private static String text(FirstRow.Unit unit, Times times) {
    return number(unit.of(times.wall())) + " (" + number(unit.of(times.cpu())) + ")";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }

  private Map<String, Object> object(FirstRow row) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("bench", row.id());
    line.put("size", row.words());
    Column ours = columns.getFirst();
    put(line, ours, row);
    if (ours.median(row).isPresent()) {
      line.put("rate", 1e9 / ours.best(row));
      line.put("unit", "1/s");
    }
    List<Map<String, Object>> against = new ArrayList<>();
    for (Column column : columns.subList(1, columns.size())) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("platform", column.platform().name());
      put(entry, column, row);
      if (ours.median(row).isPresent() && column.median(row).isPresent()) {
        entry.put("ratio", column.best(row) / ours.best(row));
      }
      against.add(entry);
    }
    line.put("against", against);
    return line;
  }

  private static void put(Map<String, Object> entry, Column column, FirstRow row) {
    Optional<Times> median = column.median(row);
    if (median.isPresent()) {
      entry.put("best_ms", column.best(row) / MS);
      entry.put("median_ms", median.get().wall() / MS);
      entry.put("cpu_ms", median.get().cpu() / MS);
    } else {
      entry.put("error", column.failure(row).orElse("not measured"));
    }
  }
}
