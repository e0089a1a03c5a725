package dev.barnacle.model.internal.plan;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.internal.operator.Complement;
import dev.barnacle.model.internal.operator.Composition;
import dev.barnacle.model.internal.operator.Difference;
import dev.barnacle.model.internal.operator.Domain;
import dev.barnacle.model.internal.operator.Identity;
import dev.barnacle.model.internal.operator.Intersection;
import dev.barnacle.model.internal.operator.Inverse;
import dev.barnacle.model.internal.operator.Operator;
import dev.barnacle.model.internal.operator.Product;
import dev.barnacle.model.internal.operator.Range;
import dev.barnacle.model.internal.operator.ReflexiveClosure;
import dev.barnacle.model.internal.operator.TransitiveClosure;
import dev.barnacle.model.internal.operator.Union;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds terms, each only once, and knows what each operator does to their {@link Term.Traits}. */
public final class Terms {
  private static final Union UNION = new Union();
  private static final Intersection INTERSECTION = new Intersection();
  private static final Difference DIFFERENCE = new Difference();
  private static final Complement COMPLEMENT = new Complement();
  private static final Product PRODUCT = new Product();
  private static final Identity IDENTITY = new Identity();
  private static final Inverse INVERSE = new Inverse();
  private static final Composition COMPOSITION = new Composition();
  private static final TransitiveClosure CLOSURE = new TransitiveClosure();
  private static final ReflexiveClosure REFLEXIVE = new ReflexiveClosure();
  private static final Domain DOMAIN = new Domain();
  private static final Range RANGE = new Range();

  private record Key(Operator operator, List<Term> arguments) {}

  private final Map<Object, Term> known = new HashMap<>();
  private final List<Term.Choice> choices = new ArrayList<>();
  private final Map<Term, String> names = new HashMap<>();
  private final Map<Term, String> applications = new HashMap<>();

  /** The chosen orders so far, by number. */
  List<Term.Choice> choices() {
    return choices;
  }

  /** Takes note of the name that a model gives to a term; the first one stays. */
  public void name(Term term, String name) {
    names.putIfAbsent(term, name);
  }

  /** Takes note that a term is what a function gives for an argument. */
  public void name(Term term, String function, Term argument) {
    applications.putIfAbsent(term, function + "(" + new TermText(names()).of(argument) + ")");
  }

  /** The names of terms; what has none of its own may be named after a function. */
  Map<Term, String> names() {
    Map<Term, String> all = new HashMap<>(applications);
    all.putAll(names);
    return all;
  }

  /** A base set. */
  public Term base(BaseSet set) {
    return known.computeIfAbsent(set, k -> new Term.SetBase(set));
  }

  /** A base relation. */
  public Term base(BaseRelation relation) {
    return known.computeIfAbsent(relation, k -> new Term.RelationBase(relation));
  }

  /** The empty set or relation. */
  public Term empty(boolean set) {
    return known.computeIfAbsent(set, k -> new Term.Empty(set));
  }

  /** {@code a | b}. */
  public Term union(Term a, Term b) {
    if (a == b || b instanceof Term.Empty) {
      return a;
    }
    if (a instanceof Term.Empty) {
      return b;
    }
    return apply(UNION, a.set, a, b);
  }

  /** {@code a & b}. */
  public Term intersection(Term a, Term b) {
    if (a == b || a instanceof Term.Empty) {
      return a;
    }
    if (b instanceof Term.Empty) {
      return b;
    }
    return apply(INTERSECTION, a.set, a, b);
  }

  /** {@code a \ b}. */
  public Term difference(Term a, Term b) {
    if (a == b) {
      return empty(a.set);
    }
    return a instanceof Term.Empty || b instanceof Term.Empty ? a : apply(DIFFERENCE, a.set, a, b);
  }

  /** {@code ~a}. */
  public Term complement(Term a) {
    return apply(COMPLEMENT, a.set, a);
  }

  /** {@code S * T}. */
  public Term product(Term s, Term t) {
    if (s instanceof Term.Empty || t instanceof Term.Empty) {
      return empty(false);
    }
    return apply(PRODUCT, false, s, t);
  }

  /** {@code [S]}. */
  public Term identity(Term s) {
    return s instanceof Term.Empty ? empty(false) : apply(IDENTITY, false, s);
  }

  /** {@code a^-1}. */
  public Term inverse(Term a) {
    return a instanceof Term.Empty ? a : apply(INVERSE, false, a);
  }

  /** {@code a ; b}. */
  public Term composition(Term a, Term b) {
    if (a instanceof Term.Empty || b instanceof Term.Empty) {
      return empty(false);
    }
    return apply(COMPOSITION, false, a, b);
  }

  /** {@code a+}. */
  public Term closure(Term a) {
    return a instanceof Term.Empty ? a : apply(CLOSURE, false, a);
  }

  /** {@code a?}. */
  public Term reflexive(Term a) {
    return apply(REFLEXIVE, false, a);
  }

  /** {@code a*}. */
  public Term reflexiveClosure(Term a) {
    return reflexive(closure(a));
  }

  /** {@code domain a}. */
  public Term domain(Term a) {
    return apply(DOMAIN, true, a);
  }

