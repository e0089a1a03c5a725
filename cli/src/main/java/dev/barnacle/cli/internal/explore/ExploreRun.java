package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.Place;
import dev.barnacle.cli.internal.check.LanguageVersion;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.ir.Location;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds and explores one launch. */
public final class ExploreRun {
  private final Context context;
  private final ExploreOptions options;
  private @Nullable String kernelName;
  private @Nullable String chosen;

  /** Makes a run. */
  public ExploreRun(Context context, ExploreOptions options) {
    this.context = context;
    this.options = options;
  }

  /** Returns the kernel's name, as far as it is known; else null. */
  public @Nullable String kernelName() {
    return kernelName;
  }

  /** Returns the build option that was added; null for none. */
  public @Nullable String chosen() {
    return chosen;
  }

  /**
   * Explores a launch.
   *
   * @param stop makes the exploration end soon where it says true
   * @throws InputException or {@link ClException} if it can't be built or explored
   */
  public ExploreResult run(LaunchSpec spec, BooleanSupplier stop) {
    kernelName = spec.kernel();
    Path file = Launches.source(spec);
    Place place = spec.file() == null ? null : Place.file(spec.file());
    if (spec.global().isEmpty()) {
      throw new InputException(place, "no global size is given");
    }
    NDRange range = Launches.placed(place, () -> Launches.range(spec));
    LanguageVersion language = new LanguageVersion(context, file, spec.options());
    try (Program program = Launches.placed(null, language::build)) {
      chosen = language.chosen().orElse(null);
      Kernel kernel =
          Launches.placed(Place.file(file.toString()), () -> Launches.kernel(program, spec));
      kernelName = kernel.name();
      try (Arguments arguments = Arguments.make(context, kernel, spec.arguments(), place)) {
        BoundKernel bound = Launches.placed(place, () -> kernel.with(arguments.values()));
        return explore(file, bound, range, arguments, deadline(stop));
      }
    }
  }

  private BooleanSupplier deadline(BooleanSupplier stop) {
    if (options.timeout() == null) {
      return stop;
    }
    long end = System.nanoTime() + options.timeout().toNanos();
    return () -> stop.getAsBoolean() || System.nanoTime() - end > 0;
  }

  private ExploreResult explore(
      Path file, BoundKernel bound, NDRange range, Arguments arguments, BooleanSupplier stop) {
    KernelModel model = options.model();
    if (model == null) {
      model = bound.scopesMayDiffer() ? KernelModel.OPENCL_3_1 : KernelModel.OPENCL_SCOPED;
    }
    KernelExplorer explorer =
        new KernelExplorer(
            model,
            options.progress(),
            options.unroll(),
            KernelExplorer.DEFAULT_SUB_GROUP_SIZE,
            options.jobs());
    KernelExplorer first = options.drawn() ? explorer.drawing() : explorer;
    KernelOutcome outcome = placed(file, () -> bound.explore(range, first, stop));
    ExploredMemory memory = new ExploredMemory(outcome.buffers(), types(arguments));
    Boolean assertion = null;
    KernelOutcome.State violating = null;
    if (options.assertion() != null) {
      Assertion.Condition condition = Assertion.read("--assert", options.assertion(), memory);
      violating = first(outcome.states(), condition, false);
      assertion = violating != null ? Boolean.FALSE : outcome.complete() ? Boolean.TRUE : null;
    }
    Boolean exists = null;
    if (options.exists() != null) {
      Assertion.Condition condition = Assertion.read("--exists", options.exists(), memory);
      boolean found = first(outcome.states(), condition, true) != null;
      exists = found ? Boolean.TRUE : outcome.complete() ? Boolean.FALSE : null;
    }
    ExploreResult result =
        new ExploreResult(
            file.toString(),
            bound.kernel().name(),
            model,
            options.progress(),
            outcome,
            memory.changed(outcome.states(), outcome.initial()),
            assertion,
            exists,
            violating,
            null);
    TuneRun tune = new TuneRun(options, explorer, memory, result);
    return tune.isWanted()
        ? result.with(placed(file, () -> bound.exploring(range, launch -> tune.run(launch, stop))))
        : result;
  }

  private static KernelOutcome.@Nullable State first(
      List<KernelOutcome.State> states, Assertion.Condition condition, boolean holds) {
    for (KernelOutcome.State state : states) {
      if (condition.holds(state, new HashMap<>()) == holds) {
        return state;
      }
    }
    return null;
  }

  private static <T> T placed(Path file, Supplier<T> exploration) {
    try {
      return exploration.get();
    } catch (ClException e) {
      if (e.getCause() instanceof ExploreException cannot) {
        throw new InputException(
            place(file, cannot.location()), String.valueOf(cannot.getMessage()));
      }
      throw e;
    }
  }

  private static Place place(Path file, @Nullable Location at) {
    if (at == null) {
      return Place.file(file.toString());
    }
    return at.isWord() ? Place.file(at.place()) : new Place(at.file(), at.line(), at.column());
  }

  private static Map<String, DataType> types(Arguments arguments) {
    Map<String, DataType> types = new HashMap<>();
    arguments.types().forEach((parameter, type) -> types.put(parameter.name(), type));
    return types;
  }
}
