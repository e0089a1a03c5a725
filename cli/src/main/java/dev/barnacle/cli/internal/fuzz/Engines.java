package dev.barnacle.cli.internal.fuzz;

import dev.barnacle.bench.Host;
import dev.barnacle.bench.OtherPlatforms;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.DataType;
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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final boolean exact;
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
    this(words, others, true);
  }

  /**
   * Makes one.
   *
   * @param exact whether engines must agree to the bit; else as platforms
   */
  public Engines(List<String> words, Platforms others, boolean exact) {
    this.exact = exact;
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

  /** The content of a buffer, image or pipe after a launch. */
  private record Held(DataType.Scalar type, ByteBuffer bytes) {}

  /** Returns the parameters that hold something else, to the bit, after one launch than another. */
  public List<String> changed(LaunchSpec before, LaunchSpec after, String engine) {
    Map<String, Held> now = run(after, engine);
    return differing(run(before, engine), now, true);
  }

  private static List<String> differing(
      Map<String, Held> ones, Map<String, Held> others, boolean exact) {
    List<String> names = new ArrayList<>();
    ones.forEach(
        (name, one) -> {
          Held other = others.get(name);
          if (other == null || !agree(one, other, exact)) {
            names.add(name);
          }
        });
    return names;
  }

  private static boolean agree(Held one, Held other, boolean exact) {
    return one.bytes().equals(other.bytes())
        || (!exact && OtherPlatforms.agree(one.type(), one.bytes().array(), other.bytes().array()));
  }

  /** Returns the name of a launch's kernel. */
  public String kernel(LaunchSpec spec) {
    try (Context context = context(engines.getFirst(), finding -> {})) {
      LanguageVersion language =
          new LanguageVersion(context, Launches.source(spec), spec.options());
      try (Program program = Launches.placed(null, language::build)) {
        return Launches.kernel(program, spec).name();
      }
    }
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
    Map<String, Map<String, Held>> results = new LinkedHashMap<>();
    for (String engine : engines) {
      results.put(engine, run(spec, engine));
    }
    Map<String, Held> first = results.getOrDefault(engines.getFirst(), Map.of());
    Map<String, List<String>> others = new TreeMap<>();
    results.forEach(
        (engine, result) -> {
          List<String> names = differing(first, result, exact);
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

  private Map<String, Held> run(LaunchSpec spec, String engine) {
    ConcurrentLinkedQueue<Finding> found = new ConcurrentLinkedQueue<>();
    try (Context context = context(engine, found::add)) {
      Map<String, Held> held = launch(context, spec, Engines::held);
      found.stream().map(f -> f.kind().title() + ": " + f.message()).forEach(findings::add);
      return held;
    }
  }

  private static Map<String, Held> held(Kernel kernel, Arguments arguments) {
    Map<String, Held> held = new LinkedHashMap<>();
    Map<Integer, byte[]> bytes = arguments.bytes();
    arguments
        .types()
        .forEach(
            (parameter, type) -> {
              byte[] content = bytes.get(parameter.index());
              if (content != null) {
                held.put(parameter.name(), new Held(type.scalar(), ByteBuffer.wrap(content)));
              }
            });
    return held;
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
