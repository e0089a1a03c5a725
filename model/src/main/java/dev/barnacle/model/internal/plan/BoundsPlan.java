package dev.barnacle.model.internal.plan;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks of several models over one execution that is known in part: a check may be certain to
 * hold, certain to fail, or open. Terms of the models that say the same are one node, so that what
 * the models share is computed once and known to be shared.
 *
 * <p>A lower bound of an operator is the operator on lower bounds of its arguments, and on upper
 * bounds where it is antitone. Only what depends on a changed input is computed again.
 */
public final class BoundsPlan {
  private static final int RELATIONS = 32;
  private static final int MODIFICATION = 63;

  private final int capacity;
  private final Map<Object, BoundsNode> known = new HashMap<>();
  private final List<BoundsNode> nodes = new ArrayList<>();
  private final Relation scratch;
  private long inexact;
  private long changed = -1;
  private int size;
  private long used;

  /** A plan for executions of at most {@code capacity} events, 64 at most. */
  public BoundsPlan(int capacity) {
    if (capacity > 64) {
      throw new IllegalArgumentException("at most 64 events, not " + capacity);
    }
    this.capacity = capacity;
    this.scratch = new Relation(capacity);
    input(true, bit(BaseSet.WRITE), BaseSet.WRITE);
    input(false, bit(BaseRelation.LOCATION), BaseRelation.LOCATION);
    input(false, 1L << MODIFICATION, "mo");
  }

  private record Key(Object operator, List<BoundsNode> arguments) {}

  private record OrderKey(
      BoundsNode domain, BoundsNode base, boolean byLocation, int number, boolean shared) {}

  /** A check, compiled; equal checks of equal terms are equal. */
  public record Test(Check.Kind kind, boolean negated, Object value) {}

  /** Compiles a check. */
  public Test test(Check check) {
    return new Test(check.kind(), check.negated(), node(check.term()));
  }

  /** Returns whether some compiled check depends on a base set. */
  public boolean uses(BaseSet set) {
    return (used() & bit(set)) != 0;
  }

  /** Returns whether some compiled check depends on a base relation. */
  public boolean uses(BaseRelation relation) {
    return (used() & bit(relation)) != 0;
  }

  private long used() {
    if (used == 0) {
      for (BoundsNode node : nodes) {
        used |= node instanceof BoundsNode.Input || node.inputs == -1L ? 0 : node.inputs;
      }
    }
    return used;
  }

  @SuppressWarnings("EnumOrdinal") // a bit each, whichever
  private static long bit(BaseSet set) {
    return 1L << set.ordinal();
  }

  @SuppressWarnings("EnumOrdinal") // a bit each, whichever
  private static long bit(BaseRelation relation) {
    return 1L << (RELATIONS + relation.ordinal());
  }

  // --- compiling ---

  private BoundsNode input(boolean set, long inputs, Object key) {
    return add(key, new BoundsNode.Input(set, capacity, inputs));
  }

  private BoundsNode add(Object key, BoundsNode node) {
    BoundsNode old = known.putIfAbsent(key, node);
    if (old != null) {
      return old;
    }
    nodes.add(node);
    return node;
  }

  private BoundsNode node(Term term) {
    return switch (term) {
      case Term.Empty e -> input(e.set, 0, e.set);
      case Term.SetBase s -> input(true, bit(s.base), s.base);
      case Term.RelationBase r -> input(false, bit(r.base), r.base);
      case Term.Choice c -> order(c);
      case Term.Variable v -> variable(v);
      case Term.Apply a -> {
        List<BoundsNode> in = new ArrayList<>();
        a.arguments.forEach(t -> in.add(node(t)));
        yield add(
            new Key(a.operator, List.copyOf(in)),
            new BoundsNode.Apply(a.operator, in, a.set, capacity));
      }
    };
  }

  private BoundsNode order(Term.Choice choice) {
    BoundsNode domain = node(choice.domain);
    BoundsNode base = node(choice.base);
    return add(
        new OrderKey(domain, base, choice.byLocation, choice.number, true),
        new BoundsNode.Order(
            domain,
            base,
            choice.byLocation,
            node(BaseSet.WRITE),
            known("mo"),
            node(BaseRelation.LOCATION),
            capacity));
  }

  private BoundsNode node(BaseSet set) {
    return known(set);
  }

  private BoundsNode node(BaseRelation relation) {
    return known(relation);
  }

