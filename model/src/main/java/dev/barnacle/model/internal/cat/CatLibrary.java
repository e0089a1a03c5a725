package dev.barnacle.model.internal.cat;

import dev.barnacle.model.BaseSet;
import dev.barnacle.model.ModelException;
import dev.barnacle.model.internal.plan.Term;
import dev.barnacle.model.internal.plan.Terms;
import java.util.List;
import java.util.function.Supplier;
import org.antlr.v4.runtime.ParserRuleContext;

/** The functions of the language that .cat files cannot define themselves. */
final class CatLibrary {
  private CatLibrary() {}

  /** A function of the library, for lambdas. */
  @FunctionalInterface
  private interface Body {
    CatValue apply(CatExpressions in, CatValue argument, ParserRuleContext at)
        throws ModelException;
  }

  static void define(CatScope scope, Terms terms, Supplier<CatExpressions> expressions) {
    define(
        scope,
        "domain",
        expressions,
        (in, a, at) -> new CatValue.Algebra(terms.domain(in.relation(a, at))));
    define(
        scope,
        "range",
        expressions,
        (in, a, at) -> new CatValue.Algebra(terms.range(in.relation(a, at))));
    define(scope, "linearisations", expressions, (in, a, at) -> orders(in, a, at, false));
    define(scope, "generate_orders", expressions, (in, a, at) -> orders(in, a, at, true));
    define(
        scope,
        "generate_cos",
        expressions,
        (in, a, at) -> new CatValue.Orders(terms.base(BaseSet.WRITE), in.relation(a, at), true));
    define(
        scope,
        "tag2scope",
        expressions,
        (in, a, at) -> new CatValue.Algebra(CatTags.scope(in, terms, a, at)));
    define(
        scope,
        "tag2events",
        expressions,
        (in, a, at) -> new CatValue.Algebra(CatTags.events(in, terms, a, at)));
  }

  private static CatValue orders(
      CatExpressions in, CatValue argument, ParserRuleContext at, boolean byLocation)
      throws ModelException {
    if (!(argument instanceof CatValue.Tuple tuple) || tuple.parts().size() != 2) {
      throw in.error(at, "expected (set, relation), found " + argument.sort());
    }
    List<CatValue> parts = tuple.parts();
    Term domain = in.set(parts.get(0), at);
    Term base = in.relation(parts.get(1), at);
    return new CatValue.Orders(domain, base, byLocation);
  }

  private static void define(
      CatScope scope, String name, Supplier<CatExpressions> expressions, Body body) {
    scope.bind(
        name,
        new CatValue.Function() {
          @Override
          public CatValue apply(CatValue argument, ParserRuleContext at) throws ModelException {
            return body.apply(expressions.get(), argument, at);
          }
        });
  }
}
