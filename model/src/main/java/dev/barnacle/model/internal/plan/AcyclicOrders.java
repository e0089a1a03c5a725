package dev.barnacle.model.internal.plan;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.internal.operator.Complement;
import dev.barnacle.model.internal.operator.Composition;
import dev.barnacle.model.internal.operator.Difference;
import dev.barnacle.model.internal.operator.Identity;
import dev.barnacle.model.internal.operator.Intersection;
import dev.barnacle.model.internal.operator.Inverse;
import dev.barnacle.model.internal.operator.Operator;
import dev.barnacle.model.internal.operator.Product;
import dev.barnacle.model.internal.operator.ReflexiveClosure;
import dev.barnacle.model.internal.operator.TransitiveClosure;
import dev.barnacle.model.internal.operator.Union;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the relations of which, together with sequenced-before between accesses of one region, a
 * model's axioms forbid every cycle: happens-before in most models. They are told by the shape of
 * their definitions, whatever their names; one of another shape is not found.
 */
public final class AcyclicOrders {
  /** So many parts are looked at: terms share parts, and nothing more is found then. */
  private static final int MOST_STEPS = 100_000;

  private final Terms terms;
  private final List<Check> checks;
  private final Term sequencedBefore;
  private final Term readsFrom;
  private int steps;

  /** Looks at a model's axioms. */
  public AcyclicOrders(Terms terms, List<Check> checks) {
    this.terms = terms;
    this.checks = checks;
    this.sequencedBefore = terms.base(BaseRelation.SEQUENCED_BEFORE);
    this.readsFrom = terms.base(BaseRelation.READS_FROM);
  }

  /**
   * The relations that are found.
   *
   * @param region the accesses whose sequenced-before counts: global or local ones
   */
  public Set<Term> within(BaseSet region) {
    Set<Term> found = new LinkedHashSet<>();
    for (Check check : checks) {
      if (check.negated() || check.kind() == Check.Kind.EMPTY || check.term().isSet()) {
        continue;
      }
      Term term = check.term();
      if (check.kind() == Check.Kind.ACYCLIC && covers(term, region)) {
        found.add(term);
        found.add(terms.closure(term));
      }
      Stream.concat(Stream.of(term), members(term).stream())
          .filter(t -> isClosed(t, region) || isJoined(t))
          .forEach(found::add);
    }
    return found;
  }

  /**
   * Returns whether an axiom has non-atomic reads of a region read from what the order puts before.
   */
  public boolean ordersNonAtomicReads(Term order, BaseSet region) {
    return checks.stream()
        .anyMatch(
            c ->
                c.kind() == Check.Kind.IRREFLEXIVE
                    && !c.negated()
                    && readsOutside(c.term(), order, region));
  }

  /** The check that fails where a read comes in an order after what it reads from. */
  public Check neverAfterSource(Term order) {
    return new Check(
        Check.Kind.IRREFLEXIVE, false, terms.composition(order, terms.inverse(readsFrom)));
  }

  /** {@code rf ; [naL] ; ~(V^-1)} where V is a part of the order. */
  private boolean readsOutside(Term term, Term order, BaseSet region) {
    List<Term> factors = factors(term);
    return factors.size() == 3
        && factors.get(0) == readsFrom
        && factors.get(1) instanceof Term.Apply identity
        && identity.operator instanceof Identity
        && hasNonAtomicReads(identity.arguments.get(0), region)
        && factors.get(2) instanceof Term.Apply outer
        && outer.arguments.get(0) instanceof Term.Apply inner
        && ((is(outer, Complement.class) && is(inner, Inverse.class))
            || (is(outer, Inverse.class) && is(inner, Complement.class)))
        && isPart(inner.arguments.get(0), order);
  }

  private boolean hasNonAtomicReads(Term set, BaseSet region) {
    if (++steps > MOST_STEPS) {
      return false;
    }
    if (set instanceof Term.Apply a && a.operator instanceof Intersection) {
      return a.arguments.stream().allMatch(t -> hasNonAtomicReads(t, region));
    }
    return set == terms.base(BaseSet.NON_ATOMIC_LOCATION)
        || set == terms.base(region)
        || set == terms.base(BaseSet.READ);
  }

  private boolean isPart(Term part, Term whole) {
    if (++steps > MOST_STEPS) {
      return false;
    }
    if (part == whole || !(part instanceof Term.Apply a)) {
      return part == whole;
    }
    return switch (a.operator) {
      case Intersection i -> a.arguments.stream().anyMatch(t -> isPart(t, whole));
      case Difference d -> isPart(a.arguments.get(0), whole);
      default -> false;
    };
  }

  /** {@code (sb | …)+}. */
  private boolean isClosed(Term term, BaseSet region) {
    return term instanceof Term.Apply a
        && a.operator instanceof TransitiveClosure
        && covers(a.arguments.get(0), region);
  }

  /**
   * {@code sb | (I * …) | (sb? ; …)+}: a cycle of these and sequenced-before, turned to start and
   * end with the last, is one of the last alone.
   */
  private boolean isJoined(Term term) {
    Set<Term> members = members(term);
    return members.stream().filter(this::startsWithSequence).count() == 1
        && members.stream()
            .allMatch(t -> t == sequencedBefore || isFromInitial(t) || startsWithSequence(t));
  }

  private boolean startsWithSequence(Term term) {
    return term instanceof Term.Apply closure
        && closure.operator instanceof TransitiveClosure
        && factors(closure.arguments.get(0)).get(0) instanceof Term.Apply first
        && first.operator instanceof ReflexiveClosure
        && first.arguments.get(0) == sequencedBefore;
  }

  private boolean isFromInitial(Term term) {
    return term instanceof Term.Apply a
        && a.operator instanceof Product
        && a.arguments.get(0) == terms.base(BaseSet.INIT);
  }

  /** Returns whether a relation contains sequenced-before between the accesses of a region. */
  private boolean covers(Term term, BaseSet region) {
    if (++steps > MOST_STEPS) {
      return false;
    }
    if (term == sequencedBefore || !(term instanceof Term.Apply a)) {
      return term == sequencedBefore;
    }
    return switch (a.operator) {
      case Union u -> a.arguments.stream().anyMatch(t -> covers(t, region));
      case Intersection i -> a.arguments.stream().allMatch(t -> covers(t, region));
      case Product p -> a.arguments.stream().allMatch(t -> t == terms.base(region));
      default -> false;
    };
  }

  private static boolean is(Term.Apply term, Class<? extends Operator> operator) {
    return operator.isInstance(term.operator);
  }

  /** The parts of a union, each once: terms share parts, and their paths may be very many. */
  private static Set<Term> members(Term term) {
    Set<Term> seen = new LinkedHashSet<>();
    Set<Term> parts = new LinkedHashSet<>();
    collect(term, seen, parts);
    return parts;
  }

  private static void collect(Term term, Set<Term> seen, Set<Term> parts) {
    if (!seen.add(term)) {
      return;
    }
    if (term instanceof Term.Apply a && a.operator instanceof Union) {
      a.arguments.forEach(t -> collect(t, seen, parts));
    } else {
      parts.add(term);
    }
  }

  /** The factors of a composition, or the first four of more. */
  private static List<Term> factors(Term term) {
    List<Term> factors = new ArrayList<>();
    collect(term, factors);
    return factors;
  }

  private static void collect(Term term, List<Term> factors) {
    if (factors.size() > 3) {
      return;
    }
    if (term instanceof Term.Apply a && a.operator instanceof Composition) {
      a.arguments.forEach(t -> collect(t, factors));
    } else {
      factors.add(term);
    }
  }
}
