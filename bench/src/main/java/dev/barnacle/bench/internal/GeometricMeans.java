package dev.barnacle.bench.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The geometric means of the ratios against each platform, of best and of median times. */
final class GeometricMeans {
  private final Map<String, List<Ratios>> all = new LinkedHashMap<>();

  private record Ratios(double best, double median) {}

  void add(Row row) {
    for (Timing other : row.others()) {
      all.computeIfAbsent(other.platform(), p -> new ArrayList<>())
          .add(new Ratios(row.ratio(other), row.medianRatio(other)));
    }
  }

  void report(BenchReport report) {
    all.forEach(
        (platform, ratios) ->
            report.mean(platform, mean(ratios, Ratios::best), mean(ratios, Ratios::median)));
  }

  private static double mean(List<Ratios> ratios, ToDoubleFunction<Ratios> of) {
    return Math.exp(ratios.stream().mapToDouble(of).map(Math::log).average().orElse(0));
  }
}
