package dev.barnacle.model.internal.plan;

import dev.barnacle.model.Bits;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Relation;
import dev.barnacle.model.Violation.Link;
import dev.barnacle.model.internal.operator.Complement;
import dev.barnacle.model.internal.operator.Composition;
import dev.barnacle.model.internal.operator.Difference;
import dev.barnacle.model.internal.operator.Identity;
import dev.barnacle.model.internal.operator.Intersection;
import dev.barnacle.model.internal.operator.Inverse;
import dev.barnacle.model.internal.operator.ReflexiveClosure;
import dev.barnacle.model.internal.operator.TransitiveClosure;
import dev.barnacle.model.internal.operator.Union;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Explains pairs of derived relations by the relations that they are made of: for a pair, the
 * cheapest sequence of links through base relations, chosen orders and the relations that the model
 * shows.
 */
final class Paths {
  /**
   * The cost of a pair that says something only of its events' labels, or of pairs that are
   * missing.
   */
  private static final int OPAQUE = 10;

  private record Pair(Term term, int a, int b) {}

  private record Path(List<Link> links, int cost) {
    static final Path NONE = new Path(List.of(), 0);

    Path then(Path next) {
      List<Link> all = new ArrayList<>(links);
      all.addAll(next.links);
      return new Path(all, cost + next.cost);
    }

    Path inverted() {
      List<Link> all = new ArrayList<>();
      for (Link link : links.reversed()) {
        all.add(new Link(link.relation(), link.from(), link.to(), !link.inverse()));
      }
      return new Path(all, cost);
    }
  }

  private final Function<Term, Bits> values;
  private final Set<Term> shown;
  private final TermText text;
  private final int n;
  private final Map<Pair, Path> known = new HashMap<>();

  /**
   * @param values the value of every term
   * @param shown the terms that are links of their own
   * @param n the number of events
   */
  Paths(Function<Term, Bits> values, Set<Term> shown, TermText text, int n) {
    this.values = values;
    this.shown = shown;
    this.text = text;
    this.n = n;
  }

  /**
   * Returns what shows that a check fails that asks for no cycle, no reflexive pair or no element.
   */
  List<Link> violation(Check check) {
    Path best = null;
    for (int a = 0; a < n; a++) {
      Path path =
          switch (check.kind()) {
            case ACYCLIC -> shortest(check.term(), a, a);
            case IRREFLEXIVE -> contains(check.term(), a, a) ? path(check.term(), a, a) : null;
            case EMPTY -> element(check.term(), a);
          };
      if (path != null && (best == null || path.cost < best.cost)) {
        best = path.links.isEmpty() ? link(check.term(), a, a, OPAQUE) : path;
      }
    }
    return best == null ? List.of() : best.links;
  }

  /** The cheapest pair of a relation from an event, or the event where it is in a set. */
  private @Nullable Path element(Term term, int a) {
    if (values.apply(term) instanceof EventSet set) {
      return set.contains(a) ? link(term, a, a, 1) : null;
    }
    Path best = null;
    for (int b = 0; b < n; b++) {
      if (contains(term, a, b)) {
        Path path = path(term, a, b);
        if (path.links.isEmpty()) {
          path = link(term, a, b, OPAQUE);
        }
        best = best == null || path.cost < best.cost ? path : best;
      }
    }
    return best;
  }

  private boolean contains(Term term, int a, int b) {
    return values.apply(term) instanceof Relation r && r.contains(a, b);
  }

  private Path link(Term term, int a, int b, int cost) {
    return new Path(List.of(new Link(text.of(term), a, b, false)), cost);
  }

  /** A pair that is not in a relation. */
  private Path complement(Term term, int a, int b) {
    return new Path(List.of(new Link("~" + text.atom(term), a, b, false)), OPAQUE);
  }

  private Path path(Term term, int a, int b) {
    Pair pair = new Pair(term, a, b);
    Path path = known.get(pair);
    if (path == null) {
      path = fresh(term, a, b);
      known.put(pair, path);
    }
    return path;
  }

  private Path fresh(Term term, int a, int b) {
    if (shown.contains(term)) {
      return link(term, a, b, 1);
    }
    return switch (term) {
      case Term.RelationBase base when base.traits.diagonal() -> Path.NONE;
      case Term.RelationBase base -> link(term, a, b, base.base.fromLabels() ? OPAQUE : 1);
      case Term.Choice c -> link(term, a, b, 1);
      case Term.Apply apply -> applied(apply, a, b);
      default -> link(term, a, b, OPAQUE);
    };
  }

  private Path applied(Term.Apply term, int a, int b) {
    Term first = term.arguments.get(0);
    Path found =
        switch (term.operator) {
          case Union u -> cheapest(term.arguments, a, b);
          case Intersection i -> cheapest(term.arguments, a, b);
          case Difference d -> path(first, a, b);
          case Identity i -> Path.NONE;
          case Inverse i -> path(first, b, a).inverted();
          case ReflexiveClosure r when a == b -> Path.NONE;
          case ReflexiveClosure r -> path(first, a, b);
          case TransitiveClosure c -> shortest(first, a, b);
          case Complement c
              when first instanceof Term.Apply inner && inner.operator instanceof Inverse ->
              complement(inner.arguments.get(0), b, a).inverted();
          case Composition c -> composed(first, term.arguments.get(1), a, b);
          default -> null;
        };
    return found == null ? link(term, a, b, OPAQUE) : found;
  }

  private @Nullable Path cheapest(List<Term> terms, int a, int b) {
    Path best = null;
    for (Term term : terms) {
      if (contains(term, a, b)) {
        Path path = path(term, a, b);
        best = best == null || path.cost < best.cost ? path : best;
      }
    }
    return best;
  }

  private @Nullable Path composed(Term left, Term right, int a, int b) {
    Path best = null;
    for (int c = 0; c < n; c++) {
      if (contains(left, a, c) && contains(right, c, b)) {
        Path path = path(left, a, c).then(path(right, c, b));
        best = best == null || path.cost < best.cost ? path : best;
      }
    }
    return best;
  }

  /** The cheapest way of one or more pairs of a relation (Dijkstra's algorithm); null for none. */
  private @Nullable Path shortest(Term term, int from, int to) {
    Path[] best = new Path[n];
    boolean[] done = new boolean[n];
    relax(term, from, Path.NONE, best);
    while (true) {
      int next = -1;
      for (int e = 0; e < n; e++) {
        if (!done[e] && best[e] != null && (next < 0 || best[e].cost < best[next].cost)) {
          next = e;
        }
      }
      if (next < 0 || next == to) {
        return next < 0 ? null : best[next];
      }
      done[next] = true;
      relax(term, next, best[next], best);
    }
  }

  private void relax(Term term, int at, Path soFar, @Nullable Path[] best) {
    for (int e = 0; e < n; e++) {
      if (contains(term, at, e)) {
        Path path = soFar.then(path(term, at, e));
        Path before = best[e];
        if (before == null || path.cost < before.cost) {
          best[e] = path;
        }
      }
    }
  }
}
