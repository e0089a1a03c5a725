package dev.barnacle.cli.internal.fuzz;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.LanguageVersion;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.cli.internal.run.PlainLaunch;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Launches a kernel with several engines, and on other platforms, and compares what it leaves in
 * memory: engines to the bit, platforms as {@link Platforms} does.
 */
public final class Engines {
  /** The engine that is told by this name, not by options of {@code simd}. */
  public static final String WATCH = "watch";

  private final List<String> engines;
  private final List<String> platforms;
  private final Platforms others;
  private final List<String> findings = new ArrayList<>();
  private final List<String> differing = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param words options of the engine {@code simd}, such as {@code lanes=4}, or {@link #WATCH}, or
   *     platforms behind {@link Platforms#WORD}
   * @param others has the platforms
   */
  public Engines(List<String> words, Platforms others) {
    this.engines = words.stream().filter(word -> !Platforms.isNamed(word)).toList();
    this.platforms = Platforms.named(words);
    this.others = others;
  }

  /** Returns what {@link #WATCH} has found in the kernel. */
  public List<String> findings() {
    return List.copyOf(findings);
  }

  /** Returns the words of those whose results differed from the first one's. */
  public List<String> differing() {
    return List.copyOf(differing);
  }

  /** Launches with each; returns the findings: that they differ, and of each platform its own. */
  public List<Issue> compare(LaunchSpec spec) {
    List<Issue> issues = new ArrayList<>();
    compareEngines(spec).ifPresent(issues::add);
    if (!platforms.isEmpty()) {
      platforms(spec, issues);
    }
    return issues;
  }

  /** Compares each platform with the first engine. */
  private void platforms(LaunchSpec spec, List<Issue> issues) {
    try (Context context = context(engines.getFirst(), finding -> {})) {
      Host.Launch launch = new PlainLaunch(context, spec).read();
      Platforms.Ours ours =
          launch(
              context,
              spec,
              (kernel, arguments) ->
                  new Platforms.Ours(
                      engines.getFirst(),
                      kernel.parameters().stream().map(KernelParameter::name).toList(),
                      List.copyOf(arguments.bytes().values())));
      for (String platform : platforms) {
        Optional<Issue> issue = others.compare(platform, launch, ours);
        issue.ifPresent(issues::add);
        if (issue.isPresent() && issue.get().rule().equals(Platforms.DIFFERENCE)) {
          differing.add(Platforms.WORD + platform);
        }
      }
    }
  }

  private Optional<Issue> compareEngines(LaunchSpec spec) {
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
            differing.add(engine);
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
        Platforms.DIFFERENCE,
        "result difference",
        "other results than with " + engines.getFirst() + ": " + words,
        List.of(),
        List.of());
  }

  private Map<String, String> run(LaunchSpec spec, String engine) {
    ConcurrentLinkedQueue<Finding> found = new ConcurrentLinkedQueue<>();
    try (Context context = context(engine, found::add)) {
      Map<String, String> sums = launch(context, spec, (kernel, arguments) -> arguments.sums());
      found.stream().map(f -> f.kind().title() + ": " + f.message()).forEach(findings::add);
      return sums;
    }
  }

  /** Makes the context of an engine, which tells its findings, if it looks for any. */
  private static Context context(String engine, Consumer<Finding> found) {
    ContextBuilder builder = Context.builder().output(text -> {});
    if (engine.equals(WATCH)) {
      builder.watched().reports((kernel, report) -> report.findings().forEach(found));
    } else {
      builder.engineOptions(engine);
    }
    Context context = builder.create();
    context.deviceQueues().setDefault(context.deviceQueues().create());
    return context;
  }

  private static <T> T launch(
      Context context, LaunchSpec spec, BiFunction<Kernel, Arguments, T> result) {
    Place place = Launches.place(spec);
    NDRange range = Launches.givenRange(spec);
    LanguageVersion language = new LanguageVersion(context, Launches.source(spec), spec.options());
    try (Program program = Launches.placed(null, language::build)) {
      Kernel kernel = Launches.kernel(program, spec);
      try (Arguments arguments = Arguments.make(context, kernel, spec.arguments(), place)) {
        Object unused = Launches.placed(place, () -> kernel.with(arguments.values()).run(range));
        return result.apply(kernel, arguments);
      }
    }
  }
}
