package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code match}, on tags and on sets whose elements are known while compiling. */
final class CatMatch {
  private CatMatch() {}

  static CatValue evaluate(
      CatExpressions in, CatParser.MatchExpressionContext match, CatScope scope)
      throws ModelException {
    CatValue value = in.evaluate(match.expression(), scope);
    for (CatParser.ClauseContext clause : match.clause()) {
      CatValue result =
          switch (clause) {
            case CatParser.TagClauseContext t ->
                value instanceof CatValue.Tag tag && t.TAG().getText().equals("'" + tag.name())
                    ? in.evaluate(t.expression(), scope)
                    : null;
            case CatParser.DefaultClauseContext d -> in.evaluate(d.expression(), scope);
            case CatParser.EmptyClauseContext e ->
                value instanceof CatValue.Nothing ? in.evaluate(e.expression(), scope) : null;
            case CatParser.ElementClauseContext e -> element(in, value, e, scope);
            case CatParser.SplitClauseContext s -> split(in, value, s, scope);
            default -> null;
          };
      if (result != null) {
        return result;
      }
    }
    throw in.error(match, noClause(value));
  }

  private static String noClause(CatValue value) {
    return value instanceof CatValue.Algebra
        ? "a match on the elements of " + value.sort() + " is not supported"
        : "no clause matches " + value.sort();
  }

  private static @Nullable CatValue element(
      CatExpressions in, CatValue value, CatParser.ElementClauseContext clause, CatScope scope)
      throws ModelException {
    if (!(value instanceof CatValue.Elements set)) {
      return null;
    }
    CatScope inner = new CatScope(scope);
    bind(clause.formal(0), set.values().get(0), inner);
    bind(clause.formal(1), rest(set.values().subList(1, set.values().size())), inner);
    return in.evaluate(clause.expression(), inner);
  }

  private static @Nullable CatValue split(
      CatExpressions in, CatValue value, CatParser.SplitClauseContext clause, CatScope scope)
      throws ModelException {
    if (!(value instanceof CatValue.Elements set)) {
      return null;
    }
    CatScope inner = new CatScope(scope);
    bind(clause.formal(0), new CatValue.Nothing(), inner);
    bind(clause.formal(1), set.values().get(0), inner);
    bind(clause.formal(2), rest(set.values().subList(1, set.values().size())), inner);
    return in.evaluate(clause.expression(), inner);
  }

  private static void bind(CatParser.FormalContext formal, CatValue value, CatScope scope) {
    if (formal.NAME() != null) {
      scope.bind(formal.NAME().getText(), value);
    }
  }

  private static CatValue rest(List<CatValue> values) {
    return values.isEmpty() ? new CatValue.Nothing() : new CatValue.Elements(List.copyOf(values));
  }
}
