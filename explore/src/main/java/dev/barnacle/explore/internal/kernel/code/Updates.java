package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.engine.math.MathFunctions;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;

/** Computes what read-modify-writes make of the old value. */
public final class Updates {
  private Updates() {}

  /** Returns what a read-modify-write makes of what memory holds. */
  public static long of(Op op, long old, long operand) {
    return of(((AtomicRmw) op.source).op(), old, operand, op.bits, op.floating);
  }

  /** Returns it for values of so many bits. */
  public static long of(AtomicRmw.Op op, long stored, long operand, int bits, boolean floating) {
    if (floating && op != AtomicRmw.Op.XCHG) {
      return floating(op, stored, operand, bits);
    }
    long old = Lanes.signed(stored, bits);
    return switch (op) {
      case XCHG -> operand;
      case ADD -> Lanes.signed(old + operand, bits);
      case SUB -> Lanes.signed(old - operand, bits);
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MIN -> Math.min(old, operand);
      case MAX -> Math.max(old, operand);
      case UMIN -> Long.compareUnsigned(old, operand) < 0 ? old : operand;
      case UMAX -> Long.compareUnsigned(old, operand) > 0 ? old : operand;
      default -> throw new IllegalArgumentException(op.keyword());
    };
  }

  private static long floating(AtomicRmw.Op op, long old, long operand, int bits) {
    return switch (op) {
      case FADD -> Lanes.floating(Binary.Op.FADD, old, operand, bits);
      case FSUB -> Lanes.floating(Binary.Op.FSUB, old, operand, bits);
      case FMIN ->
          Lanes.bits(
              MathFunctions.fmin(Lanes.number(old, bits), Lanes.number(operand, bits)), bits);
      case FMAX ->
          Lanes.bits(
              MathFunctions.fmax(Lanes.number(old, bits), Lanes.number(operand, bits)), bits);
      default -> throw new IllegalArgumentException(op.keyword());
    };
  }
}
