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

/** How a collective operation combines two values. */
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
    long least = -1L << (integer.bits() - 1);
    return new IntConstant(
        integer,
        switch (operation.combine()) {
          case MIN -> ~least;
          case MAX -> least;
          case UMIN -> -1;
          default -> 0;
        });
  }

  private Constant identity(FloatType floating) {
    return switch (operation.combine()) {
      case MIN -> infinity(floating, Float.POSITIVE_INFINITY);
      case MAX -> infinity(floating, Float.NEGATIVE_INFINITY);
      default -> new FloatConstant(floating, 0);
    };
  }

  private static Constant infinity(FloatType floating, float value) {
    return switch (floating.bits()) {
      case 16 -> new FloatConstant(floating, Float.floatToFloat16(value) & 0xffffL);
      case 32 -> FloatConstant.of(value);
      default -> FloatConstant.of((double) value);
    };
  }
}
