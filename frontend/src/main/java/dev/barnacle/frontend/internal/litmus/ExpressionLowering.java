package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.frontend.internal.litmus.ThreadLowering.Variable;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
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

/**
 * Lowers expressions. It notes which memory accesses of one full expression are unsequenced: those
 * of the two operands of an operator, and those of the arguments of a call (C11 6.5).
 */
final class ExpressionLowering {
  private final ThreadLowering thread;
  private final IrBuilder builder;
  private final AtomicCalls calls;
  private final List<Instruction> accesses = new ArrayList<>();

  ExpressionLowering(ThreadLowering thread) {
    this.thread = thread;
    this.builder = thread.builder;
    this.calls = new AtomicCalls(this, thread);
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
        CType type = CType.declared(c.specifier(), c.STAR().size());
        Typed operand = lower(c.expression());
        yield type.isVoid() ? new Typed(operand.value(), type) : convert(operand, type, c);
      }
      case LitmusParser.IndexExpressionContext i -> load(place(i), i);
      default -> throw LitmusErrors.at(expression, "unknown expression");
    };
  }

  private static Typed number(Token token) {
    String digits = token.getText().replaceAll("[uUlL]+$", "");
    long value;
    try {
      value =
          digits.startsWith("0x") || digits.startsWith("0X")
              ? Long.parseUnsignedLong(digits.substring(2), 16)
              : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw LitmusErrors.at(token, "the number " + token.getText() + " is too big");
    }
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
    throw LitmusErrors.at(
        token, "unknown name '" + token.getText() + "': no parameter or variable of this thread");
  }

  /** A truth value as i1. */
  Value condition(LitmusParser.ExpressionContext expression) {
    Typed typed = value(expression);
    return truth(typed);
  }

  private Value truth(Typed typed) {
    if (typed.value() instanceof Cast cast
        && cast.op() == Cast.Op.ZEXT
        && cast.operand(0).type().equals(Types.I1)) {
      return cast.operand(0);
    }
    return builder.compare(Compare.Predicate.NE, typed.value(), zero(typed.type()));
  }

  private static Value zero(CType type) {
    return type.ir() instanceof PointerType p
        ? new NullConstant(p)
        : new IntConstant(type.bitsType(), 0);
  }

  Typed ofTruth(Value truth) {
    return new Typed(builder.cast(Cast.Op.ZEXT, truth, Types.I32), CType.INT);
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
        yield ofTruth(builder.compare(Compare.Predicate.EQ, truth, IntConstant.FALSE));
      }
      case LitmusParser.PLUS -> promote(value(u.expression()), u);
      case LitmusParser.MINUS -> {
        Typed operand = promote(value(u.expression()), u);
        if (operand.value() instanceof IntConstant c) {
          yield new Typed(new IntConstant(c.type(), -c.value()), operand.type());
        }
        yield new Typed(
            builder.binary(Binary.Op.SUB, zero(operand.type()), operand.value()), operand.type());
      }
      default -> {
        Typed operand = promote(value(u.expression()), u);
        Value ones = new IntConstant(operand.type().bitsType(), -1);
        yield new Typed(builder.binary(Binary.Op.XOR, operand.value(), ones), operand.type());
      }
    };
  }

  private Typed promote(Typed typed, ParserRuleContext at) {
    return convert(typed, typed.type().promoted(), at);
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
        int a = mark();
        Typed base = value(i.expression(0));
        int b = mark();
        Typed index = value(i.expression(1));
        unsequence(a, b);
        yield pointedTo(offset(base, index, false, i), i);
      }
      default -> throw LitmusErrors.at(expression, "this is no place that can be assigned to");
    };
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

  private Typed assign(LitmusParser.AssignExpressionContext a) {
    int before = mark();
    Typed place = place(a.expression(0));
    int between = mark();
    Typed right = value(a.expression(1));
    unsequence(before, between);
    if (a.op.getType() == LitmusParser.ASSIGN_OP) {
      String operator = a.op.getText().substring(0, a.op.getText().length() - 1);
      int loaded = mark();
      Typed old = load(place, a);
      unsequencePair(between, loaded);
      right = arithmetic(a, operator, old, right);
    }
    Typed stored = convert(right, place.type(), a);
    thread.at(a);
    store(place, stored);
    return stored;
  }

  private void unsequencePair(int from, int loaded) {
    unsequence(from, loaded);
  }

  private Typed increment(LitmusParser.ExpressionContext operand, Token op, boolean post) {
    Typed place = place(operand);
    Typed old = load(place, operand);
    String operator = op.getType() == LitmusParser.INCREMENT ? "+" : "-";
    Typed one = new Typed(new IntConstant(Types.I32, 1), CType.INT);
    Typed now = convert(arithmetic(operand, operator, old, one), place.type(), operand);
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
    return arithmetic(at, op.getText(), x, y);
  }

  private Typed arithmetic(ParserRuleContext at, String operator, Typed x, Typed y) {
    if (x.type().isPointer() && (operator.equals("+") || operator.equals("-"))) {
      return offset(x, y, operator.equals("-"), at);
    }
    if (y.type().isPointer() && operator.equals("+")) {
      return offset(y, x, false, at);
    }
    boolean shift = operator.equals("<<") || operator.equals(">>");
    CType type = shift ? x.type().promoted() : CType.common(x.type(), y.type());
    Value left = convert(x, type, at).value();
    Value right = convert(y, type, at).value();
    Compare.Predicate predicate = predicate(operator, type.signed());
    if (predicate != null) {
      return ofTruth(builder.compare(predicate, left, right));
    }
    if (type.isPointer()) {
      throw LitmusErrors.at(at, "'" + operator + "' is not defined on pointers");
    }
    return new Typed(builder.binary(operation(operator, type.signed()), left, right), type);
  }

  private static Compare.@org.jspecify.annotations.Nullable Predicate predicate(
      String operator, boolean signed) {
    return switch (operator) {
      case "==" -> Compare.Predicate.EQ;
      case "!=" -> Compare.Predicate.NE;
      case "<" -> signed ? Compare.Predicate.SLT : Compare.Predicate.ULT;
      case "<=" -> signed ? Compare.Predicate.SLE : Compare.Predicate.ULE;
      case ">" -> signed ? Compare.Predicate.SGT : Compare.Predicate.UGT;
      case ">=" -> signed ? Compare.Predicate.SGE : Compare.Predicate.UGE;
      default -> null;
    };
  }

  private static Binary.Op operation(String operator, boolean signed) {
    return switch (operator) {
      case "+" -> Binary.Op.ADD;
      case "-" -> Binary.Op.SUB;
      case "*" -> Binary.Op.MUL;
      case "/" -> signed ? Binary.Op.SDIV : Binary.Op.UDIV;
      case "%" -> signed ? Binary.Op.SREM : Binary.Op.UREM;
      case "&" -> Binary.Op.AND;
      case "|" -> Binary.Op.OR;
      case "^" -> Binary.Op.XOR;
      case "<<" -> Binary.Op.SHL;
      case ">>" -> signed ? Binary.Op.ASHR : Binary.Op.LSHR;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  /** A pointer moved by a number of elements. */
  private Typed offset(Typed pointer, Typed index, boolean back, ParserRuleContext at) {
    CType to = pointer.type().pointee();
    if (to == null || to.isVoid() || index.type().isPointer()) {
      throw LitmusErrors.at(at, "expected a pointer to an object and an integer");
    }
    Value wide = convert(index, CType.LONG, at).value();
    Value size = new IntConstant(Types.I64, back ? -to.byteSize() : to.byteSize());
    Value bytes = builder.binary(Binary.Op.MUL, wide, size);
    return new Typed(builder.pointerAdd(pointer.value(), bytes), pointer.type());
  }

  Typed convert(Typed from, CType to, ParserRuleContext at) {
    if (from.type().isVoid() || to.isVoid()) {
      throw LitmusErrors.at(at, "this has no value");
    }
    if (from.type().isPointer() != to.isPointer()) {
      return convertPointer(from, to);
    }
    if (to.isPointer()) {
      Value value =
          from.type().ir().equals(to.ir())
              ? from.value()
              : builder.cast(Cast.Op.ADDRSPACECAST, from.value(), to.ir());
      return new Typed(value, to);
    }
    return new Typed(resize(from.value(), from.type(), to.bitsType()), to);
  }

  private Typed convertPointer(Typed from, CType to) {
    if (!to.isPointer()) {
      Value bits = builder.cast(Cast.Op.PTRTOINT, from.value(), Types.I64);
      return new Typed(resize(bits, CType.LONG, to.bitsType()), to);
    }
    Value bits = resize(from.value(), from.type(), Types.I64);
    return new Typed(builder.cast(Cast.Op.INTTOPTR, bits, to.ir()), to);
  }

  private Value resize(Value value, CType from, IntType to) {
    if (from.bits() == to.bits()) {
      return value;
    }
    if (value instanceof IntConstant c) {
      return new IntConstant(to, from.signed() ? c.value() : c.unsigned());
    }
    Cast.Op op =
        from.bits() > to.bits() ? Cast.Op.TRUNC : from.signed() ? Cast.Op.SEXT : Cast.Op.ZEXT;
    return builder.cast(op, value, to);
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
    return ofTruth(phi);
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
    Typed second = convert(y, type, c);
    Block otherwiseEnd = builder.block();
    builder.branch(end);
    builder.setBlock(thenEnd);
    Typed first = convert(x, type, c);
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
