package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.KernelTuner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Looks for a weaker or a repaired kernel. Where no assertion is given, a weaker kernel must have
 * no final state that the kernel does not have.
 */
final class TuneRun {
  private final ExploreOptions options;
  private final KernelExplorer explorer;
  private final ExploredMemory memory;
  private final ExploreResult result;

  TuneRun(
      ExploreOptions options,
      KernelExplorer explorer,
      ExploredMemory memory,
      ExploreResult result) {
    this.options = options;
    this.explorer = explorer;
    this.memory = memory;
    this.result = result;
  }

  /** Returns whether the kernel is one for the search that is asked for. */
  boolean isWanted() {
    return switch (options.tune()) {
      case NOTHING -> false;
      case WEAKEST -> result.verdict().equals("correct");
      case REPAIR -> result.verdict().equals("faulty");
    };
  }

  TuneResult run(CommandSet commands, BooleanSupplier stop) throws ExploreException {
    KernelTuner tuner = new KernelTuner(explorer, commands, correct(), stop);
    List<KernelTuner.Tuning> found =
        options.tune() == Tune.WEAKEST ? List.of(tuner.weakest()) : tuner.repairs();
    return new TuneResult(options.tune(), found, tuner.explored(), tuner.isStopped());
  }

  private Predicate<KernelOutcome> correct() {
    if (options.assertion() != null) {
      Assertion.Condition condition = Assertion.read("--assert", options.assertion(), memory);
      return outcome ->
          outcome.states().stream().allMatch(s -> condition.holds(s, new HashMap<>()));
    }
    if (options.tune() == Tune.REPAIR) {
      return outcome -> true;
    }
    Set<String> states = new HashSet<>();
    result.outcome().states().forEach(s -> states.add(result.text(s)));
    return outcome -> outcome.states().stream().allMatch(s -> states.contains(result.text(s)));
  }
}
