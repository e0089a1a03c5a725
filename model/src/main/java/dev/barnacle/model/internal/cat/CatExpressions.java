package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import dev.barnacle.model.Nearest;
import dev.barnacle.model.internal.plan.Term;
import dev.barnacle.model.internal.plan.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * Evaluates the expressions of a .cat file to terms. Functions, tuples, tags, conditions and
 * matches disappear here; what is left is relation algebra.
 */
final class CatExpressions {
  private static final int MOST_APPLICATIONS = 5_000;

  private final String file;
  private final Terms terms;
  private int depth;
  private int applications;

  CatExpressions(String file, Terms terms) {
    this.file = file;
    this.terms = terms;
  }

  ModelException error(ParserRuleContext at, String message) {
    return error(at.getStart(), message);
  }

  ModelException error(Token at, String message) {
    return new ModelException(file, at.getLine(), at.getCharPositionInLine() + 1, message);
  }

  CatValue evaluate(CatParser.ExpressionContext context, CatScope scope) throws ModelException {
    return switch (context) {
      case CatParser.LetExpressionContext let -> {
        CatScope inner = new CatScope(scope);
        bind(let.binding(), let.REC() != null, inner);
        yield evaluate(let.expression(), inner);
      }
      case CatParser.FunctionExpressionContext f ->
          function(List.of(f.formal()), false, f.expression(), scope);
      case CatParser.TupleFunctionExpressionContext f ->
          function(formals(f.formals()), true, f.expression(), scope);
      case CatParser.TryExpressionContext t -> {
        try {
          yield evaluate(t.expression(0), scope);
        } catch (ModelException e) {
          yield evaluate(t.expression(1), scope);
        }
      }
      case CatParser.IfExpressionContext i ->
          evaluate(i.expression(condition(i.condition(), scope) ? 0 : 1), scope);
      case CatParser.MatchExpressionContext m -> CatMatch.evaluate(this, m, scope);
      case CatParser.TupleExpressionContext t -> {
        if (t.base().size() == 1) {
          yield base(t.base(0), scope);
        }
        List<CatValue> parts = new ArrayList<>();
        for (CatParser.BaseContext part : t.base()) {
          parts.add(base(part, scope));
        }
        yield new CatValue.Tuple(parts);
      }
      default -> throw error(context, "unknown expression");
    };
  }

  private boolean condition(CatParser.ConditionContext context, CatScope scope)
      throws ModelException {
    if (context.variant() != null) {
      return variant(context.variant());
    }
    CatValue a = evaluate(context.expression(0), scope);
    CatValue b = evaluate(context.expression(1), scope);
    if (context.EQUAL() != null) {
      return a.equals(b);
    }
    if (context.IN() != null && b instanceof CatValue.Elements set) {
      return set.values().contains(a);
    }
    if (a instanceof CatValue.Elements part && b instanceof CatValue.Elements whole) {
      return whole.values().containsAll(part.values());
    }
    throw error(context, "a condition that depends on the execution is not supported");
  }

  /** No variant of herd's is in force. */
  boolean variant(CatParser.VariantContext context) {
    if (context.NOT() != null) {
      return !variant(context.variant(0));
    }
    if (context.LAND() != null) {
      return variant(context.variant(0)) && variant(context.variant(1));
    }
    if (context.ALT() != null) {
      return variant(context.variant(0)) || variant(context.variant(1));
    }
    return context.LPAR() != null && variant(context.variant(0));
  }

  static List<CatParser.FormalContext> formals(CatParser.FormalsContext context) {
    return context == null ? List.of() : context.formal();
  }

  CatValue.Function function(
      List<CatParser.FormalContext> formals,
      boolean tuple,
      CatParser.ExpressionContext body,
      CatScope scope) {
    return new CatValue.Function() {
      @Override
      public CatValue apply(CatValue argument, ParserRuleContext at) throws ModelException {
        if (++depth > 500) {
          depth = 0;
          throw error(at, "the recursion of this function does not end");
        }
        if (++applications > MOST_APPLICATIONS) {
          throw error(at, "functions are applied more than " + MOST_APPLICATIONS + " times");
        }
        CatScope inner = new CatScope(scope);
        bindFormals(formals, tuple, argument, inner, at);
        CatValue result = evaluate(body, inner);
        depth--;
        return result;
      }
    };
  }

