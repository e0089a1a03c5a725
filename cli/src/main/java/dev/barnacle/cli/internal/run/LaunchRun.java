package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.RunResult;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds, launches and collects the results of one launch. */
public final class LaunchRun {
  private final Context context;
  private final int repeat;
  private final List<Output> outputs;
  private @Nullable String kernelName;
  private @Nullable Path source;
  private @Nullable String chosen;
  private final List<String> notes = new ArrayList<>();
  private Consumer<LaunchRun> listener = run -> {};

  /**
   * Makes a run.
   *
   * @param repeat how often to launch, at least 1
   */
  public LaunchRun(Context context, int repeat, List<Output> outputs) {
    this.context = context;
    this.repeat = repeat;
    this.outputs = outputs;
  }

  /** Has somebody told before the kernel is launched. */
  public void beforeLaunch(Consumer<LaunchRun> told) {
    listener = told;
  }

  /** Returns the program's file, as far as it is known; else null. */
  public @Nullable Path source() {
    return source;
  }

  /** Returns the kernel's name, as far as it is known; else null. */
  public @Nullable String kernelName() {
    return kernelName;
  }

  /** Returns what is odd about the launch. */
  public List<String> notes() {
    return notes;
  }

  /** Returns the build option that was added for the language's version; null for none. */
  public @Nullable String chosen() {
    return chosen;
  }

  /**
   * Runs the launch.
   *
   * @throws InputException or {@link dev.barnacle.cl.ClException} if it can't be built or launched
   */
  public RunReport run(LaunchSpec spec) {
    kernelName = spec.kernel();
    Path file = Launches.source(spec);
    source = file;
    Place place = Launches.place(spec);
    NDRange range = Launches.givenRange(spec);
    LanguageVersion language = new LanguageVersion(context, file, spec.options());
    try (Program program = Launches.placed(null, language::build)) {
      chosen = language.chosen().orElse(null);
      Kernel kernel =
          Launches.placed(Place.file(file.toString()), () -> Launches.kernel(program, spec));
      kernelName = kernel.name();
      notes.addAll(ArgumentTypes.differing(kernel, spec.arguments()));
      try (Arguments arguments = Arguments.make(context, kernel, spec.arguments(), place)) {
        return launch(program, kernel, arguments, range, place);
      }
    }
  }

  private RunReport launch(
      Program program, Kernel kernel, Arguments arguments, NDRange range, @Nullable Place place) {
    OutputWriter writer = new OutputWriter(outputs, arguments);
    BoundKernel bound = Launches.placed(place, () -> kernel.with(arguments.values()));
    List<RunResult> results = new ArrayList<>();
    listener.accept(this);
    for (int i = 0; i < repeat; i++) {
      if (i > 0) {
        arguments.refill();
      }
      results.add(Launches.placed(place, () -> bound.run(range)));
    }
    Map<String, List<Object>> printed = writer.write();
    return new RunReport(
        kernel.name(),
        context.device().name(),
        program.buildNanos(),
        program.log(),
        results,
        arguments.byteSize(),
        printed,
        writer.written());
  }
}
