package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.LocalArray;
import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.frontend.internal.litmus.ThreadLowering.Variable;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Lowers expressions. It notes which memory accesses of one full expression are unsequenced: those
 * of the two operands of an operator, and those of the arguments of a call (C11 6.5).
 */
final class ExpressionLowering {
  private final ThreadLowering thread;
  private final IrBuilder builder;
  private final AtomicCalls calls;
  private final Operators operators;
  private final List<Instruction> accesses = new ArrayList<>();

  ExpressionLowering(ThreadLowering thread) {
    this.thread = thread;
    this.builder = thread.builder;
    this.operators = new Operators(builder);
    this.calls = new AtomicCalls(this, operators, thread);
  }

  /** An expression whose value is not used. */
  void full(LitmusParser.ExpressionContext expression) {
    accesses.clear();
    lower(expression);
  }

  Typed fullValue(LitmusParser.ExpressionContext expression) {
    accesses.clear();
    return value(expression);
  }

  Value fullCondition(LitmusParser.ExpressionContext expression) {
    accesses.clear();
    return condition(expression);
  }

  /** Adds a memory access, noting that it is one. */
  <T extends Instruction> T access(T instruction) {
    accesses.add(instruction);
    return builder.add(instruction);
  }

  int mark() {
    return accesses.size();
  }

  /** Accesses from {@code a} to {@code b} and those from {@code b} on are unsequenced. */
  void unsequence(int a, int b) {
    for (Instruction x : accesses.subList(a, b)) {
      for (Instruction y : accesses.subList(b, accesses.size())) {
        thread.unsequenced.computeIfAbsent(x, k -> new LinkedHashSet<>(Set.of())).add(y);
        thread.unsequenced.computeIfAbsent(y, k -> new LinkedHashSet<>(Set.of())).add(x);
      }
    }
  }

  Typed value(LitmusParser.ExpressionContext expression) {
    Typed typed = lower(expression);
    if (typed.type().isVoid()) {
      throw LitmusErrors.at(expression, "this has no value");
    }
    return typed;
  }

  private Typed lower(LitmusParser.ExpressionContext expression) {
    thread.at(expression);
    return switch (expression) {
      case LitmusParser.ParenthesisedExpressionContext p -> lower(p.expression());
      case LitmusParser.NumberExpressionContext n -> number(n.INT().getSymbol());
      case LitmusParser.TruthExpressionContext t ->
          new Typed(new IntConstant(Types.I32, t.TRUE() == null ? 0 : 1), CType.INT);
      case LitmusParser.NameExpressionContext n -> name(n.NAME().getSymbol());
      case LitmusParser.CallExpressionContext c -> calls.lower(c);
      case LitmusParser.UnaryExpressionContext u -> unary(u);
      case LitmusParser.BinaryExpressionContext b ->
          binary(b, b.op, b.expression(0), b.expression(1));
      case LitmusParser.LogicalExpressionContext l -> logical(l);
      case LitmusParser.ConditionalExpressionContext c -> conditional(c);
      case LitmusParser.AssignExpressionContext a -> assign(a);
      case LitmusParser.PrefixExpressionContext p -> increment(p.expression(), p.op, false);
      case LitmusParser.PostfixExpressionContext p -> increment(p.expression(), p.op, true);
      case LitmusParser.CastExpressionContext c -> {
        CType type = CType.declared(c.specifier(), c.pointerTo());
        Typed operand = lower(c.expression());
        yield type.isVoid()
            ? new Typed(operand.value(), type)
            : operators.convert(operand, type, c);
      }
      case LitmusParser.IndexExpressionContext i -> load(place(i), i);
      default -> throw LitmusErrors.at(expression, "unknown expression");
    };
  }

  private static Typed number(Token token) {
    long value = LitmusNumbers.integer(token.getText(), token);
    CType type = value == (int) value ? CType.INT : CType.LONG;
    return new Typed(new IntConstant(type.bitsType(), value), type);
  }

  private Typed name(Token token) {
    Variable variable = thread.variables.get(token.getText());
    if (variable != null) {
      return new Typed(builder.load(variable.type().ir(), variable.memory()), variable.type());
    }
    Typed parameter = thread.parameters.get(token.getText());
    if (parameter != null) {
      return parameter;
    }
    if (token.getText().equals("NULL")) {
      return new Typed(new IntConstant(Types.I32, 0), CType.INT);
    }
    if (thread.arrays.containsKey(token.getText())) {
      throw LitmusErrors.at(
          token, "the array '" + token.getText() + "' of the thread needs an index here");
    }
    throw LitmusErrors.at(
        token, "unknown name '" + token.getText() + "': no parameter or variable of this thread");
  }

