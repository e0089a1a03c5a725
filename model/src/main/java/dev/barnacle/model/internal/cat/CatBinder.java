package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import dev.barnacle.model.internal.plan.Term;
import dev.barnacle.model.internal.plan.Terms;
import java.util.ArrayList;
import java.util.List;

/** Binds the names of {@code let} and {@code let rec}. */
final class CatBinder {
  private final CatExpressions expressions;
  private final Terms terms;
  private final CatScope scope;

  CatBinder(CatExpressions expressions, Terms terms, CatScope scope) {
    this.expressions = expressions;
    this.terms = terms;
    this.scope = scope;
  }

  void plain(List<CatParser.BindingContext> bindings) throws ModelException {
    CatScope fresh = new CatScope(null);
    for (CatParser.BindingContext binding : bindings) {
      bind(binding, scope, fresh);
    }
    for (String name : fresh.visible()) {
      CatValue value = java.util.Objects.requireNonNull(fresh.find(name));
      scope.bind(name, value);
      if (value instanceof CatValue.Algebra algebra) {
        terms.name(algebra.term(), name);
      }
    }
  }

  private void bind(CatParser.BindingContext binding, CatScope in, CatScope out)
      throws ModelException {
    switch (binding) {
      case CatParser.FunctionBindingContext f ->
          out.bind(
              f.NAME().getText(),
              expressions.function(CatExpressions.formals(f.formals()), true, f.expression(), in));
      case CatParser.UnaryFunctionBindingContext f ->
          out.bind(
              f.NAME().getText(),
              expressions.function(List.of(f.formal()), false, f.expression(), in));
      case CatParser.TupleBindingContext t ->
          expressions.bindFormals(
              CatExpressions.formals(t.formals()),
              true,
              expressions.evaluate(t.expression(), in),
              out,
              t);
      case CatParser.ValueBindingContext v when bindsUnknownToItself(v, in) -> {}
      case CatParser.ValueBindingContext v ->
          expressions.bindFormals(
              v.formals().formal(), true, expressions.evaluate(v.expression(), in), out, v);
      default -> throw expressions.error(binding, "unknown binding");
    }
  }

  /** herd's c11_cos.cat has {@code coi = coi} although there is no coi: names are lazy there. */
  private static boolean bindsUnknownToItself(CatParser.ValueBindingContext v, CatScope in) {
    String name = v.formals().getText();
    boolean one = v.expression().getStart().equals(v.expression().getStop());
    return one && v.expression().getText().equals(name) && in.find(name) == null;
  }

  /** Functions see themselves; sets and relations are least fixed points. */
  void recursive(List<CatParser.BindingContext> bindings) throws ModelException {
    List<CatParser.ValueBindingContext> values = new ArrayList<>();
    for (CatParser.BindingContext binding : bindings) {
      if (binding instanceof CatParser.ValueBindingContext v) {
        values.add(v);
      } else {
        bind(binding, scope, scope);
      }
    }
    if (!values.isEmpty()) {
      fixpoint(values);
    }
  }

  private void fixpoint(List<CatParser.ValueBindingContext> bindings) throws ModelException {
    List<Boolean> sets = new ArrayList<>();
    for (CatParser.ValueBindingContext ignored : bindings) {
      sets.add(false);
    }
    List<Term> variables;
    List<Term> bodies;
    ModelException asRelations = null;
    for (int tries = 0; ; tries++) {
      variables = terms.recursion(sets);
      CatScope inner = new CatScope(scope);
      bindAll(bindings, variables, inner);
      try {
        bodies = new ArrayList<>();
        for (CatParser.ValueBindingContext b : bindings) {
          bodies.add(expressions.term(expressions.evaluate(b.expression(), inner), b.expression()));
        }
      } catch (ModelException e) {
        if (asRelations != null) {
          throw asRelations;
        }
        asRelations = e;
        // The names may be sets: relations are tried first, as they are far more common.
        sets.replaceAll(s -> true);
        continue;
      }
      if (sortsAgree(sets, bodies)) {
        break;
      }
      if (tries == 1) {
        throw expressions.error(bindings.get(0), "a recursion of sets and relations together");
      }
    }
    terms.define(variables, bodies);
    if (!terms.isMonotone(variables, bodies)) {
      throw expressions.error(
          bindings.get(0),
          "a recursive name stands where more of it would give less of the result");
    }
    bindAll(bindings, variables, scope);
  }

  private static boolean sortsAgree(List<Boolean> sets, List<Term> bodies) {
    boolean agree = true;
    for (int i = 0; i < bodies.size(); i++) {
      agree &= sets.set(i, bodies.get(i).isSet()) == bodies.get(i).isSet();
    }
    return agree;
  }

  private void bindAll(
      List<CatParser.ValueBindingContext> bindings, List<Term> variables, CatScope in) {
    for (int i = 0; i < bindings.size(); i++) {
      CatParser.FormalContext formal = bindings.get(i).formals().formal(0);
      if (formal.NAME() != null) {
        String name = formal.NAME().getText();
        in.bind(name, new CatValue.Algebra(variables.get(i)));
        terms.name(variables.get(i), name);
      }
    }
  }
}
