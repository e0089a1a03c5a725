package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.Blame;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.Question;
import dev.barnacle.explore.Scenario;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.Proposition;
import dev.barnacle.frontend.litmus.Reference;
import dev.barnacle.ir.AddressSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Explores a litmus test: turns it into a scenario and a question. */
public final class LitmusTask {
  private final LitmusTest test;
  private final Map<Reference, Integer> position = new HashMap<>();
  private final List<Reference> references;

  /** Makes the task of a test. */
  public LitmusTask(LitmusTest test) {
    this.test = test;
    List<Reference> all = new ArrayList<>(test.observed());
    collect(test.filter(), all);
    this.references = all.stream().distinct().toList();
    for (int i = 0; i < references.size(); i++) {
      position.put(references.get(i), i);
    }
  }

  /** Explores it, every execution. */
  public Outcome run(Explorer explorer, int unroll, BooleanSupplier stop) throws ExploreException {
    return run(explorer, false, unroll, stop);
  }

  /**
   * Explores it.
   *
   * @param verdictOnly whether to end as soon as the verdict is decided
   */
  public Outcome run(Explorer explorer, boolean verdictOnly, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return verdictOnly
        ? explorer.decide(scenario(), question(), this::mayDecide, unroll, stop)
        : explorer.explore(scenario(), question(), unroll, stop);
  }

  /**
   * Looks for a forbidden execution that would decide the verdict: see {@link Explorer#forbidden}.
   */
  public Optional<ExecutionGraph> forbidden(Explorer explorer, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return explorer.forbidden(scenario(), question(), this::mayDecide, unroll, stop);
  }

  /** Counts which axioms forbid its executions: see {@link Explorer#blame}. */
  public Blame blame(Explorer explorer, int unroll, BooleanSupplier stop) throws ExploreException {
    return explorer.blame(scenario(), question(), unroll, stop);
  }

  private Question question() {
    List<Observable> observables = new ArrayList<>();
    for (Reference reference : references) {
      observables.add(
          switch (reference) {
            case Reference.Register r ->
                new Observable.Register(
                    r.thread(),
                    java.util.Objects.requireNonNull(
                        test.threads().get(r.thread()).registers().get(r.name())));
            case Reference.Memory m -> new Observable.Element(m.location(), m.element());
          });
    }
    List<Long> constants = new ArrayList<>();
    constants(test.condition(), constants);
    constants(test.filter(), constants);
    return new Question(
        observables, s -> holds(test.condition(), s), s -> holds(test.filter(), s), constants);
  }

  /**
   * Returns whether a final state can decide the verdict: satisfy the condition, or break a forall.
   */
  private boolean mayDecide(long[] state, boolean[] known) {
    boolean breaks = test.quantifier() == LitmusTest.Quantifier.FORALL;
    return mayBe(test.condition(), !breaks, state, known)
        && mayBe(test.filter(), true, state, known);
  }

  /** Returns whether a proposition may have this truth, whatever the unknown values are. */
  private boolean mayBe(Proposition p, boolean truth, long[] state, boolean[] known) {
    return switch (p) {
      case Proposition.Constant c -> c.value() == truth;
      case Proposition.IsValue v -> !isKnown(v.left(), known) || holds(p, state) == truth;
      case Proposition.IsAddress a -> !isKnown(a.left(), known) || holds(p, state) == truth;
      case Proposition.IsSame s ->
          !isKnown(s.left(), known) || !isKnown(s.right(), known) || holds(p, state) == truth;
      case Proposition.Not n -> mayBe(n.operand(), !truth, state, known);
      case Proposition.And a ->
          both(truth, mayBe(a.left(), truth, state, known), mayBe(a.right(), truth, state, known));
      case Proposition.Or o ->
          both(!truth, mayBe(o.left(), truth, state, known), mayBe(o.right(), truth, state, known));
      case Proposition.Implies i ->
          both(
              !truth, mayBe(i.left(), !truth, state, known), mayBe(i.right(), truth, state, known));
    };
  }