  /** A truth value as i1. */
  Value condition(LitmusParser.ExpressionContext expression) {
    Typed typed = value(expression);
    return operators.truth(typed);
  }

  private Typed unary(LitmusParser.UnaryExpressionContext u) {
    return switch (u.op.getType()) {
      case LitmusParser.STAR -> load(place(u), u);
      case LitmusParser.AND -> {
        if (u.expression() instanceof LitmusParser.NameExpressionContext n) {
          Typed parameter = thread.parameters.get(n.NAME().getText());
          if (parameter != null && !thread.variables.containsKey(n.NAME().getText())) {
            throw LitmusErrors.at(u, "the address of a parameter is not supported");
          }
        }
        Typed place = place(u.expression());
        yield new Typed(place.value(), CType.pointer(place.type()));
      }
      case LitmusParser.NOT -> {
        Value truth = condition(u.expression());
        yield operators.ofTruth(builder.compare(Compare.Predicate.EQ, truth, IntConstant.FALSE));
      }
      case LitmusParser.PLUS -> operators.promote(value(u.expression()), u);
      case LitmusParser.MINUS -> {
        Typed operand = operators.promote(value(u.expression()), u);
        if (operand.value() instanceof IntConstant c) {
          yield new Typed(new IntConstant(c.type(), -c.value()), operand.type());
        }
        yield new Typed(
            builder.binary(Binary.Op.SUB, Operators.zero(operand.type()), operand.value()),
            operand.type());
      }
      default -> {
        Typed operand = operators.promote(value(u.expression()), u);
        Value ones = new IntConstant(operand.type().bitsType(), -1);
        yield new Typed(builder.binary(Binary.Op.XOR, operand.value(), ones), operand.type());
      }
    };
  }

  /** An lvalue: its address, and the type of the object. */
  private Typed place(LitmusParser.ExpressionContext expression) {
    return switch (expression) {
      case LitmusParser.ParenthesisedExpressionContext p -> place(p.expression());
      case LitmusParser.NameExpressionContext n -> {
        Variable variable = thread.variables.get(n.NAME().getText());
        if (variable == null) {
          name(n.NAME().getSymbol());
          throw LitmusErrors.at(n, "a parameter cannot be assigned to");
        }
        yield new Typed(variable.memory(), variable.type());
      }
      case LitmusParser.UnaryExpressionContext u when u.op.getType() == LitmusParser.STAR ->
          pointedTo(value(u.expression()), u);
      case LitmusParser.IndexExpressionContext i -> {
        LocalArray array = array(i.expression(0));
        if (array != null) {
          yield element(array, i);
        }
        int a = mark();
        Typed base = value(i.expression(0));
        int b = mark();
        Typed index = value(i.expression(1));
        unsequence(a, b);
        yield pointedTo(operators.offset(base, index, false, i), i);
      }
      default -> throw LitmusErrors.at(expression, "this is no place that can be assigned to");
    };
  }

  private @Nullable LocalArray array(LitmusParser.ExpressionContext base) {
    return base instanceof LitmusParser.NameExpressionContext n
        ? thread.arrays.get(n.NAME().getText())
        : null;
  }

  /** An element of an array of the thread's own: chosen among its variables by the index. */
  private Typed element(LocalArray array, LitmusParser.IndexExpressionContext at) {
    Typed index = operators.convert(value(at.expression(1)), CType.LONG, at);
    CType type = array.elements().get(0).type();
    if (index.value() instanceof IntConstant c) {
      if (c.value() < 0 || c.value() >= array.elements().size()) {
        throw LitmusErrors.at(at, "the array has " + array.elements().size() + " elements");
      }
      return new Typed(array.elements().get((int) c.value()).memory(), type);
    }
    Value address = new NullConstant(new PointerType(AddressSpace.PRIVATE));
    for (int i = 0; i < array.elements().size(); i++) {
      Value here =
          builder.compare(Compare.Predicate.EQ, index.value(), new IntConstant(Types.I64, i));
      address = builder.select(here, array.elements().get(i).memory(), address);
    }
    return new Typed(address, type);
  }

  private static Typed pointedTo(Typed pointer, ParserRuleContext at) {
    CType to = pointer.type().pointee();
    if (to == null || to.isVoid()) {
      throw LitmusErrors.at(at, "expected a pointer to an object");
    }
    return new Typed(pointer.value(), to);
  }

  private Typed load(Typed place, ParserRuleContext at) {
    thread.at(at);
    return new Typed(
        access(new Load(place.type().ir(), place.value(), place.type().byteSize(), false)),
        place.type());
  }

