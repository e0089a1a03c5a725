package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Lowers the body of one thread: statements here, expressions in {@link ExpressionLowering}. */
final class ThreadLowering {
  /** A local variable. */
  record Variable(Alloca memory, CType type) {}

  /** A value with its type. */
  record Typed(Value value, CType type) {}

  /** An array of the thread's own: a variable for each element. */
  record LocalArray(List<Variable> elements) {}

  /** The targets of continue, if it is a loop and no switch, and of break. */
  private record Loop(@Nullable Block next, Block exit) {}

  private static final int LONGEST_ARRAY = 64;
  private static final int MOST_VARIABLES = 1024;

  final IrBuilder builder;
  final Function function;
  final Map<String, Typed> parameters = new HashMap<>();
  final Map<String, Variable> variables = new LinkedHashMap<>();
  final Map<String, LocalArray> arrays = new HashMap<>();
  final Map<Instruction, Set<Instruction>> unsequenced;
  final Map<Instruction, String> barriers;
  final boolean openCl;
  private final String file;
  private final ExpressionLowering expressions;
  private final Deque<Loop> loops = new ArrayDeque<>();
  private @Nullable String label;
  private int unlabelled;

  ThreadLowering(
      String file,
      Function function,
      Map<Instruction, Set<Instruction>> unsequenced,
      Map<Instruction, String> barriers,
      boolean openCl) {
    this.file = file;
    this.openCl = openCl;
    this.function = function;
    this.unsequenced = unsequenced;
    this.barriers = barriers;
    this.builder = new IrBuilder(function.newBlock("entry"));
    this.expressions = new ExpressionLowering(this);
  }

  /** Tells the type of a parameter. */
  void parameter(Parameter parameter, CType type) {
    parameters.put(parameter.name(), new Typed(parameter, type));
  }

  /** Returns whether a name is a parameter, a variable or an array of this thread. */
  boolean knows(String name) {
    return parameters.containsKey(name) || variables.containsKey(name) || arrays.containsKey(name);
  }

  /** A value converted to a type. */
  Value converted(Typed value, CType type, ParserRuleContext at) {
    return new Operators(builder).convert(value, type, at).value();
  }

  /** Makes a local variable, or finds the one of that name. */
  Variable variable(String name, CType type, ParserRuleContext at) {
    Variable known = variables.get(name);
    if (known != null) {
      if (known.type.bits() != type.bits() || known.type.isPointer() != type.isPointer()) {
        throw LitmusErrors.at(at, "'" + name + "' is declared twice, with different types");
      }
      return known;
    }
    if (type.isVoid()) {
      throw LitmusErrors.at(at, "a variable cannot be void");
    }
    if (variables.size() == MOST_VARIABLES) {
      throw LitmusErrors.at(at, "a thread has at most " + MOST_VARIABLES + " variables");
    }
    Alloca memory = new Alloca(type.byteSize(), type.byteSize());
    memory.setName(name);
    function.entry().instructions().add(0, memory);
    Variable variable = new Variable(memory, type);
    variables.put(name, variable);
    return variable;
  }

  /** Lowers the whole body. */
  void body(LitmusParser.BlockContext block) {
    block.statement().forEach(this::statement);
    if (builder.block().terminatorOrNull() == null) {
      builder.ret();
    }
  }

  /** Names the place of the instructions that follow. */
  void at(ParserRuleContext context) {
    builder.setLocation(
        new Location(
            file, context.getStart().getLine(), context.getStart().getCharPositionInLine() + 1));
  }

  /** The name of the barrier at this place. */
  String barrierName() {
    return label != null ? label : "#" + unlabelled++;
  }

  private void statement(LitmusParser.StatementContext statement) {
    if (builder.block().terminatorOrNull() != null) {
      builder.setBlock(function.newBlock("dead"));
    }
    at(statement);
    switch (statement) {
      case LitmusParser.BlockStatementContext b -> b.block().statement().forEach(this::statement);
      case LitmusParser.IfStatementContext i -> ifStatement(i);
      case LitmusParser.WhileStatementContext w -> whileStatement(w);
      case LitmusParser.DoStatementContext d -> doStatement(d);
      case LitmusParser.ForStatementContext f -> forStatement(f);
      case LitmusParser.SwitchStatementContext s -> new SwitchLowering(this, expressions).lower(s);
      case LitmusParser.BreakStatementContext b -> builder.branch(exits(b));
      case LitmusParser.ContinueStatementContext c -> builder.branch(continues(c));
      case LitmusParser.ReturnStatementContext r -> {
        if (r.expression() != null) {
          expressions.full(r.expression());
        }
        builder.ret();
      }
      case LitmusParser.LabelledStatementContext l -> {
        label = l.NAME().getText();
        statement(l.statement());
        label = null;
      }
      case LitmusParser.DeclarationStatementContext d -> declaration(d.declaration());
      case LitmusParser.ExpressionStatementContext e -> {
        if (e.expression() != null) {
          expressions.full(e.expression());
        }
      }
      default -> throw LitmusErrors.at(statement, "unknown statement");
    }
  }

  private Block exits(ParserRuleContext at) {
    Loop innermost = loops.peek();
    if (innermost == null) {
      throw LitmusErrors.at(at, "'break' outside a loop or switch");
    }
    return innermost.exit;
  }

  private Block continues(ParserRuleContext at) {
    for (Loop loop : loops) {
      if (loop.next != null) {
        return loop.next;
      }
    }
    throw LitmusErrors.at(at, "'continue' outside a loop");
  }

