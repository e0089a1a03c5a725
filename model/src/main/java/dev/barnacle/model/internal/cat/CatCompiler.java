package dev.barnacle.model.internal.cat;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.ModelException;
import dev.barnacle.model.ModelWarning;
import dev.barnacle.model.internal.plan.Check;
import dev.barnacle.model.internal.plan.Term;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.jspecify.annotations.Nullable;

/** Compiles a .cat file, and what it includes, to checks of terms. */
public final class CatCompiler {
  /** Finds the text of an included file. */
  @FunctionalInterface
  public interface Includes {
    /** The text, or null when there is no such file. */
    @Nullable String text(String name) throws IOException;
  }

  private final CatModel model = new CatModel();
  private final CatTags tags = new CatTags(model);
  private final Includes includes;
  private final CatScope scope = new CatScope(null);
  private final Set<String> included = new HashSet<>();
  private final List<String> open = new ArrayList<>();
  private CatExpressions expressions;

  private CatCompiler(Includes includes) {
    this.includes = includes;
    this.expressions = new CatExpressions("", model.terms());
  }

  /**
   * Compiles.
   *
   * @param bell a file to include before, such as herd's .bell of the same name; null for none
   */
  public static CatModel compile(String file, String text, @Nullable String bell, Includes includes)
      throws ModelException {
    CatCompiler compiler = new CatCompiler(includes);
    compiler.predefine();
    compiler.include("stdlib.cat", null);
    CatParser.FileContext tree = CatReader.read(file, text);
    compiler.model.title(title(tree.identity()));
    if (bell != null) {
      compiler.include(bell, null);
    }
    compiler.open.add(file.substring(file.lastIndexOf('/') + 1));
    try {
      compiler.run(file, tree.instruction());
    } catch (StackOverflowError e) {
      throw new ModelException(file, 1, 1, "the model is nested too deeply");
    }
    compiler.tags.addFaults();
    compiler.nameRelations();
    if (compiler.model.checks().stream().allMatch(CatModel.Named::fault)) {
      String message = "the model has no axiom: it allows everything";
      compiler.model.warnings().add(new ModelWarning(file, 1, 1, message));
    }
    return compiler.model;
  }

  private void nameRelations() {
    for (String name : new TreeSet<>(scope.visible())) {
      if (scope.find(name) instanceof CatValue.Algebra a && !a.term().isSet()) {
        model.relations().put(name, a.term());
      }
    }
  }

  private static String title(CatParser.@Nullable IdentityContext identity) {
    if (identity == null) {
      return "";
    }
    ParserRuleContext context = identity;
    return context.getStop().getText().replace("\"", "");
  }

  private void predefine() {
    for (String name : BaseSet.allNames()) {
      scope.bind(
          name,
          new CatValue.Algebra(model.terms().base(Objects.requireNonNull(BaseSet.named(name)))));
    }
    for (String name : BaseRelation.allNames()) {
      scope.bind(
          name,
          new CatValue.Algebra(
              model.terms().base(Objects.requireNonNull(BaseRelation.named(name)))));
    }
    CatLibrary.define(scope, model.terms(), () -> expressions);
    scope.bringFrom(this::coherence);
  }

  /** Brings the names of cos.cat, which other tools have without an include. */
  private void coherence(String name, String file, Token at) throws ModelException {
    if (!CatIncludes.COHERENCE.contains(name)) {
      return;
    }
    String message = "'" + name + "' is that of \"cos.cat\", which is not included";
    model
        .warnings()
        .add(new ModelWarning(file, at.getLine(), at.getCharPositionInLine() + 1, message));
    include("cos.cat", null);
  }

  private void run(String file, List<CatParser.InstructionContext> instructions)
      throws ModelException {
    CatExpressions before = expressions;
    expressions = new CatExpressions(file, model.terms());
    run(instructions, scope, file);
    expressions = before;
  }

