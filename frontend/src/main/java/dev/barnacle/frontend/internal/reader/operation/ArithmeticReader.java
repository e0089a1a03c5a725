package dev.barnacle.frontend.internal.reader.operation;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.expand.OddIntegers;
import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.frontend.internal.reader.type.Flags;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.view.LlvmFloatPredicate;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmIntPredicate;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.Set;

/** Reads arithmetic, comparisons and conversions. */
public final class ArithmeticReader {
  private final FunctionContext context;

  public ArithmeticReader(FunctionContext context) {
    this.context = context;
  }

  private IrBuilder builder() {
    return context.builder();
  }

  /** Reads an operation on two operands. */
  public Value binary(LlvmInstruction source, Binary.Op op) {
    Value left = context.value(source.operand(0));
    Value right = context.value(source.operand(1));
    if (op.isFloat()) {
      return builder().add(new Binary(op, left, right, Flags.fastMath(source), false, false));
    }
    LlvmType type = source.type();
    if (IntegerWidths.isOdd(type)) {
      return OddIntegers.binary(builder(), op, left, right, type.integerBits());
    }
    Set<LlvmInstruction.Flag> flags = source.flags();
    return builder()
        .add(
            new Binary(
                op,
                left,
                right,
                Set.of(),
                flags.contains(LlvmInstruction.Flag.NSW),
                flags.contains(LlvmInstruction.Flag.NUW)));
  }

  /** Reads an operation on one operand. */
  public Value unary(LlvmInstruction source, Unary.Op op) {
    return builder().add(new Unary(op, context.value(source.operand(0)), Flags.fastMath(source)));
  }

  /** Reads a comparison of integers or pointers. */
  public Value compareIntegers(LlvmInstruction source) {
    Value left = context.value(source.operand(0));
    Value right = context.value(source.operand(1));
    Compare.Predicate predicate = predicate(source.intPredicate());
    LlvmType type = source.operand(0).type();
    if (IntegerWidths.isOdd(type) && isSigned(predicate)) {
      left = OddIntegers.signExtend(builder(), left, type.integerBits());
      right = OddIntegers.signExtend(builder(), right, type.integerBits());
    }
    return builder().compare(predicate, left, right);
  }

  static boolean isSigned(Compare.Predicate predicate) {
    return switch (predicate) {
      case SGT, SGE, SLT, SLE -> true;
      default -> false;
    };
  }

  static Compare.Predicate predicate(LlvmIntPredicate predicate) {
    return switch (predicate) {
      case EQ -> Compare.Predicate.EQ;
      case NE -> Compare.Predicate.NE;
      case UGT -> Compare.Predicate.UGT;
      case UGE -> Compare.Predicate.UGE;
      case ULT -> Compare.Predicate.ULT;
      case ULE -> Compare.Predicate.ULE;
      case SGT -> Compare.Predicate.SGT;
      case SGE -> Compare.Predicate.SGE;
      case SLT -> Compare.Predicate.SLT;
      case SLE -> Compare.Predicate.SLE;
    };
  }

  /** Reads a comparison of floating-point numbers. */
  public Value compareFloats(LlvmInstruction source) {
    Value left = context.value(source.operand(0));
    Value right = context.value(source.operand(1));
    Type result = Types.I1.withLanes(left.type().lanes());
    LlvmFloatPredicate predicate = source.floatPredicate();
    return switch (predicate) {
      case FALSE -> ConstantReader.splat(result, IntConstant.FALSE);
      case TRUE -> ConstantReader.splat(result, IntConstant.TRUE);
      default ->
          builder().add(new Compare(predicate(predicate), left, right, Flags.fastMath(source)));
    };
  }

  private static Compare.Predicate predicate(LlvmFloatPredicate predicate) {
    return switch (predicate) {
      case OEQ -> Compare.Predicate.OEQ;
      case OGT -> Compare.Predicate.OGT;
      case OGE -> Compare.Predicate.OGE;
      case OLT -> Compare.Predicate.OLT;
      case OLE -> Compare.Predicate.OLE;
      case ONE -> Compare.Predicate.ONE;
      case ORD -> Compare.Predicate.ORD;
      case UNO -> Compare.Predicate.UNO;
      case UEQ -> Compare.Predicate.UEQ;
      case UGT -> Compare.Predicate.UGT_F;
      case UGE -> Compare.Predicate.UGE_F;
      case ULT -> Compare.Predicate.ULT_F;
      case ULE -> Compare.Predicate.ULE_F;
      case UNE -> Compare.Predicate.UNE;
      case FALSE, TRUE -> throw new IllegalArgumentException("no comparison: " + predicate);
    };
  }

  /** Reads a conversion. */
  public Value cast(LlvmInstruction source, Cast.Op op) {
    LlvmValue operand = source.operand(0);
    Value value = context.value(operand);
    Type type = context.type(source.type());
    if (IntegerWidths.isOdd(operand.type()) || IntegerWidths.isOdd(source.type())) {
      return oddCast(op, value, operand.type(), source.type());
    }
    if (op == Cast.Op.ADDRSPACECAST && FunctionContext.specific(value).type().equals(type)) {
      return FunctionContext.specific(value);
    }
    if (value instanceof IntConstant constant && type instanceof IntType width) {
      // LLVM leaves such where a built-in function expects something of the constant.
      switch (op) {
        case ZEXT -> {
          return new IntConstant(width, constant.unsigned());
        }
        case SEXT, TRUNC -> {
          return new IntConstant(width, constant.value());
        }
        default -> {}
      }
    }
    boolean same = value.type().equals(type);
    return same && op == Cast.Op.BITCAST ? value : builder().cast(op, value, type);
  }

  /** A conversion of an integer of an odd width, or to one. */
  private Value oddCast(Cast.Op op, Value value, LlvmType from, LlvmType to) {
    Type type = context.type(to);
    boolean fromOdd = IntegerWidths.isOdd(from);
    switch (op) {
      case ZEXT, TRUNC -> {
        Value resized = OddIntegers.resize(builder(), value, (IntType) type);
        return op == Cast.Op.TRUNC && IntegerWidths.isOdd(to)
            ? OddIntegers.zeroExtend(builder(), resized, to.integerBits())
            : resized;
      }
      case SEXT -> {
        Value signed =
            fromOdd ? OddIntegers.signExtend(builder(), value, from.integerBits()) : value;
        Value wide =
            signed.type().equals(type) ? signed : builder().cast(Cast.Op.SEXT, signed, type);
        return IntegerWidths.isOdd(to)
            ? OddIntegers.zeroExtend(builder(), wide, to.integerBits())
            : wide;
      }
      case UITOFP -> {
        return builder().cast(op, value, type);
      }
      case SITOFP -> {
        return builder()
            .cast(op, OddIntegers.signExtend(builder(), value, from.integerBits()), type);
      }
      case FPTOUI, FPTOSI -> {
        return OddIntegers.zeroExtend(builder(), builder().cast(op, value, type), to.integerBits());
      }
      case FPTRUNC, FPEXT, PTRTOINT, INTTOPTR, BITCAST, ADDRSPACECAST ->
          throw UnsupportedException.of("a conversion from '" + from + "' to '" + to + "'");
    }
    throw new IllegalArgumentException("no conversion: " + op);
  }
}