  /** Lowers the statements of a switch from a label on, up to the next one. */
  void inSwitch(List<LitmusParser.StatementContext> statements, Block exit) {
    loops.push(new Loop(null, exit));
    statements.forEach(this::statement);
    loops.pop();
  }

  private void declaration(LitmusParser.DeclarationContext declaration) {
    for (LitmusParser.DeclaratorContext d : declaration.declarator()) {
      CType type = CType.declared(declaration.specifier(), d.pointerTo());
      String name = d.NAME().getText();
      if (parameters.containsKey(name)) {
        throw LitmusErrors.at(d, "'" + name + "' is a parameter already");
      }
      if (d.LBRACK() != null) {
        array(d, name, type);
        continue;
      }
      if (arrays.containsKey(name)) {
        throw LitmusErrors.at(d, "'" + name + "' is an array already");
      }
      LitmusParser.ExpressionContext initial = d.expression();
      if (d.initialisers() != null) {
        if (d.initialisers().expression().size() != 1) {
          throw LitmusErrors.at(d.initialisers(), "'" + name + "' has one value");
        }
        initial = d.initialisers().expression(0);
      }
      if (initial == null) {
        variable(name, type, d);
      } else {
        Typed value = expressions.fullValue(initial);
        initialise(variable(name, type, d), value, d);
      }
    }
  }

  private void initialise(Variable variable, Typed value, ParserRuleContext at) {
    expressions.storeVariable(
        variable, new Typed(converted(value, variable.type(), at), variable.type()));
  }

  private void array(LitmusParser.DeclaratorContext d, String name, CType type) {
    long length = LitmusNumbers.integer(d.INT().getText(), d);
    if (length < 1 || length > LONGEST_ARRAY) {
      throw LitmusErrors.at(d, "an array of a thread has 1 to " + LONGEST_ARRAY + " elements");
    }
    if (variables.containsKey(name) || arrays.containsKey(name)) {
      throw LitmusErrors.at(d, "'" + name + "' is declared twice");
    }
    if (d.expression() != null) {
      throw LitmusErrors.at(d.expression(), "an array's initial values stand in braces");
    }
    List<Variable> elements = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      elements.add(variable(name + "[" + i + "]", type, d));
    }
    arrays.put(name, new LocalArray(elements));
    if (d.initialisers() == null) {
      return;
    }
    List<LitmusParser.ExpressionContext> values = d.initialisers().expression();
    if (values.size() > length) {
      throw LitmusErrors.at(d.initialisers(), "more initial values than the array has elements");
    }
    for (int i = 0; i < length; i++) {
      Typed value =
          i < values.size()
              ? expressions.fullValue(values.get(i))
              : new Typed(Operators.zero(type), type);
      initialise(elements.get(i), value, d);
    }
  }

  private void ifStatement(LitmusParser.IfStatementContext statement) {
    Value condition = expressions.fullCondition(statement.expression());
    Block then = function.newBlock("then");
    Block otherwise = statement.statement().size() > 1 ? function.newBlock("else") : null;
    Block end = function.newBlock("end");
    builder.branch(condition, then, otherwise == null ? end : otherwise);
    builder.setBlock(then);
    statement(statement.statement(0));
    goTo(end);
    if (otherwise != null) {
      builder.setBlock(otherwise);
      statement(statement.statement(1));
      goTo(end);
    }
    builder.setBlock(end);
  }

  /** Goes on in a block, where something comes here. */
  void goTo(Block block) {
    if (builder.block().terminatorOrNull() == null) {
      builder.branch(block);
    }
  }

  private void whileStatement(LitmusParser.WhileStatementContext statement) {
    Block head = function.newBlock("head");
    Block body = function.newBlock("body");
    Block exit = function.newBlock("exit");
    builder.branch(head);
    builder.setBlock(head);
    builder.branch(expressions.fullCondition(statement.expression()), body, exit);
    builder.setBlock(body);
    loopBody(statement.statement(), head, exit);
    goTo(head);
    builder.setBlock(exit);
  }

  private void loopBody(LitmusParser.StatementContext body, Block next, Block exit) {
    loops.push(new Loop(next, exit));
    statement(body);
    loops.pop();
  }

  private void doStatement(LitmusParser.DoStatementContext statement) {
    Block body = function.newBlock("body");
    Block test = function.newBlock("test");
    Block exit = function.newBlock("exit");
    builder.branch(body);
    builder.setBlock(body);
    loopBody(statement.statement(), test, exit);
    goTo(test);
    builder.setBlock(test);
    at(statement.expression());
    builder.branch(expressions.fullCondition(statement.expression()), body, exit);
    builder.setBlock(exit);
  }

  private void forStatement(LitmusParser.ForStatementContext statement) {
    if (statement.declaration() != null) {
      declaration(statement.declaration());
    } else {
      for (LitmusParser.ExpressionContext e : statement.expression()) {
        if (!e.equals(statement.test_) && !e.equals(statement.step)) {
          expressions.full(e);
        }
      }
    }
    Block head = function.newBlock("head");
    Block body = function.newBlock("body");
    Block step = function.newBlock("step");
    Block exit = function.newBlock("exit");
    builder.branch(head);
    builder.setBlock(head);
    if (statement.test_ == null) {
      builder.branch(body);
    } else {
      builder.branch(expressions.fullCondition(statement.test_), body, exit);
    }
    builder.setBlock(body);
    loopBody(statement.statement(), step, exit);
    goTo(step);
    builder.setBlock(step);
    if (statement.step != null) {
      expressions.full(statement.step);
    }
    builder.branch(head);
    builder.setBlock(exit);
  }
}
