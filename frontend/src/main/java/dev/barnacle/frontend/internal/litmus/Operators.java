package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Operators on values, and the conversions between their types (C11 6.3 and 6.5). */
final class Operators {
  private final IrBuilder builder;

  Operators(IrBuilder builder) {
    this.builder = builder;
  }

  /** A truth value as i1. */
  Value truth(Typed typed) {
    if (typed.value() instanceof Cast cast
        && cast.op() == Cast.Op.ZEXT
        && cast.operand(0).type().equals(Types.I1)) {
      return cast.operand(0);
    }
    return builder.compare(Compare.Predicate.NE, typed.value(), zero(typed.type()));
  }

  static Value zero(CType type) {
    return type.ir() instanceof PointerType p
        ? new NullConstant(p)
        : new IntConstant(type.bitsType(), 0);
  }

  /** A truth value as an int. */
  Typed ofTruth(Value truth) {
    return new Typed(builder.cast(Cast.Op.ZEXT, truth, Types.I32), CType.INT);
  }

  /** The integer promotions (C11 6.3.1.1). */
  Typed promote(Typed typed, ParserRuleContext at) {
    return convert(typed, typed.type().promoted(), at);
  }

  /** A binary operator. */
  Typed arithmetic(ParserRuleContext at, String operator, Typed x, Typed y) {
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

  private static Compare.@Nullable Predicate predicate(String operator, boolean signed) {
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
  Typed offset(Typed pointer, Typed index, boolean back, ParserRuleContext at) {
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
}
