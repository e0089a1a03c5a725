package dev.barnacle.ir.pass;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare.Predicate;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;

/** Combines two values as a collective operation does. */
final class GroupCombiner {
  private final GroupOperation operation;
  private final Type type;

  GroupCombiner(GroupOperation operation) {
    this.operation = operation;
    this.type = operation.type();
  }

  /** Returns what a work-item's value is combined as: truth values are 0 or 1. */
  Value prepare(IrBuilder builder, Value value) {
    return switch (operation.op()) {
      case ALL, ANY -> {
        Value set = builder.compare(Predicate.NE, value, new IntConstant(Types.I32, 0));
        yield builder.cast(Cast.Op.ZEXT, set, Types.I32);
      }
      default -> value;
    };
  }

  /** Adds the instruction that combines two values. */
  Value combine(IrBuilder builder, Value left, Value right) {
    boolean floating = type.isFloat();
    return switch (operation.op()) {
      case ALL -> builder.binary(Binary.Op.AND, left, right);
      case ANY -> builder.binary(Binary.Op.OR, left, right);
      default ->
          switch (operation.combine()) {
            case ADD -> builder.binary(floating ? Binary.Op.FADD : Binary.Op.ADD, left, right);
            case MIN ->
                builder.intrinsic(floating ? Intrinsic.Op.FMIN : Intrinsic.Op.SMIN, left, right);
            case MAX ->
                builder.intrinsic(floating ? Intrinsic.Op.FMAX : Intrinsic.Op.SMAX, left, right);
            case MUL -> builder.binary(floating ? Binary.Op.FMUL : Binary.Op.MUL, left, right);
            case AND -> builder.binary(Binary.Op.AND, left, right);
            case OR -> builder.binary(Binary.Op.OR, left, right);
            case XOR -> builder.binary(Binary.Op.XOR, left, right);
            case UMIN -> builder.intrinsic(Intrinsic.Op.UMIN, left, right);
            case UMAX -> builder.intrinsic(Intrinsic.Op.UMAX, left, right);
            case NONE -> throw new IllegalArgumentException("no combination");
          };
    };
  }

  /** Returns the value that an exclusive scan gives the first work-item. */
  Constant identity() {
    Constant scalar =
        type.scalar() instanceof FloatType f ? identity(f) : identity((IntType) type.scalar());
    return type.lanes() == 1 ? scalar : VectorConstant.splat(scalar, type.lanes());
  }

  private Constant identity(IntType integer) {
    return new IntConstant(integer, operation.combine().identity(integer.bits()));
  }

  private Constant identity(FloatType floating) {
    double identity = operation.combine().identity();
    return switch (floating.bits()) {
      case 16 -> new FloatConstant(floating, Float.floatToFloat16((float) identity) & 0xffffL);
      case 32 -> FloatConstant.of((float) identity);
      default -> FloatConstant.of(identity);
    };
  }
}