  void bindFormals(
      List<CatParser.FormalContext> formals,
      boolean tuple,
      CatValue argument,
      CatScope scope,
      ParserRuleContext at)
      throws ModelException {
    List<CatValue> parts =
        tuple && formals.size() != 1 && argument instanceof CatValue.Tuple t
            ? t.parts()
            : List.of(argument);
    if (parts.size() != formals.size()) {
      throw error(at, "expected " + formals.size() + " arguments, found " + parts.size());
    }
    for (int i = 0; i < parts.size(); i++) {
      if (formals.get(i).NAME() != null) {
        scope.bind(formals.get(i).NAME().getText(), parts.get(i));
      }
    }
  }

  /** Binds the names of a let, all evaluated in the scope before it unless it is recursive. */
  void bind(List<CatParser.BindingContext> bindings, boolean recursive, CatScope scope)
      throws ModelException {
    CatBinder binder = new CatBinder(this, terms, scope);
    if (recursive) {
      binder.recursive(bindings);
    } else {
      binder.plain(bindings);
    }
  }

  CatValue base(CatParser.BaseContext context, CatScope scope) throws ModelException {
    return switch (context) {
      case CatParser.SimpleBaseContext s -> simple(s.simple(), scope);
      case CatParser.ApplicationBaseContext a -> application(a, scope);
      case CatParser.InverseBaseContext i -> algebra(terms.inverse(relation(i.base(), scope)));
      case CatParser.ClosureBaseContext c -> closure(c, scope);
      case CatParser.ComplementBaseContext c -> algebra(terms.complement(term(c.base(), scope)));
      case CatParser.ProductBaseContext p ->
          algebra(terms.product(set(p.base(0), scope), set(p.base(1), scope)));
      case CatParser.CompositionBaseContext c ->
          algebra(terms.composition(relation(c.base(0), scope), relation(c.base(1), scope)));
      case CatParser.IntersectionBaseContext i -> combine(i, i.base(), scope, '&');
      case CatParser.DifferenceBaseContext d -> combine(d, d.base(), scope, '\\');
      case CatParser.UnionBaseContext u -> combine(u, u.base(), scope, '|');
      case CatParser.AdditionBaseContext a -> addition(a, scope);
      default -> throw error(context, "unknown expression");
    };
  }

  private static CatValue algebra(Term term) {
    return new CatValue.Algebra(term);
  }

  private CatValue closure(CatParser.ClosureBaseContext context, CatScope scope)
      throws ModelException {
    Term a = relation(context.base(), scope);
    return algebra(
        switch (context.op.getType()) {
          case CatParser.STAR -> terms.reflexiveClosure(a);
          case CatParser.PLUS -> terms.closure(a);
          default -> terms.reflexive(a);
        });
  }

  private CatValue combine(
      ParserRuleContext at, List<CatParser.BaseContext> both, CatScope scope, char operator)
      throws ModelException {
    CatValue a = base(both.get(0), scope);
    CatValue b = base(both.get(1), scope);
    if (a instanceof CatValue.Elements || b instanceof CatValue.Elements) {
      return CatElements.combine(this, at, a, b, operator);
    }
    if (a instanceof CatValue.Nothing && b instanceof CatValue.Nothing) {
      return a;
    }
    if (a instanceof CatValue.Nothing) {
      return operator == '|' ? b : a;
    }
    if (b instanceof CatValue.Nothing) {
      return operator == '&' ? b : a;
    }
    Term s = term(a, both.get(0));
    Term t = term(b, both.get(1));
    if (s.isSet() != t.isSet()) {
      throw error(both.get(1), "expected " + a.sort() + " as on the left, found " + b.sort());
    }
    return algebra(
        switch (operator) {
          case '&' -> terms.intersection(s, t);
          case '|' -> terms.union(s, t);
          default -> terms.difference(s, t);
        });
  }