  private BoundsNode known(Object key) {
    BoundsNode node = known.get(key);
    if (node == null) {
      throw new IllegalStateException("no node of " + key);
    }
    return node;
  }

  private BoundsNode variable(Term.Variable variable) {
    BoundsNode there = known.get(variable);
    if (there != null) {
      return there;
    }
    // What the bodies depend on is not known before they are there: all of it.
    List<BoundsNode> variables = new ArrayList<>();
    for (Term.Variable v : variable.recursion.variables) {
      BoundsNode node = new BoundsNode.Input(v.set, capacity, -1L);
      known.put(v, node);
      variables.add(node);
    }
    int first = nodes.size();
    List<BoundsNode> values = new ArrayList<>();
    variable.recursion.bodies.forEach(b -> values.add(node(b)));
    List<BoundsNode> body = List.copyOf(nodes.subList(first, nodes.size()));
    nodes.add(new BoundsNode.Fixpoint(body, variables, values, -1L, capacity));
    return known(variable);
  }

  // --- the execution ---

  /** Sets the number of events; all inputs are to be told. */
  public void size(int n) {
    if (n > capacity) {
      throw new IllegalArgumentException(n + " events, more than " + capacity);
    }
    changed = n == size ? changed : -1;
    size = n;
  }

  /** Tells a base set: what is certainly in it, and what may be. */
  public void set(BaseSet set, long certain, long possible) {
    BoundsNode node = known.get(set);
    if (node != null) {
      long[] lower = node.lower.bits();
      long[] upper = node.upper.bits();
      note(bit(set), lower[0] != certain || upper[0] != possible, certain != possible);
      lower[0] = certain;
      upper[0] = possible;
    }
  }

  /** Tells a base relation, a row an event. */
  public void relation(BaseRelation relation, long[] certain, long[] possible) {
    BoundsNode node = known.get(relation);
    if (node != null) {
      tell(node, bit(relation), certain, possible);
    }
  }

  /** Tells the modification order: of each location, a total order of all writes. */
  public void modificationOrder(long[] rows) {
    tell(known("mo"), 1L << MODIFICATION, rows, rows);
  }

  private void tell(BoundsNode node, long input, long[] certain, long[] possible) {
    long[] lower = node.lower.bits();
    long[] upper = node.upper.bits();
    note(
        input,
        !Arrays.equals(lower, 0, size, certain, 0, size)
            || !Arrays.equals(upper, 0, size, possible, 0, size),
        !Arrays.equals(certain, 0, size, possible, 0, size));
    System.arraycopy(certain, 0, lower, 0, size);
    System.arraycopy(possible, 0, upper, 0, size);
  }

  private void note(long input, boolean isChanged, boolean isOpen) {
    changed |= isChanged ? input : 0;
    inexact = isOpen ? inexact | input : inexact & ~input;
  }

  /** Computes all that depends on what was told since the last time. */
  public void evaluate() {
    for (int i = 0; i < nodes.size(); i++) {
      BoundsNode node = nodes.get(i);
      if ((node.inputs & changed) != 0) {
        node.compute(size, inexact);
      }
    }
    changed = 0;
  }

  /** After {@link #evaluate}: whether a check certainly passes. */
  public boolean passes(Test test) {
    BoundsNode node = (BoundsNode) test.value;
    var bound = test.negated ? node.lower : node.upper;
    return new Check(test.kind, test.negated, EMPTY).holds(bound, scratch, size) != test.negated;
  }

  /** After {@link #evaluate}: whether a check certainly fails. */
  public boolean fails(Test test) {
    BoundsNode node = (BoundsNode) test.value;
    var bound = test.negated ? node.upper : node.lower;
    return new Check(test.kind, test.negated, EMPTY).holds(bound, scratch, size) == test.negated;
  }

  private static final Term EMPTY = new Term.Empty(false);

  /** The orders that a model generates, compiled. */
  public List<Object> orders(Terms terms) {
    List<Object> orders = new ArrayList<>();
    terms.choices().forEach(c -> orders.add(order(c)));
    return orders;
  }

  /** Returns whether an order's base certainly contradicts the modification order. */
  public boolean contradicts(Object order) {
    return ((BoundsNode.Order) order).contradicted;
  }

  /** Returns whether an order's base may contradict the modification order. */
  public boolean mayContradict(Object order) {
    return ((BoundsNode.Order) order).contradictable;
  }
}
