package dev.barnacle.model.internal.plan;

import dev.barnacle.model.internal.operator.Complement;
import dev.barnacle.model.internal.operator.Composition;
import dev.barnacle.model.internal.operator.Difference;
import dev.barnacle.model.internal.operator.Domain;
import dev.barnacle.model.internal.operator.Identity;
import dev.barnacle.model.internal.operator.Intersection;
import dev.barnacle.model.internal.operator.Inverse;
import dev.barnacle.model.internal.operator.Product;
import dev.barnacle.model.internal.operator.Range;
import dev.barnacle.model.internal.operator.ReflexiveClosure;
import dev.barnacle.model.internal.operator.TransitiveClosure;
import dev.barnacle.model.internal.operator.Union;
import java.util.Map;

/** Writes terms as a .cat file would, what has a name under its name. */
final class TermText {
  private final Map<Term, String> names;

  TermText(Map<Term, String> names) {
    this.names = names;
  }

  /** The text of a term. */
  String of(Term term) {
    return switch (term) {
      case Term.SetBase s -> s.base.symbol();
      case Term.RelationBase r -> r.base.symbol();
      case Term.Choice c -> c.name;
      case Term.Empty e -> "0";
      case Term.Variable v -> names.getOrDefault(v, "rec");
      case Term.Apply a -> names.containsKey(a) ? names.getOrDefault(a, "") : applied(a);
    };
  }

  private String applied(Term.Apply a) {
    Term first = a.arguments.get(0);
    return switch (a.operator) {
      case Union u -> infix(a, " | ");
      case Intersection i -> infix(a, " & ");
      case Difference d -> infix(a, " \\ ");
      case Composition c -> infix(a, " ; ");
      case Product p -> infix(a, " * ");
      case Complement c -> "~" + atom(first);
      case Identity i -> "[" + of(first) + "]";
      case Inverse i -> atom(first) + "^-1";
      case TransitiveClosure c -> atom(first) + "+";
      case ReflexiveClosure r
          when first instanceof Term.Apply inner
              && inner.operator instanceof TransitiveClosure
              && !names.containsKey(inner) ->
          atom(inner.arguments.get(0)) + "*";
      case ReflexiveClosure r -> atom(first) + "?";
      case Domain d -> "domain(" + of(first) + ")";
      case Range r -> "range(" + of(first) + ")";
      default -> a.operator.getClass().getSimpleName() + "(" + of(first) + ")";
    };
  }

  private String infix(Term.Apply a, String operator) {
    return atom(a.arguments.get(0)) + operator + atom(a.arguments.get(1));
  }

  /** The text of a term where it is an operand. */
  String atom(Term term) {
    boolean compound =
        term instanceof Term.Apply a
            && !names.containsKey(a)
            && switch (a.operator) {
              case Union u -> true;
              case Intersection i -> true;
              case Difference d -> true;
              case Composition c -> true;
              case Product p -> true;
              default -> false;
            };
    return compound ? "(" + of(term) + ")" : of(term);
  }
}