  private CatValue addition(CatParser.AdditionBaseContext context, CatScope scope)
      throws ModelException {
    CatValue element = base(context.base(0), scope);
    CatValue rest = base(context.base(1), scope);
    if (rest instanceof CatValue.Nothing) {
      return new CatValue.Elements(List.of(element));
    }
    if (rest instanceof CatValue.Elements set) {
      List<CatValue> all = new ArrayList<>(List.of(element));
      all.addAll(set.values());
      return new CatValue.Elements(all.stream().distinct().toList());
    }
    throw error(context.base(1), "expected an explicit set after '++', found " + rest.sort());
  }

  private CatValue application(CatParser.ApplicationBaseContext context, CatScope scope)
      throws ModelException {
    CatValue value = name(context.NAME().getSymbol(), scope);
    for (CatParser.ArgumentContext argument : context.argument()) {
      CatValue given =
          argument.simple() != null
              ? simple(argument.simple(), scope)
              : name(argument.NAME().getSymbol(), scope);
      if (!(value instanceof CatValue.Function function)) {
        throw error(
            context, "'" + context.NAME().getText() + "' is " + value.sort() + ", not a function");
      }
      value = function.apply(given, argument);
      if (value instanceof CatValue.Algebra result && given instanceof CatValue.Algebra of) {
        terms.name(result.term(), context.NAME().getText(), of.term());
      }
    }
    return value;
  }

  CatValue name(Token token, CatScope scope) throws ModelException {
    CatValue value = scope.find(file, token);
    if (value != null) {
      return value;
    }
    String hint = CatIncludes.hint(token.getText());
    throw error(
        token,
        "unknown name '"
            + token.getText()
            + "'"
            + (hint.isEmpty() ? Nearest.question(token.getText(), scope.visible()) : hint));
  }

  CatValue simple(CatParser.SimpleContext context, CatScope scope) throws ModelException {
    return switch (context) {
      case CatParser.ZeroContext z -> new CatValue.Nothing();
      case CatParser.TagContext t -> new CatValue.Tag(t.TAG().getText().substring(1));
      case CatParser.UniverseContext u -> algebra(terms.base(dev.barnacle.model.BaseSet.ALL));
      case CatParser.UnitContext u -> new CatValue.Tuple(Collections.emptyList());
      case CatParser.ParenthesisedContext p -> evaluate(p.expression(), scope);
      case CatParser.BlockContext b -> evaluate(b.expression(), scope);
      case CatParser.IdentityOnContext i -> {
        CatValue value = evaluate(i.expression(), scope);
        yield value instanceof CatValue.Nothing
            ? value
            : algebra(terms.identity(set(value, i.expression())));
      }
      case CatParser.ExplicitSetContext e -> {
        if (e.arguments() == null) {
          yield new CatValue.Nothing();
        }
        List<CatValue> values = new ArrayList<>();
        for (CatParser.BaseContext element : e.arguments().base()) {
          values.add(base(element, scope));
        }
        yield new CatValue.Elements(values);
      }
      default -> throw error(context, "unknown expression");
    };
  }

  Term relation(CatParser.BaseContext context, CatScope scope) throws ModelException {
    return relation(base(context, scope), context);
  }

  Term relation(CatValue value, ParserRuleContext at) throws ModelException {
    if (value instanceof CatValue.Nothing) {
      return terms.empty(false);
    }
    if (value instanceof CatValue.Algebra a && !a.term().isSet()) {
      return a.term();
    }
    throw error(at, "expected a relation, found " + value.sort());
  }

  private Term set(CatParser.BaseContext context, CatScope scope) throws ModelException {
    return set(base(context, scope), context);
  }

  Term set(CatValue value, ParserRuleContext at) throws ModelException {
    if (value instanceof CatValue.Nothing) {
      return terms.empty(true);
    }
    if (value instanceof CatValue.Algebra a && a.term().isSet()) {
      return a.term();
    }
    throw error(at, "expected a set of events, found " + value.sort());
  }

  Term term(CatParser.BaseContext context, CatScope scope) throws ModelException {
    return term(base(context, scope), context);
  }

  Term term(CatValue value, ParserRuleContext at) throws ModelException {
    if (value instanceof CatValue.Nothing) {
      return terms.empty(false);
    }
    if (value instanceof CatValue.Algebra a) {
      return a.term();
    }
    throw error(at, "expected a set of events or a relation, found " + value.sort());
  }
}
