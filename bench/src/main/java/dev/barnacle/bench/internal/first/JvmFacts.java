package dev.barnacle.bench.internal.first;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The performance counters of a JVM.
 *
 * @param counters the numbers, by name
 */
record JvmFacts(Map<String, Long> counters) {
  private static final String BEGIN = "sun.rt.createVmBeginTime";
  private static final String END = "sun.rt.createVmEndTime";
  private static final double MS = 1e6;

  JvmFacts {
    counters = Map.copyOf(counters);
  }

  /** Reads what {@code jcmd … PerfCounter.print} prints. */
  static JvmFacts read(String text) {
    Map<String, Long> counters = new HashMap<>();
    for (String line : text.lines().toList()) {
      int equals = line.indexOf('=');
      if (line.matches("[\\w.]+=\\d{1,18}")) {
        counters.put(line.substring(0, equals), Long.parseLong(line.substring(equals + 1)));
      }
    }
    return new JvmFacts(counters);
  }

  /**
   * Returns when it began to be created and when it was, in nanoseconds, to the millisecond;
   * nothing where there was none.
   *
   * @param clockAtEpoch what the wanted clock showed at the epoch, in nanoseconds
   */
  List<Double> created(double clockAtEpoch) {
    Long begin = counters.get(BEGIN);
    Long end = counters.get(END);
    return begin == null || end == null
        ? List.of()
        : List.of(begin * MS + clockAtEpoch, end * MS + clockAtEpoch);
  }

  /** Returns the means over several processes in a sentence, unless no process had a JVM. */
  static Optional<String> sentence(List<JvmFacts> all) {
    List<JvmFacts> some = all.stream().filter(facts -> !facts.counters.isEmpty()).toList();
    if (some.isEmpty()) {
      return Optional.empty();
    }
    double shared = mean(some, "java.cls.sharedLoadedClasses");
    return Optional.of(
        String.format(
            Locale.ROOT,
            "JVM: created in %.0f ms; %.0f classes, of them %.0f from the AOT cache, loaded in"
                + " %.0f ms, linked in %.0f, initialized in %.0f; %.0f methods compiled, in %.0f ms"
                + " of C1 and C2",
            mean(some, END) - mean(some, BEGIN),
            shared + mean(some, "java.cls.loadedClasses"),
            shared,
            (mean(some, "sun.cls.appClassLoadTime.self")
                    + mean(some, "sun.cls.sysClassLoadTime")
                    + mean(some, "sun.cls.sharedClassLoadTime"))
                / MS,
            mean(some, "sun.cls.classLinkedTime.self") / MS,
            mean(some, "sun.cls.classInitTime.self") / MS,
            mean(some, "sun.ci.totalCompiles"),
            mean(some, "java.ci.totalTime") / MS));
  }

  private static double mean(List<JvmFacts> all, String name) {
    return all.stream()
        .mapToLong(facts -> facts.counters.getOrDefault(name, 0L))
        .average()
        .orElse(0);
  }
}
