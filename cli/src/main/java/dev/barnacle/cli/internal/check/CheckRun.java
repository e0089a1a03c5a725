package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.Place;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.watch.Report;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Builds one launch and runs it under the detectors. */
public final class CheckRun {
  private final Context context;
  private final Suppressions suppressions;
  private @Nullable String kernelName;

  /** Makes a run. */
  public CheckRun(Context context, Suppressions suppressions) {
    this.context = context;
    this.suppressions = suppressions;
  }

  /** Returns the kernel's name, as far as it is known; else null. */
  public @Nullable String kernelName() {
    return kernelName;
  }

  /**
   * Runs the launch.
   *
   * @throws dev.barnacle.cli.internal.InputException or {@link dev.barnacle.cl.ClException} if it
   *     can't be built or launched
   */
  public CheckResult run(LaunchSpec given) {
    kernelName = given.kernel();
    Path source = Launches.source(given);
    Place place = given.file() == null ? null : Place.file(given.file());
    LanguageVersion language = new LanguageVersion(context, source, given.options());
    try (Program program = Launches.placed(null, language::build)) {
      Kernel kernel =
          Launches.placed(Place.file(source.toString()), () -> Launches.kernel(program, given));
      kernelName = kernel.name();
      Defaults defaults = new Defaults(given, kernel, language.chosen());
      NDRange range = Launches.placed(place, () -> Launches.range(defaults.spec()));
      try (Arguments arguments =
          Launches.placed(
              place,
              () -> Arguments.make(context, kernel, given.arguments(), defaults::argument))) {
        BoundKernel bound = Launches.placed(place, () -> kernel.with(arguments.values()));
        Report report = Launches.placed(place, () -> bound.check(range));
        return result(source, kernel, program.log(), defaults, report);
      }
    }
  }

  private CheckResult result(
      Path source, Kernel kernel, String log, Defaults defaults, Report report) {
    Suppressions.Split split = suppressions.split(kernel.name(), report.findings());
    return new CheckResult(
        source,
        kernel.name(),
        kernel.parameters(),
        log,
        defaults.json(),
        defaults.text(),
        split.kept(),
        split.suppressed(),
        report.benign());
  }
}
