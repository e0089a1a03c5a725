package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.LanguageVersion;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.command.input.Place;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** Launches a kernel with several engines and compares, to the bit, what it leaves in memory. */
final class Engines {
  /** The engine that is told by this name, not by options of {@code simd}. */
  static final String WATCH = "watch";

  private final List<String> engines;
  private final List<String> findings = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param engines options of the engine {@code simd}, such as {@code lanes=4}, or {@link #WATCH}
   */
  Engines(List<String> engines) {
    this.engines = engines;
  }

  /** Returns what {@link #WATCH} has found in the kernel. */
  List<String> findings() {
    return List.copyOf(findings);
  }

  /** Launches with each; returns the finding that they differ, if they do. */
  Optional<Issue> compare(LaunchSpec spec) {
    Map<String, Map<String, String>> results = new LinkedHashMap<>();
    for (String engine : engines) {
      results.put(engine, run(spec, engine));
    }
    Map<String, String> first = results.getOrDefault(engines.getFirst(), Map.of());
    Map<String, List<String>> others = new TreeMap<>();
    results.forEach(
        (engine, result) -> {
          List<String> names =
              result.keySet().stream()
                  .filter(name -> !Objects.equals(result.get(name), first.get(name)))
                  .toList();
          if (!names.isEmpty()) {
            others.computeIfAbsent(String.join(", ", names), n -> new ArrayList<>()).add(engine);
          }
        });
    return others.isEmpty() ? Optional.empty() : Optional.of(difference(others));
  }

  private Issue difference(Map<String, List<String>> others) {
    String words =
        others.entrySet().stream()
            .map(e -> e.getKey() + " with " + String.join(" and ", e.getValue()))
            .collect(Collectors.joining("; "));
    return new Issue(
        "result-difference",
        "result difference",
        "other results than with " + engines.getFirst() + ": " + words,
        List.of(),
        List.of());
  }

  private Map<String, String> run(LaunchSpec spec, String engine) {
    ConcurrentLinkedQueue<Finding> found = new ConcurrentLinkedQueue<>();
    ContextBuilder builder = Context.builder().output(text -> {});
    if (engine.equals(WATCH)) {
      builder.watched().reports((kernel, report) -> found.addAll(report.findings()));
    } else {
      builder.engineOptions(engine);
    }
    try (Context context = builder.create()) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      Map<String, String> sums = launch(context, spec);
      found.stream().map(f -> f.kind().title() + ": " + f.message()).forEach(findings::add);
      return sums;
    }
  }

  private static Map<String, String> launch(Context context, LaunchSpec spec) {
    Place place = Launches.place(spec);
    NDRange range = Launches.givenRange(spec);
    LanguageVersion language = new LanguageVersion(context, Launches.source(spec), spec.options());
    try (Program program = Launches.placed(null, language::build)) {
      Kernel kernel = Launches.kernel(program, spec);
      try (Arguments arguments = Arguments.make(context, kernel, spec.arguments(), place)) {
        Object unused = Launches.placed(place, () -> kernel.with(arguments.values()).run(range));
        return arguments.sums();
      }
    }
  }
}
