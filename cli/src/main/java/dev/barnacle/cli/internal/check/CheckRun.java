package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.Printed;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.ArgumentTypes;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.LanguageVersion;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds one launch and runs it under the detectors. */
public final class CheckRun {
  /** The most memory that a guess may take. */
  private static final long MOST_BYTES = 1L << 30;

  /** The time for each order of a launch that only explains another. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** The time for all launches together that may find what another has not. */
  private static final Duration REVEALING = Duration.ofSeconds(3);

  /** The time for all launches together with tight and shared buffers. */
  private static final Duration TIGHT = Duration.ofSeconds(2);

  /** The most work-items of a launch that is done again with other contents. */
  private static final long MOST_ITEMS = 1 << 16;

  private final Context context;
  private final Suppressions suppressions;
  private final Printed printed;
  private @Nullable String kernelName;
  private @Nullable Consumer<Defaults> first;
  private BooleanSupplier over = () -> false;

  /**
   * The outcome of a launch.
   *
   * @param text what it printed, as far as that has not been shown
   */
  private record Outcome(Report report, String text) {}

  /** A launch with what was chosen for it. */
  private record Run(Defaults defaults, Outcome outcome) {
    Report report() {
      return outcome.report();
    }
  }

  /**
   * Makes a run.
   *
   * @param printed where the context's kernels print
   */
  public CheckRun(Context context, Suppressions suppressions, Printed printed) {
    this.context = context;
    this.suppressions = suppressions;
    this.printed = printed;
  }

  /** Takes what comes of launches. */
  public interface Target {
    /** The first launch of a kernel begins, with what was chosen as options; empty for nothing. */
    void begins(Path source, String kernel, String defaults);

    /** Returns whether no more kernels are to be checked. */
    boolean isOver();

    /** A launch was checked. */
    void checked(CheckResult result);

    /** A program has no kernel, or not the one that is named. */
    void none(Path source);

    /** It could not be built or launched. */
    void failed(@Nullable String kernel, RuntimeException reason);
  }

  /**
   * Runs the launch, or one of each kernel of the program where none is named.
   *
   * @param covered the kernels that are left out where none is named
   * @param among whether the program is one of several, and may have no such kernel
   * @return the names of the arguments that kernels have taken
   */
  public Set<String> run(LaunchSpec given, Set<String> covered, boolean among, Target target) {
    kernelName = given.kernel();
    over = target::isOver;
    Set<String> taken = new HashSet<>();
    try {
      Path source = Launches.source(given);
      LanguageVersion language = new LanguageVersion(context, source, given.options());
      try (Program program = Launches.placed(null, language::build)) {
        List<String> names = program.kernelNames();
        if (among && (given.kernel() == null ? names.isEmpty() : !names.contains(given.kernel()))) {
          target.none(source);
          return taken;
        }
        boolean several = among || !covered.isEmpty() || names.size() > 1;
        boolean many = given.kernel() == null && given.file() == null && several;
        List<LaunchSpec> launches =
            many
                ? names.stream().filter(n -> !covered.contains(n)).map(given::withKernel).toList()
                : List.of(given);
        for (LaunchSpec launch : launches) {
          if (target.isOver()) {
            break;
          }
          taken.addAll(run(source, program, launch, many, language.chosen(), target));
        }
      }
    } catch (RuntimeException e) {
      target.failed(kernelName, e);
    }
    return taken;
  }

  private Set<String> run(
      Path source,
      Program program,
      LaunchSpec given,
      boolean many,
      Optional<String> language,
      Target target) {
    Set<String> taken = new HashSet<>();
    try {
      kernelName = given.kernel();
      Kernel kernel =
          Launches.placed(Place.file(source.toString()), () -> Launches.kernel(program, given));
      kernelName = kernel.name();
      LaunchSpec launch = many ? given.withArguments(a -> isOf(kernel, a)) : given;
      launch.arguments().forEach(a -> a.name().ifPresent(taken::add));
      first = defaults -> target.begins(source, kernel.name(), defaults.text());
      target.checked(run(source, kernel, launch, language, program.log()));
    } catch (RuntimeException e) {
      target.failed(kernelName, e);
    }
    return taken;
  }