  private void run(List<CatParser.InstructionContext> list, CatScope in, String file)
      throws ModelException {
    for (CatParser.InstructionContext instruction : list) {
      run(instruction, in, file);
    }
  }

  private void run(CatParser.InstructionContext instruction, CatScope in, String file)
      throws ModelException {
    switch (instruction) {
      case CatParser.LetInstructionContext let -> {
        expressions.bind(let.binding(), let.REC() != null, in);
        if (let.check() != null) {
          check(let.check(), null, in, file);
        }
      }
      case CatParser.CheckInstructionContext check -> check(check.check(), check.role, in, file);
      case CatParser.ShowAsInstructionContext show ->
          model.shows().put(show.NAME().getText(), expressions.term(show.base(), in));
      case CatParser.ShowInstructionContext show -> {
        for (var name : show.NAME()) {
          show(name.getSymbol(), show, in);
        }
      }
      case CatParser.UnshowInstructionContext unshow ->
          unshow.NAME().forEach(n -> model.shows().remove(n.getText()));
      case CatParser.IncludeInstructionContext include ->
          include(include.STRING().getText().replace("\"", ""), include);
      case CatParser.ProcedureInstructionContext procedure -> procedure(procedure, in, file);
      case CatParser.CallInstructionContext call -> {
        CatValue value = expressions.name(call.NAME(0).getSymbol(), in);
        if (!(value instanceof CatValue.Procedure procedure)) {
          throw expressions.error(call, "expected a procedure, found " + value.sort());
        }
        procedure.call(expressions.simple(call.simple(), in), call);
      }
      case CatParser.WithInstructionContext with -> with(with, in);
      case CatParser.ForallInstructionContext forall -> forall(forall, in, file);
      case CatParser.IfInstructionContext i -> {
        boolean holds = expressions.variant(i.variant());
        if (holds) {
          run(i.thenPart().instruction(), in, file);
        } else if (i.elsePart() != null) {
          run(i.elsePart().instruction(), in, file);
        }
      }
      case CatParser.EnumInstructionContext e -> in.bind(e.NAME().getText(), tags.declare(e, in));
      case CatParser.MatchInstructionContext match -> match(match, in, file);
      case CatParser.DebugInstructionContext d -> {}
      case CatParser.BellInstructionContext b -> {
        List<CatValue> given = new ArrayList<>();
        for (CatParser.BaseContext set :
            b.arguments() == null ? List.<CatParser.BaseContext>of() : b.arguments().base()) {
          given.add(expressions.base(set, in));
        }
        tags.instruction(b, given, expressions, file);
      }
      default -> throw expressions.error(instruction, "unknown instruction");
    }
  }

  /** A name that is unknown is not drawn, as herd does; verdicts don't depend on it. */
  private void show(Token name, ParserRuleContext at, CatScope in) throws ModelException {
    CatValue value;
    try {
      value = expressions.name(name, in);
    } catch (ModelException e) {
      model
          .warnings()
          .add(new ModelWarning(e.file(), e.line(), e.column(), "not shown: " + e.getMessage()));
      return;
    }
    model.shows().put(name.getText(), expressions.term(value, at));
  }

  private void check(CatParser.CheckContext check, @Nullable Token role, CatScope in, String file)
      throws ModelException {
    CatValue value = expressions.evaluate(check.expression(), in);
    Check.Kind kind =
        switch (check.kind.getType()) {
          case CatParser.ACYCLIC -> Check.Kind.ACYCLIC;
          case CatParser.IRREFLEXIVE -> Check.Kind.IRREFLEXIVE;
          default -> Check.Kind.EMPTY;
        };
    Term term =
        kind == Check.Kind.EMPTY
            ? expressions.term(value, check.expression())
            : expressions.relation(value, check.expression());
    boolean negated = check.negated != null;
    boolean flag = role != null && role.getType() == CatParser.FLAG;
    boolean fault = flag || (role != null && role.getType() == CatParser.UNDEFINED_UNLESS);
    String text = text(check);
    String name = check.NAME() == null ? text : check.NAME().getText();
    // A flag is raised when what it says holds; undefined_unless when it does not.
    model
        .checks()
        .add(
            new CatModel.Named(
                name,
                new Check(kind, flag != negated, term),
                fault,
                text,
                file,
                check.getStart().getLine()));
  }

