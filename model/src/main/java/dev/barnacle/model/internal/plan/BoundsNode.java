package dev.barnacle.model.internal.plan;

import dev.barnacle.model.Bits;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Relation;
import dev.barnacle.model.internal.operator.Operator;
import java.util.List;

/** A term's value over an execution that is known in part: what is certainly, what may be in it. */
abstract sealed class BoundsNode {
  final Bits lower;
  final Bits upper;

  /** The inputs that it depends on, a bit each. */
  final long inputs;

  private BoundsNode(boolean set, int capacity, long inputs) {
    this.lower = set ? new EventSet(capacity) : new Relation(capacity);
    this.upper = set ? new EventSet(capacity) : new Relation(capacity);
    this.inputs = inputs;
  }

  /**
   * Computes both bounds.
   *
   * @param inexact the inputs that are not known exactly
   */
  abstract void compute(int n, long inexact);

  final void exact() {
    System.arraycopy(lower.bits(), 0, upper.bits(), 0, lower.bits().length);
  }

  /** A set or relation that is given and not computed. */
  static final class Input extends BoundsNode {
    Input(boolean set, int capacity, long inputs) {
      super(set, capacity, inputs);
    }

    @Override
    void compute(int n, long inexact) {}
  }

  /** An operator on nodes. */
  static final class Apply extends BoundsNode {
    private final Operator operator;
    private final Bits[] below;
    private final Bits[] above;

    Apply(Operator operator, List<BoundsNode> in, boolean set, int capacity) {
      super(set, capacity, in.stream().mapToLong(i -> i.inputs).reduce(0, (a, b) -> a | b));
      this.operator = operator;
      this.below = new Bits[in.size()];
      this.above = new Bits[in.size()];
      for (int i = 0; i < below.length; i++) {
        boolean antitone = operator.antitone(i);
        below[i] = antitone ? in.get(i).upper : in.get(i).lower;
        above[i] = antitone ? in.get(i).lower : in.get(i).upper;
      }
    }

    @Override
    void compute(int n, long inexact) {
      operator.apply(below, lower, n);
      if ((inputs & inexact) == 0) {
        exact();
      } else {
        operator.apply(above, upper, n);
      }
    }
  }

  /**
   * A generated order. An order of each location's writes is the modification order that was told;
   * of any other, what its base says is certain.
   */
  static final class Order extends BoundsNode {
    private final BoundsNode domain;
    private final BoundsNode base;
    private final boolean byLocation;
    private final BoundsNode writes;
    private final BoundsNode modification;
    private final BoundsNode location;

    /** True if the base certainly contradicts the order; {@link #contradictable} if it may. */
    boolean contradicted;

    boolean contradictable;

    Order(
        BoundsNode domain,
        BoundsNode base,
        boolean byLocation,
        BoundsNode writes,
        BoundsNode modification,
        BoundsNode location,
        int capacity) {
      super(
          false,
          capacity,
          domain.inputs | base.inputs | writes.inputs | modification.inputs | location.inputs);
      this.domain = domain;
      this.base = base;
      this.byLocation = byLocation;
      this.writes = writes;
      this.modification = modification;
      this.location = location;
    }

    @Override
    void compute(int n, long inexact) {
      contradicted = false;
      contradictable = false;
      if (byLocation && (domain.upper.bits()[0] & ~writes.lower.bits()[0]) == 0) {
        told(n);
      } else {
        open(n);
      }
    }

    private void told(int n) {
      long[] mo = modification.lower.bits();
      for (int i = 0; i < n; i++) {
        lower.bits()[i] = mo[i] & square(domain.lower, i);
        upper.bits()[i] = mo[i] & square(domain.upper, i);
        long same = location.lower.bits()[i] & ~mo[i];
        contradicted |= (base.lower.bits()[i] & same & square(domain.lower, i)) != 0;
        contradictable |= (base.upper.bits()[i] & same & square(domain.upper, i)) != 0;
      }
    }

    private void open(int n) {
      contradictable = mayHaveCycle(n);
      long[] certain = lower.bits();
      for (int i = 0; i < n; i++) {
        long same = byLocation ? location.lower.bits()[i] : -1L;
        certain[i] = base.lower.bits()[i] & same & square(domain.lower, i);
        upper.bits()[i] = same & square(domain.upper, i) & ~(1L << i);
      }
      ((Relation) lower).close(n);
      contradicted = ((Relation) lower).hasReflexive(n);
      for (int i = 0; i < n; i++) {
        for (long row = certain[i]; row != 0; row &= row - 1) {
          ((Relation) upper).remove(Long.numberOfTrailingZeros(row), i);
        }
      }
    }

    /** Returns whether the base may have a cycle: what has none is part of a total order. */
    private boolean mayHaveCycle(int n) {
      for (int i = 0; i < n; i++) {
        long same = byLocation ? location.upper.bits()[i] : -1L;
        upper.bits()[i] = base.upper.bits()[i] & same & square(domain.upper, i);
      }
      ((Relation) upper).close(n);
      return ((Relation) upper).hasReflexive(n);
    }

    private static long square(Bits set, int i) {
      return set.bits()[0] & -(set.bits()[0] >>> i & 1);
    }
  }

  /** A group of recursive definitions: the least fixed points of both bounds. */
  static final class Fixpoint extends BoundsNode {
    private final List<BoundsNode> body;
    private final List<BoundsNode> variables;
    private final List<BoundsNode> values;

    Fixpoint(
        List<BoundsNode> body,
        List<BoundsNode> variables,
        List<BoundsNode> values,
        long inputs,
        int capacity) {
      super(true, capacity, inputs);
      this.body = body;
      this.variables = variables;
      this.values = values;
    }

    @Override
    void compute(int n, long inexact) {
      for (BoundsNode variable : variables) {
        variable.lower.clear();
        variable.upper.clear();
      }
      boolean changed = true;
      while (changed) {
        for (BoundsNode node : body) {
          node.compute(n, inexact);
        }
        changed = false;
        for (int i = 0; i < variables.size(); i++) {
          changed |= grow(variables.get(i).lower, values.get(i).lower, n);
          changed |= grow(variables.get(i).upper, values.get(i).upper, n);
        }
      }
    }

    private static boolean grow(Bits variable, Bits value, int n) {
      boolean changed = false;
      for (int i = 0; i < variable.used(n); i++) {
        long now = variable.bits()[i] | value.bits()[i];
        changed |= now != variable.bits()[i];
        variable.bits()[i] = now;
      }
      return changed;
    }
  }
}
