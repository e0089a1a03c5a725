package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.LanguageVersion;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import dev.barnacle.explore.ExplorationProgress;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.ir.Location;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds and explores one launch. */
public final class ExploreRun {
  private final Context context;
  private static final Duration AFTER_FAULT = Duration.ofSeconds(10);

  private final ExploreOptions options;
  private final ExplorationProgress progress;
  private @Nullable String kernelName;
  private final List<String> notes = new ArrayList<>();
  private @Nullable String chosen;

  /**
   * Makes a run.
   *
   * @param progress counts how far it is
   */
  public ExploreRun(Context context, ExploreOptions options, ExplorationProgress progress) {
    this.progress = progress;
    this.context = context;
    this.options = options;
  }

  /** Returns the kernel's name, as far as it is known; else null. */
  public @Nullable String kernelName() {
    return kernelName;
  }

  /** Returns what is odd about the launch. */
  public List<String> notes() {
    return notes;
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
    Path file = Launches.sourceOfAny(spec);
    Place place = spec.file() == null ? null : Place.file(spec.file());
    Inputs inputs = Launches.placed(place, () -> new Inputs(spec));
    if (inputs.isAny() && options.tune() != Tune.NOTHING) {
      throw new InputException(
          place, "--weakest and --repair take a launch whose inputs are not to be chosen");
    }
    LanguageVersion language = new LanguageVersion(context, file, spec.options());
    try (Program program = Launches.placed(null, language::build)) {
      chosen = language.chosen().orElse(null);
      BooleanSupplier ends = deadline(stop);
      if (!inputs.isAny()) {
        return explore(program, file, inputs.spec(0), ends);
      }
      return exploreAll(program, file, inputs, ends);
    }
  }

  private BooleanSupplier deadline(BooleanSupplier stop) {
    if (options.timeout() == null) {
      return stop;
    }
    long end = System.nanoTime() + options.timeout().toNanos();
    return () -> stop.getAsBoolean() || System.nanoTime() - end > 0;
  }

  private ExploreResult exploreAll(
      Program program, Path file, Inputs inputs, BooleanSupplier stop) {
    ChosenOutcomes all = new ChosenOutcomes(inputs.isWhole());
    Map<String, DataType> types = new HashMap<>();
    KernelModel model = KernelModel.OPENCL_SCOPED;
    for (int i = 0; i < inputs.combinations(); i++) {
      try (LaunchedCommands launched = LaunchedCommands.make(context, program, inputs.spec(i))) {
        kernelName = launched.kernels();
        model = model(launched);
        KernelExplorer explorer = explorer(model);
        all.add(
            placed(file, () -> launched.commands().explore(explorer, stop)),
            inputs.values(i, launched.parameters()));
        types.putAll(launched.types());
      }
    }
    types.putAll(all.types());
    return result(file, model, all.outcome(), types);
  }

  private ExploreResult explore(Program program, Path file, LaunchSpec spec, BooleanSupplier stop) {
    try (LaunchedCommands launched = LaunchedCommands.make(context, program, spec)) {
      kernelName = launched.kernels();
      notes.addAll(launched.notes());
      KernelModel model = model(launched);
      KernelExplorer explorer = explorer(model);
      KernelOutcome outcome = placed(file, () -> launched.commands().explore(explorer, stop));
      ExploreResult result = result(file, model, outcome, launched.types());
      ExploredMemory memory = new ExploredMemory(outcome.buffers(), launched.types());
      TuneRun tune = new TuneRun(options, explorer, memory, result);
      return tune.isWanted()
          ? result.with(placed(file, () -> launched.commands().exploring(c -> tune.run(c, stop))))
          : result;
    }
  }

  private KernelModel model(LaunchedCommands launched) {
    KernelModel model = options.model();
    if (model != null) {
      return model;
    }
    return launched.scopesMayDiffer() ? KernelModel.OPENCL_3_1 : KernelModel.OPENCL_SCOPED;
  }

  private KernelExplorer explorer(KernelModel model) {
    KernelExplorer explorer =
        new KernelExplorer(
                model,
                options.progress(),
                options.unroll(),
                KernelExplorer.DEFAULT_SUB_GROUP_SIZE,
                options.jobs())
            .telling(progress)
            .withLocalMemory(options.locals());
    if (options.axioms() != null) {
      explorer = explorer.under(options.axioms());
    }
    if (options.timeout() == null) {
      explorer = explorer.endingAfterFault(AFTER_FAULT);
    }
    return options.drawn() ? explorer.drawing() : explorer;
  }

  private ExploreResult result(
      Path file, KernelModel model, KernelOutcome all, Map<String, DataType> types) {
    ExploredMemory memory = new ExploredMemory(all.buffers(), types);
    KernelOutcome outcome = all;
    if (options.filter() != null) {
      outcome = StateFilter.keep(all, Assertion.read("--filter", options.filter(), memory));
      if (outcome.states().isEmpty() && !all.states().isEmpty()) {
        notes.add("no final state satisfies --filter");
      }
    }
    if (all.isCorrect() && all.states().isEmpty() && all.executions() == 0) {
      notes.add("no execution meets the kernel's assumptions");
    }
    Boolean assertion = null;
    KernelOutcome.State violating = null;
    if (options.assertion() != null) {
      Assertion.Condition condition = Assertion.read("--assert", options.assertion(), memory);
      violating =
          first(outcome.states().stream().filter(s -> !s.weak()).toList(), condition, false);
      violating = violating == null ? first(outcome.states(), condition, false) : violating;
      assertion = violating != null ? Boolean.FALSE : outcome.complete() ? Boolean.TRUE : null;
    }
    Boolean exists = null;
    if (options.exists() != null) {
      Assertion.Condition condition = Assertion.read("--exists", options.exists(), memory);
      boolean found = first(outcome.states(), condition, true) != null;
      exists = found ? Boolean.TRUE : outcome.complete() ? Boolean.FALSE : null;
    }
    return new ExploreResult(
        file.toString(),
        String.valueOf(kernelName),
        options.axioms() == null ? model.toString() : options.axioms().name(),
        options.progress(),
        outcome,
        memory.changed(outcome.states(), outcome.initial()),
        assertion,
        exists,
        violating,
        null);
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
}