  /** Returns whether an argument that is given to all kernels of a program is one of this one. */
  private static boolean isOf(Kernel kernel, LaunchSpec.Given argument) {
    return argument.name().isEmpty()
        || kernel.parameters().stream().anyMatch(p -> Arguments.isNamed(p, argument.name().get()));
  }

  private CheckResult run(
      Path source, Kernel kernel, LaunchSpec given, Optional<String> language, String log) {
    Place place = given.file() == null ? null : Place.file(given.file());
    ImageChannels channels = new ImageChannels(kernel.name(), text(source));
    Run first =
        run(place, kernel, given, new Defaults(given, kernel, language, channels, Guess.FIRST));
    ImageChannels shown = channels.after(first.report(), first.defaults().given(kernel));
    if (!shown.equals(channels)) {
      first = run(place, kernel, given, new Defaults(given, kernel, language, shown, Guess.FIRST));
    }
    Run told =
        first.report().isClean()
            ? revealed(place, kernel, given, first)
            : guessed(place, kernel, given, language, shown, first);
    Run clean = told;
    ShortTries again = again(place, kernel, given, Set.of());
    TightSizes tight = new TightSizes(kernel, told.defaults(), again);
    if (told.report().isClean()) {
      told =
          tight
              .find()
              .map(f -> new Run(f.defaults(), new Outcome(f.report(), clean.outcome().text())))
              .orElse(told);
    }
    List<String> notes = new ArrayList<>(ArgumentTypes.differing(kernel, given.arguments()));
    if (told.report().isClean()) {
      notes.addAll(
          new InPlace(kernel, told.defaults(), again(place, kernel, given, InPlace.ENDS)).notes());
      if (!again.leftOut().isEmpty()) {
        notes.add(
            "not all tight sizes of the buffers of kernel "
                + kernel.name()
                + " were tried, since "
                + again.leftOut()
                + ": an access just behind a buffer may be missed; name the sizes with --arg");
      }
    }
    printed.show(told.outcome().text());
    Report explained = explained(place, kernel, given, told.defaults(), told.report());
    Report report = SharedArguments.noted(explained, SharedArguments.of(kernel, given));
    return result(source, kernel, log, told.defaults(), report, tight.doubts(), notes);
  }

  /** Returns what launches a clean kernel with other choices, in one order, while time is left. */
  private ShortTries again(
      @Nullable Place place, Kernel kernel, LaunchSpec given, Set<FindingKind> ends) {
    return new ShortTries(
        (defaults, left) -> launchOnce(place, kernel, given, defaults, ends, left),
        MOST_ITEMS,
        TIGHT);
  }

  private Run run(@Nullable Place place, Kernel kernel, LaunchSpec given, Defaults defaults) {
    return new Run(defaults, launch(place, kernel, given, defaults, Set.of(), Duration.ZERO));
  }

  /** Returns the first run, or one with other numbers that are better guesses. */
  private Run guessed(
      @Nullable Place place,
      Kernel kernel,
      LaunchSpec given,
      Optional<String> language,
      ImageChannels channels,
      Run first) {
    Defaults defaults = first.defaults();
    if (!defaults.isGuessed()) {
      return first;
    }
    for (Guess guess : Guess.after(first.report(), defaults, kernel)) {
      if (defaults.bytes() / Guess.FIRST.each() > MOST_BYTES / guess.each()) {
        continue;
      }
      Defaults others = new Defaults(given, kernel, language, channels, guess);
      Optional<Outcome> second = tryLaunch(place, kernel, given, others, Duration.ZERO);
      if (second.isPresent() && guess.isBetter(second.get().report(), first.report())) {
        return new Run(others, second.get());
      }
    }
    return first;
  }

