package dev.barnacle.cli.internal.compare;

import dev.barnacle.cli.internal.compare.Difference.Answers;
import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.explore.Distinction;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.model.Axiom;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Proves that two models answer a program of an execution differently: all executions of the litmus
 * test are explored under both. (An execution alone proves nothing, as another may end in the same
 * state: Wickerson and others, POPL 2017, section 4, call those that do prove it dead.)
 */
final class Proof {
  private final List<String> names;
  private final List<Explorer> explorers;
  private final boolean openCl;
  private final boolean guards;
  private final boolean racy;
  private final boolean statesOnly;
  private final BooleanSupplier stop;

  /**
   * Makes one.
   *
   * @param names the names of the two models
   * @param openCl whether the tests are in OpenCL C
   * @param guards whether operations may be guarded by what was read before
   * @param racy whether a difference of the condition counts where both models find a fault
   * @param statesOnly whether a fault that one model finds is no difference of its own
   */
  Proof(
      List<String> names,
      List<Model> models,
      boolean openCl,
      boolean guards,
      boolean racy,
      boolean statesOnly,
      BooleanSupplier stop) {
    this.statesOnly = statesOnly;
    this.names = names;
    this.explorers = models.stream().map(Explorer::new).toList();
    this.openCl = openCl;
    this.guards = guards;
    this.racy = racy;
    this.stop = stop;
  }

  /** The difference that a program of an execution shows, if any does. */
  Optional<Difference> of(Distinction distinction, String name) throws ExploreException {
    Optional<Difference> plain = of(distinction, name, false);
    if (plain.isPresent() && plain.get().answers().raceFree()) {
      return plain;
    }
    if (guards && LitmusText.hasGuards(distinction)) {
      Optional<Difference> guarded = of(distinction, name, true);
      if (guarded.isPresent() && guarded.get().answers().raceFree()) {
        return guarded;
      }
    }
    return plain.filter(d -> racy && isAtomic(distinction));
  }

  private static boolean isAtomic(Distinction distinction) {
    return distinction.threads().stream()
        .allMatch(t -> t.operations().stream().allMatch(Distinction.Operation::atomic));
  }

  private Optional<Difference> of(Distinction distinction, String name, boolean guarded)
      throws ExploreException {
    String text = new LitmusText(distinction, openCl, guarded).of(name, "");
    List<LitmusResult> results = new ArrayList<>();
    try {
      LitmusTest test = LitmusReader.parse(name, text);
      LitmusTask task = new LitmusTask(test);
      for (int model = 0; model < 2; model++) {
        Outcome outcome = task.run(explorers.get(model), 0, stop);
        if (!outcome.complete()) {
          return Optional.empty();
        }
        results.add(
            new LitmusResult(
                name + ".litmus", test, task, names.get(model), false, outcome, 0, null));
      }
    } catch (FrontendException e) {
      throw new IllegalStateException("not a litmus test: " + e.diagnostics() + "\n" + text, e);
    }
    return judged(distinction, name, results)
        .map(d -> d.with(new LitmusText(distinction, openCl, guarded).of(name, d.words())));
  }

  private Optional<Difference> judged(
      Distinction distinction, String name, List<LitmusResult> results) {
    for (int model = 0; model < 2 && !statesOnly; model++) {
      Outcome with = results.get(model).outcome();
      Outcome without = results.get(1 - model).outcome();
      if (!with.faults().isEmpty() && without.faults().isEmpty()) {
        Outcome.Fault fault = with.faults().values().iterator().next();
        Answers answers = new Answers(names.get(model), names.get(1 - model), fault.check(), true);
        String kind = fault.kind().keyword();
        return Optional.of(
            new Difference(name, size(distinction), "", kind, answers, results.get(1 - model)));
      }
    }
    int allows = results.get(0).outcome().positive() > 0 ? 0 : 1;
    LitmusResult forbidding = results.get(1 - allows);
    if (results.get(allows).outcome().positive() == 0 || forbidding.outcome().positive() > 0) {
      return Optional.empty();
    }
    String axioms =
        distinction.allowedBy() == allows && !distinction.fault()
            ? distinction.axioms().stream().map(Axiom::name).collect(Collectors.joining(", "))
            : "";
    boolean raceFree = forbidding.outcome().faults().isEmpty();
    Answers answers = new Answers(names.get(allows), names.get(1 - allows), axioms, raceFree);
    return Optional.of(
        new Difference(name, size(distinction), "", Difference.STATE, answers, forbidding));
  }

  private static int size(Distinction distinction) {
    return distinction.threads().stream().mapToInt(t -> t.operations().size()).sum();
  }
}