  void store(Typed place, Typed value) {
    access(new Store(value.value(), place.value(), place.type().byteSize(), false));
  }

  void storeVariable(Variable variable, Typed value) {
    builder.store(value.value(), variable.memory());
  }

  /** An assignment to a name that is nobody's makes a register of it, as in herd. */
  private @Nullable Typed assignRegister(LitmusParser.AssignExpressionContext a) {
    if (a.op.getType() == LitmusParser.ASSIGN
        && a.expression(0) instanceof LitmusParser.NameExpressionContext n
        && !thread.knows(n.NAME().getText())) {
      Typed right = value(a.expression(1));
      CType type = right.type().unqualified().promoted();
      Variable register = thread.variable(n.NAME().getText(), type, n);
      Typed stored = operators.convert(right, type, a);
      storeVariable(register, stored);
      return stored;
    }
    return null;
  }

  private Typed assign(LitmusParser.AssignExpressionContext a) {
    Typed register = assignRegister(a);
    if (register != null) {
      return register;
    }
    int before = mark();
    Typed place = place(a.expression(0));
    int between = mark();
    Typed right = value(a.expression(1));
    unsequence(before, between);
    if (a.op.getType() == LitmusParser.ASSIGN_OP) {
      String operator = a.op.getText().substring(0, a.op.getText().length() - 1);
      int loaded = mark();
      Typed old = load(place, a);
      unsequence(between, loaded);
      right = operators.arithmetic(a, operator, old, right);
    }
    Typed stored = operators.convert(right, place.type(), a);
    thread.at(a);
    store(place, stored);
    return stored;
  }

  private Typed increment(LitmusParser.ExpressionContext operand, Token op, boolean post) {
    Typed place = place(operand);
    Typed old = load(place, operand);
    String operator = op.getType() == LitmusParser.INCREMENT ? "+" : "-";
    Typed one = new Typed(new IntConstant(Types.I32, 1), CType.INT);
    Typed now =
        operators.convert(operators.arithmetic(operand, operator, old, one), place.type(), operand);
    store(place, now);
    return post ? old : now;
  }

  private Typed binary(
      ParserRuleContext at,
      Token op,
      LitmusParser.ExpressionContext left,
      LitmusParser.ExpressionContext right) {
    int a = mark();
    Typed x = value(left);
    int b = mark();
    Typed y = value(right);
    unsequence(a, b);
    thread.at(at);
    return operators.arithmetic(at, op.getText(), x, y);
  }

  private Typed logical(LitmusParser.LogicalExpressionContext l) {
    boolean and = l.op.getType() == LitmusParser.ANDAND;
    Value left = condition(l.expression(0));
    Block first = builder.block();
    Block more = thread.function.newBlock("logical");
    Block end = thread.function.newBlock("end");
    builder.branch(left, and ? more : end, and ? end : more);
    builder.setBlock(more);
    Value right = condition(l.expression(1));
    Block second = builder.block();
    builder.branch(end);
    builder.setBlock(end);
    Phi phi = builder.phi(Types.I1);
    phi.addIncoming(and ? IntConstant.FALSE : IntConstant.TRUE, first);
    phi.addIncoming(right, second);
    return operators.ofTruth(phi);
  }

  private Typed conditional(LitmusParser.ConditionalExpressionContext c) {
    Value condition = condition(c.expression(0));
    Block then = thread.function.newBlock("then");
    Block otherwise = thread.function.newBlock("else");
    Block end = thread.function.newBlock("end");
    builder.branch(condition, then, otherwise);
    builder.setBlock(then);
    Typed x = value(c.expression(1));
    Block thenEnd = builder.block();
    builder.setBlock(otherwise);
    Typed y = value(c.expression(2));
    CType type = CType.common(x.type(), y.type());
    Typed second = operators.convert(y, type, c);
    Block otherwiseEnd = builder.block();
    builder.branch(end);
    builder.setBlock(thenEnd);
    Typed first = operators.convert(x, type, c);
    builder.branch(end);
    builder.setBlock(end);
    Phi phi = builder.phi(type.ir());
    phi.addIncoming(first.value(), thenEnd);
    phi.addIncoming(second.value(), otherwiseEnd);
    return new Typed(phi, type);
  }

  /** A pointer argument: to what it points, and its value. */
  Typed pointer(LitmusParser.ExpressionContext expression) {
    Typed typed = value(expression);
    CType to = typed.type().pointee();
    if (to == null || to.isVoid()) {
      throw LitmusErrors.at(expression, "expected a pointer to an object");
    }
    return typed;
  }
}
