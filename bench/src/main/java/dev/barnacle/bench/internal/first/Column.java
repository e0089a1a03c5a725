package dev.barnacle.bench.internal.first;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The measurements of one platform. */
final class Column {
  private final Installed platform;
  private final Map<FirstRow, List<Times>> times = new EnumMap<>(FirstRow.class);
  private final Map<FirstRow, String> failures = new EnumMap<>(FirstRow.class);

  Column(Installed platform) {
    this.platform = platform;
  }

  Installed platform() {
    return platform;
  }

  /** Returns whether a step has not failed here. */
  boolean runs(Step step) {
    return !failures.containsKey(step.rows().getFirst());
  }

  void add(Map<FirstRow, Times> more) {
    more.forEach((row, time) -> times.computeIfAbsent(row, r -> new ArrayList<>()).add(time));
  }

  void fail(Step step, String why) {
    step.rows().forEach(row -> failures.put(row, why));
  }

  Optional<String> failure(FirstRow row) {
    return Optional.ofNullable(failures.get(row));
  }

  /** Returns the medians, if the line was measured. */
  Optional<Times> median(FirstRow row) {
    return failures.containsKey(row) || !times.containsKey(row)
        ? Optional.empty()
        : Optional.of(Times.median(times.getOrDefault(row, List.of())));
  }

  /** Returns the shortest wall time, which there is where there is a median. */
  double best(FirstRow row) {
    return times.getOrDefault(row, List.of()).stream().mapToDouble(Times::wall).min().orElse(0);
  }
}