  private static boolean both(boolean all, boolean a, boolean b) {
    return all ? a && b : a || b;
  }

  private boolean isKnown(Reference reference, boolean[] known) {
    return known[position.getOrDefault(reference, 0)];
  }

  private Scenario scenario() {
    List<Scenario.Worker> workers = new ArrayList<>();
    for (LitmusTest.LitmusThread t : test.threads()) {
      workers.add(
          new Scenario.Worker(
              t.name(), t.function(), t.arguments(), t.subGroup(), t.workGroup(), t.device()));
    }
    List<Scenario.Memory> memory = new ArrayList<>();
    for (LitmusTest.SharedLocation l : test.locations()) {
      List<Scenario.Initial> initial =
          l.initial().stream()
              .map(i -> new Scenario.Initial(i.value(), number(i.location())))
              .toList();
      memory.add(
          new Scenario.Memory(
              l.name(),
              l.space() == AddressSpace.LOCAL,
              (int) l.element().byteSize(),
              initial,
              l.atomic()));
    }
    return new Scenario(
        workers,
        memory,
        test.unsequenced(),
        test.barriers(),
        test.dialect() == LitmusTest.Dialect.OPENCL);
  }

  private int number(String location) {
    for (int i = 0; i < test.locations().size(); i++) {
      if (test.locations().get(i).name().equals(location)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns whether a proposition holds of a final state: the values of {@link #references}. */
  public boolean holds(Proposition p, long[] state) {
    return switch (p) {
      case Proposition.Constant c -> c.value();
      case Proposition.IsValue v -> value(v.left(), state) == v.value();
      case Proposition.IsAddress a -> value(a.left(), state) == Explorer.addressOf(a.location(), 0);
      case Proposition.IsSame s -> value(s.left(), state) == value(s.right(), state);
      case Proposition.Not n -> !holds(n.operand(), state);
      case Proposition.And a -> holds(a.left(), state) && holds(a.right(), state);
      case Proposition.Or o -> holds(o.left(), state) || holds(o.right(), state);
      case Proposition.Implies i -> !holds(i.left(), state) || holds(i.right(), state);
    };
  }

  private long value(Reference reference, long[] state) {
    return state[position.getOrDefault(reference, 0)];
  }

  /** Returns the observed references, in the order of the states. */
  public List<Reference> references() {
    return references;
  }

  /** A value as the test would write it. */
  public String show(Reference reference, long value) {
    for (int l = 0; l < test.locations().size(); l++) {
      if (value == Explorer.addressOf(l, 0)) {
        return test.locations().get(l).name();
      }
    }
    return Long.toString(value);
  }

  private static void constants(Proposition p, List<Long> out) {
    switch (p) {
      case Proposition.IsValue v -> out.add(v.value());
      case Proposition.Not n -> constants(n.operand(), out);
      case Proposition.And a -> {
        constants(a.left(), out);
        constants(a.right(), out);
      }
      case Proposition.Or o -> {
        constants(o.left(), out);
        constants(o.right(), out);
      }
      case Proposition.Implies i -> {
        constants(i.left(), out);
        constants(i.right(), out);
      }
      default -> {}
    }
  }

  private static void collect(Proposition p, List<Reference> out) {
    switch (p) {
      case Proposition.IsValue v -> out.add(v.left());
      case Proposition.IsAddress a -> out.add(a.left());
      case Proposition.IsSame s -> {
        out.add(s.left());
        out.add(s.right());
      }
      case Proposition.Not n -> collect(n.operand(), out);
      case Proposition.And a -> {
        collect(a.left(), out);
        collect(a.right(), out);
      }
      case Proposition.Or o -> {
        collect(o.left(), out);
        collect(o.right(), out);
      }
      case Proposition.Implies i -> {
        collect(i.left(), out);
        collect(i.right(), out);
      }
      case Proposition.Constant c -> {}
    }
  }
}