  /** {@code range a}. */
  public Term range(Term a) {
    return apply(RANGE, true, a);
  }

  /**
   * A total order that the search chooses.
   *
   * @param domain the set that it orders
   * @param base the pairs that it must contain
   * @param byLocation whether it orders the events of each location among themselves
   */
  public Term choice(String name, Term domain, Term base, boolean byLocation) {
    Term.Choice choice = new Term.Choice(choices.size(), name, domain, base, byLocation);
    choices.add(choice);
    return choice;
  }

  /** The variables of a group of mutually recursive definitions. */
  public List<Term> recursion(List<Boolean> sets) {
    Term.Recursion recursion = new Term.Recursion();
    List<Term.Variable> variables = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      variables.add(new Term.Variable(recursion, i, sets.get(i)));
    }
    recursion.variables = variables;
    return List.copyOf(variables);
  }

  /** Closes a group of recursive definitions. */
  public void define(List<Term> variables, List<Term> bodies) {
    if (!variables.isEmpty()) {
      ((Term.Variable) variables.get(0)).recursion.bodies = bodies;
    }
  }

  /** Returns whether a bigger value of the variables never makes a body smaller. */
  public boolean isMonotone(List<Term> variables, List<Term> bodies) {
    if (variables.isEmpty()) {
      return true;
    }
    Term.Recursion recursion = ((Term.Variable) variables.get(0)).recursion;
    return bodies.stream().allMatch(b -> isMonotone(b, recursion, true));
  }

  private static boolean isMonotone(Term term, Term.Recursion recursion, boolean positive) {
    return switch (term) {
      case Term.Variable v -> positive || v.recursion != recursion;
      case Term.Apply a when a.traits.level() == Term.RECURSIVE -> {
        boolean monotone = true;
        for (int i = 0; i < a.arguments.size(); i++) {
          monotone &= isMonotone(a.arguments.get(i), recursion, positive ^ a.operator.antitone(i));
        }
        yield monotone;
      }
      default -> true;
    };
  }

  /** Returns whether a check says that a union that contains sb and rf has no cycle. */
  public boolean forbidsSbRfCycles(Check check) {
    return check.kind() == Check.Kind.ACYCLIC
        && !check.negated()
        && contains(check.term(), base(BaseRelation.SEQUENCED_BEFORE))
        && contains(check.term(), base(BaseRelation.READS_FROM));
  }

  private static boolean contains(Term union, Term part) {
    return union == part
        || (union instanceof Term.Apply a
            && a.operator instanceof Union
            && a.arguments.stream().anyMatch(t -> contains(t, part)));
  }

  private Term apply(Operator operator, boolean set, Term... arguments) {
    List<Term> list = List.of(arguments);
    return known.computeIfAbsent(
        new Key(operator, list), k -> new Term.Apply(operator, list, set, traits(operator, list)));
  }

  private static Term.Traits traits(Operator operator, List<Term> arguments) {
    Term.Traits a = arguments.get(0).traits;
    Term.Traits b = arguments.get(arguments.size() - 1).traits;
    int level = Math.max(a.level(), b.level());
    boolean both = a.stable() && b.stable();
    return switch (operator) {
      case Union u ->
          new Term.Traits(
              both,
              a.pastClosed() && b.pastClosed(),
              a.diagonal() && b.diagonal(),
              a.initial() && b.initial(),
              a.within() == b.within() ? a.within() : -1,
              level);
      case Intersection i ->
          new Term.Traits(
              both,
              a.pastClosed() || b.pastClosed(),
              a.diagonal() || b.diagonal(),
              a.initial() || b.initial(),
              Math.max(a.within(), b.within()),
              level);
      case Difference d ->
          new Term.Traits(both, a.pastClosed(), a.diagonal(), a.initial(), a.within(), level);
      case Product p -> new Term.Traits(both, a.initial(), false, false, -1, level);
      case Identity i -> new Term.Traits(a.stable(), true, true, false, -1, level);
      case Composition c ->
          new Term.Traits(
              both && (b.pastClosed() || a.diagonal()),
              a.pastClosed() && b.pastClosed(),
              a.diagonal() && b.diagonal(),
              false,
              composedWithin(a, b),
              level);
      case TransitiveClosure c ->
          new Term.Traits(
              a.stable() && a.pastClosed(), a.pastClosed(), a.diagonal(), false, a.within(), level);
      case ReflexiveClosure r ->
          new Term.Traits(a.stable(), a.pastClosed(), a.diagonal(), false, -1, level);
      case Inverse i -> new Term.Traits(a.stable(), a.diagonal(), a.diagonal(), false, -1, level);
      case Complement c -> new Term.Traits(a.stable(), false, false, false, -1, level);
      default -> new Term.Traits(false, false, false, false, -1, level);
    };
  }

  /** A composition stays in a transitive order when one side does and the other is that or [S]. */
  private static int composedWithin(Term.Traits a, Term.Traits b) {
    if (a.within() == b.within() || b.diagonal()) {
      return a.within();
    }
    return a.diagonal() ? b.within() : -1;
  }
}