  /** Returns a run that has races or divergence, if what was chosen hides these. */
  private Run revealed(@Nullable Place place, Kernel kernel, LaunchSpec given, Run clean) {
    Defaults defaults = clean.defaults();
    if (defaults.items() > MOST_ITEMS) {
      return clean;
    }
    long end = System.nanoTime() + REVEALING.toNanos();
    for (Variation variation : Variation.of(defaults, kernel)) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (!left.isPositive()) {
        break;
      }
      Optional<Outcome> found =
          tryLaunch(place, kernel, given, variation.defaults(), left)
              .filter(outcome -> variation.isAsGood(outcome.report()))
              .map(outcome -> new Outcome(variation.told(outcome.report()), outcome.text()))
              .filter(outcome -> !outcome.report().isClean());
      if (found.isPresent()) {
        return new Run(variation.defaults(), found.get());
      }
    }
    return clean;
  }

  /** Says which races come of integers that are all zero, because they were chosen so. */
  private Report explained(
      @Nullable Place place, Kernel kernel, LaunchSpec given, Defaults defaults, Report report) {
    if (!defaults.hasZeroIntegers() || !CountedContents.mayExplain(report)) {
      return report;
    }
    Defaults counted = defaults.with(Guess.Contents.COUNTED_INTEGERS);
    return tryLaunch(place, kernel, given, counted, LIMIT)
        .map(Outcome::report)
        .filter(other -> !Guess.isWorse(other))
        .map(other -> CountedContents.explained(report, other))
        .orElse(report);
  }

  /** Launches with other sizes, in one order; empty where that can't be, or takes too long. */
  private Optional<Report> launchOnce(
      @Nullable Place place,
      Kernel kernel,
      LaunchSpec given,
      Defaults defaults,
      Set<FindingKind> ends,
      Duration limit) {
    if (over.getAsBoolean()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
              launch(
                  place,
                  kernel,
                  given,
                  defaults,
                  (bound, range) -> bound.checkOnce(range, ends, limit)))
          .map(Outcome::report)
          .filter(r -> r.findings().stream().noneMatch(f -> f.kind() == FindingKind.TIMEOUT));
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  private Outcome launch(
      @Nullable Place place,
      Kernel kernel,
      LaunchSpec given,
      Defaults defaults,
      Set<FindingKind> ends,
      Duration limit) {
    return launch(
        place, kernel, given, defaults, (bound, range) -> bound.check(range, ends, limit));
  }

  private Outcome launch(
      @Nullable Place place,
      Kernel kernel,
      LaunchSpec given,
      Defaults defaults,
      BiFunction<BoundKernel, NDRange, Report> check) {
    NDRange range = Launches.placed(place, () -> Launches.range(defaults.spec()));
    try (Arguments arguments =
        Launches.placed(
            place, () -> Arguments.make(context, kernel, given.arguments(), defaults::argument))) {
      BoundKernel bound = Launches.placed(place, () -> kernel.with(arguments.values()));
      if (given.arguments().size() < kernel.parameters().size()) {
        printed.hold();
      }
      Consumer<Defaults> begins = first;
      if (begins != null) {
        begins.accept(defaults);
        first = null;
      }
      try {
        Report report = Launches.placed(place, () -> check.apply(bound, range));
        return new Outcome(report, printed.take());
      } catch (RuntimeException e) {
        printed.show(printed.take());
        throw e;
      }
    }
  }

  /** Launches with another guess; empty where the device has not got the memory for it. */
  private Optional<Outcome> tryLaunch(
      @Nullable Place place, Kernel kernel, LaunchSpec given, Defaults defaults, Duration limit) {
    if (over.getAsBoolean()) {
      return Optional.empty();
    }
    try {
      return Optional.of(launch(place, kernel, given, defaults, Guess.WORSE, limit));
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  private static String text(Path source) {
    return InputFiles.access(source, () -> SourceEncoding.read(source));
  }

  private CheckResult result(
      Path source,
      Kernel kernel,
      String log,
      Defaults defaults,
      Report report,
      List<String> doubts,
      List<String> notes) {
    Suppressions.Split split = suppressions.split(kernel.name(), report.findings());
    return new CheckResult(
        source,
        kernel.name(),
        kernel.parameters(),
        log,
        defaults.json(),
        defaults.text(),
        defaults.sizesText(),
        doubts,
        notes,
        split,
        report.benign(),
        defaults.whole());
  }
}
