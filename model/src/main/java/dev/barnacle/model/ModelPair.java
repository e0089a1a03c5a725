package dev.barnacle.model;

import dev.barnacle.model.internal.plan.BoundsPlan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Two models over one execution of which only a part is known, such as the events without their
 * memory orders: whether it is consistent under the one and under the other may be certain or open.
 * What the two models say in the same way is known to be the same.
 *
 * <p>Sets and relations are told as bits, event 0 the lowest; at most 64 events.
 */
public final class ModelPair {
  /** The possible knowledge of a statement. */
  public enum Truth {
    /** It is certainly false. */
    NO,
    /** It depends on what is not known. */
    OPEN,
    /** It is certainly true. */
    YES;

    private Truth and(Truth other) {
      return this == NO || other == NO ? NO : this == OPEN || other == OPEN ? OPEN : YES;
    }

    private Truth or(Truth other) {
      return this == YES || other == YES ? YES : this == OPEN || other == OPEN ? OPEN : NO;
    }
  }

  private record Compiled(
      Model model,
      List<BoundsPlan.Test> axioms,
      Set<BoundsPlan.Test> faults,
      List<Object> orders) {}

  private final BoundsPlan plan;
  private final List<Compiled> models = new ArrayList<>();
  private final Set<BoundsPlan.Test> shared = new LinkedHashSet<>();
  private final Set<Object> sharedOrders = new LinkedHashSet<>();

  /**
   * Makes one.
   *
   * @param capacity the greatest number of events
   */
  public ModelPair(Model first, Model second, int capacity) {
    plan = new BoundsPlan(capacity);
    models.add(compiled(first));
    models.add(compiled(second));
    shared.addAll(models.get(0).axioms);
    shared.retainAll(models.get(1).axioms);
    sharedOrders.addAll(models.get(0).orders);
    sharedOrders.retainAll(models.get(1).orders);
  }

  private Compiled compiled(Model model) {
    return new Compiled(
        model,
        model.checks().stream().map(plan::test).toList(),
        new LinkedHashSet<>(model.faultChecks().stream().map(plan::test).toList()),
        plan.orders(model.terms()));
  }

  /** Returns whether an axiom or a fault of one of the models speaks of a set. */
  public boolean uses(BaseSet set) {
    return plan.uses(set);
  }

  /** Returns whether an axiom or a fault of one of the models speaks of a relation. */
  public boolean uses(BaseRelation relation) {
    return plan.uses(relation);
  }

  /** Begins an execution of so many events; all of its sets and relations are to be told. */
  public void begin(int events) {
    plan.size(events);
  }

  /** Tells which events are certainly in a set, and which may be. */
  public void set(BaseSet set, long certain, long possible) {
    plan.set(set, certain, possible);
  }

  /** Tells which pairs are certainly in a relation, and which may be, a row an event. */
  public void relation(BaseRelation relation, long[] certain, long[] possible) {
    plan.relation(relation, certain, possible);
  }

  /** Tells the modification order: for each location a total order of all its writes. */
  public void modificationOrder(long[] rows) {
    plan.modificationOrder(rows);
  }

  /** Evaluates both models on what was told. */
  public void evaluate() {
    plan.evaluate();
  }

  /** Returns whether the execution satisfies what both models say. */
  public Truth agreed() {
    Truth truth = Truth.YES;
    for (BoundsPlan.Test axiom : shared) {
      truth = truth.and(passes(axiom));
    }
    for (Object order : sharedOrders) {
      truth = truth.and(exists(order));
    }
    return truth;
  }

  /**
   * Returns whether the execution satisfies what only one of the models says.
   *
   * @param model 0 or 1
   */
  public Truth own(int model) {
    Truth truth = Truth.YES;
    for (BoundsPlan.Test axiom : models.get(model).axioms) {
      if (!shared.contains(axiom)) {
        truth = truth.and(passes(axiom));
      }
    }
    for (Object order : models.get(model).orders) {
      if (!sharedOrders.contains(order)) {
        truth = truth.and(exists(order));
      }
    }
    return truth;
  }

  /**
   * Returns whether the execution has a fault of a model.
   *
   * @param model 0 or 1
   */
  public Truth faulty(int model) {
    Truth truth = Truth.NO;
    for (BoundsPlan.Test fault : models.get(model).faults) {
      truth = truth.or(not(passes(fault)));
    }
    return truth;
  }

  /** Returns whether the two models find the same faults, whatever the execution. */
  public boolean haveSameFaults() {
    return models.get(0).faults.equals(models.get(1).faults);
  }

  private Truth passes(BoundsPlan.Test test) {
    return plan.fails(test) ? Truth.NO : plan.passes(test) ? Truth.YES : Truth.OPEN;
  }

  private Truth exists(Object order) {
    return plan.contradicts(order) ? Truth.NO : plan.mayContradict(order) ? Truth.OPEN : Truth.YES;
  }

  private static Truth not(Truth truth) {
    return switch (truth) {
      case NO -> Truth.YES;
      case OPEN -> Truth.OPEN;
      case YES -> Truth.NO;
    };
  }

  /**
   * The axioms of a model that the execution certainly violates, in the order of its file.
   *
   * @param model 0 or 1
   */
  public List<Axiom> violated(int model) {
    Compiled m = models.get(model);
    List<Axiom> violated = new ArrayList<>();
    for (int i = 0; i < m.axioms.size(); i++) {
      if (plan.fails(m.axioms.get(i))) {
        violated.add(m.model.axioms().get(i));
      }
    }
    return violated;
  }
}