  private static String text(ParserRuleContext context) {
    return context
        .getStart()
        .getInputStream()
        .getText(Interval.of(context.getStart().getStartIndex(), context.getStop().getStopIndex()))
        .replaceAll("\\s+", " ");
  }

  private void include(String name, CatParser.@Nullable IncludeInstructionContext at)
      throws ModelException {
    if (at != null && open.contains(name)) {
      throw expressions.error(
          at, "\"" + name + "\" includes itself: " + String.join(" → ", open) + " → " + name);
    }
    if (!included.add(name)) {
      return;
    }
    String text;
    try {
      text = includes.text(name);
    } catch (IOException e) {
      throw at == null
          ? new ModelException(name, 1, 1, "cannot be read: " + e.getMessage())
          : expressions.error(at, "\"" + name + "\" cannot be read: " + e.getMessage());
    }
    if (text == null) {
      throw at == null
          ? new ModelException(name, 1, 1, "there is no such file")
          : expressions.error(at, "there is no file \"" + name + "\"");
    }
    open.add(name);
    run(name, CatReader.read(name, text).instruction());
    open.removeLast();
  }

  private void procedure(CatParser.ProcedureInstructionContext context, CatScope in, String file) {
    List<CatParser.FormalContext> formals =
        context.formal() != null
            ? List.of(context.formal())
            : CatExpressions.formals(context.formals());
    boolean tuple = context.formal() == null;
    CatExpressions home = expressions;
    in.bind(
        context.NAME().getText(),
        new CatValue.Procedure() {
          @Override
          public void call(CatValue argument, ParserRuleContext at) throws ModelException {
            CatScope inner = new CatScope(in);
            home.bindFormals(formals, tuple, argument, inner, at);
            run(context.instruction(), inner, file);
          }
        });
  }

  private void with(CatParser.WithInstructionContext with, CatScope in) throws ModelException {
    String name = with.NAME().getText();
    CatValue from = expressions.evaluate(with.expression(), in);
    if (from instanceof CatValue.Orders orders) {
      Term choice = model.terms().choice(name, orders.domain(), orders.base(), orders.byLocation());
      in.bind(name, new CatValue.Algebra(choice));
    } else if (from instanceof CatValue.Elements set && set.values().size() == 1) {
      in.bind(name, set.values().get(0));
    } else {
      throw expressions.error(
          with.expression(),
          "expected linearisations(…) or generate_orders(…), found " + from.sort());
    }
  }

  private void forall(CatParser.ForallInstructionContext forall, CatScope in, String file)
      throws ModelException {
    CatValue set = expressions.evaluate(forall.expression(), in);
    if (set instanceof CatValue.Nothing) {
      return;
    }
    if (!(set instanceof CatValue.Elements elements)) {
      throw expressions.error(forall.expression(), "expected an explicit set, found " + set.sort());
    }
    for (CatValue value : elements.values()) {
      CatScope inner = new CatScope(in);
      inner.bind(forall.NAME().getText(), value);
      run(forall.instruction(), inner, file);
    }
  }

  private void match(CatParser.MatchInstructionContext match, CatScope in, String file)
      throws ModelException {
    CatValue value = expressions.evaluate(match.expression(), in);
    for (CatParser.InstructionClauseContext clause : match.instructionClause()) {
      boolean chosen =
          clause.TAG() == null
              || (value instanceof CatValue.Tag tag
                  && clause.TAG().getText().equals("'" + tag.name()));
      if (chosen) {
        run(clause.instruction(), in, file);
        return;
      }
    }
    throw expressions.error(match, "no clause matches " + value.sort());
  }
}
