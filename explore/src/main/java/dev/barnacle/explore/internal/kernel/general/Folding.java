package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import org.jspecify.annotations.Nullable;

/** Results of instructions of one lane that are known before anything runs. */
final class Folding {
  private Folding() {}

  /** Returns what an instruction gives if that is known; null if it is not. */
  static @Nullable Value of(Instruction i) {
    return switch (i) {
      case Select s when s.operand(0) instanceof IntConstant c -> s.operand(c.value() != 0 ? 1 : 2);
      case PointerAdd p when p.operand(1) instanceof IntConstant c -> moved(p, c.value());
      case Binary b -> binary(b);
      case Compare c -> compare(c);
      case Cast c -> cast(c);
      default -> null;
    };
  }

  private static @Nullable Value moved(PointerAdd p, long offset) {
    if (offset == 0) {
      return p.operand(0);
    }
    boolean again =
        p.operand(0) instanceof PointerAdd before && before.operand(1) instanceof IntConstant;
    if (!again) {
      return null;
    }
    PointerAdd before = (PointerAdd) p.operand(0);
    long first = ((IntConstant) before.operand(1)).value();
    p.setOperand(0, before.operand(0));
    p.setOperand(1, new IntConstant((IntType) p.operand(1).type(), first + offset));
    return first + offset == 0 ? before.operand(0) : null;
  }

  private static @Nullable Value binary(Binary b) {
    if (!isNumber(b.operand(0)) || !isNumber(b.operand(1)) || Divisions.mayFail(b)) {
      return null; // a division stays, for its faults to be found
    }
    long x = bits(b.operand(0));
    long y = bits(b.operand(1));
    int width = width(b.type());
    return constant(
        b.type(),
        b.op().isFloat()
            ? Lanes.floating(b.op(), x, y, width)
            : Lanes.integer(b.op(), x, y, width));
  }

  private static @Nullable Value compare(Compare c) {
    if (!isNumber(c.operand(0)) || !isNumber(c.operand(1))) {
      return null;
    }
    long x = bits(c.operand(0));
    long y = bits(c.operand(1));
    return Lanes.compare(c.predicate(), x, y, width(c.operand(0).type()))
        ? IntConstant.TRUE
        : IntConstant.FALSE;
  }

  private static @Nullable Value cast(Cast c) {
    if (!isNumber(c.operand(0)) || c.type() instanceof PointerType) {
      return null;
    }
    long x = bits(c.operand(0));
    int to = width(c.type());
    return constant(
        c.type(),
        c.op() == Cast.Op.BITCAST ? x : Lanes.cast(c.op(), x, width(c.operand(0).type()), to));
  }

  private static boolean isNumber(Value value) {
    return value instanceof IntConstant || value instanceof FloatConstant;
  }

  private static long bits(Value value) {
    return value instanceof FloatConstant f ? f.bits() : ((IntConstant) value).value();
  }

  static int width(Type type) {
    return switch (type) {
      case IntType t -> t.bits();
      case FloatType t -> t.bits();
      default -> 64;
    };
  }

  /** Returns the constant of a type, a number or the null pointer, that has some bits. */
  static Constant constant(Type type, long bits) {
    return switch (type) {
      case IntType t -> new IntConstant(t, t.normalize(bits));
      case FloatType t -> new FloatConstant(t, Lanes.unsigned(bits, t.bits()));
      case PointerType t -> new NullConstant(t);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }
}
