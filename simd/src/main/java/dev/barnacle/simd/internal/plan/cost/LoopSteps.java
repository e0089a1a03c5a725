package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import java.util.OptionalLong;
import java.util.Set;

/**
 * By how much values of a loop rise from one iteration to the next.
 *
 * @param own the instructions of the loop
 * @param latch the only block from which another iteration follows
 */
public record LoopSteps(Set<Instruction> own, Block header, Block latch) {
  private static final int DEEPEST = 16;

  /**
   * Returns the step; empty where it is not always the same. Indices of 32 bits and more of what is
   * accessed do not wrap around: objects are smaller than that. Narrower ones may.
   */
  public OptionalLong of(Value value) {
    return of(value, DEEPEST);
  }

  private OptionalLong of(Value value, int depth) {
    if (!(value instanceof Instruction i) || !own.contains(i)) {
      return OptionalLong.of(0);
    }
    if (depth == 0) {
      return OptionalLong.empty();
    }
    return switch (i) {
      case Phi phi -> header.phis().contains(phi) ? ofPhi(phi) : OptionalLong.empty();
      case Cast cast ->
          switch (cast.op()) {
            case SEXT, ZEXT -> ofExtended(cast.operand(0), depth - 1);
            default -> OptionalLong.empty();
          };
      case PointerAdd add -> sum(of(add.operand(0), depth - 1), of(add.operand(1), depth - 1), 1);
      case Binary b -> of(b, depth - 1);
      default -> OptionalLong.empty();
    };
  }

  private OptionalLong ofExtended(Value narrow, int depth) {
    OptionalLong step = of(narrow, depth);
    boolean wraps = narrow.type().byteSize() < Integer.BYTES && !step.equals(OptionalLong.of(0));
    return wraps ? OptionalLong.empty() : step;
  }

  private OptionalLong of(Binary b, int depth) {
    OptionalLong first = of(b.operand(0), depth);
    OptionalLong second = of(b.operand(1), depth);
    return switch (b.op()) {
      case ADD -> sum(first, second, 1);
      case SUB -> sum(first, second, -1);
      case MUL ->
          b.operand(1) instanceof IntConstant c
              ? times(first, c.value())
              : unlessItTurns(first, second);
      case SHL ->
          b.operand(1) instanceof IntConstant c && c.value() < Integer.SIZE
              ? times(first, 1L << c.value())
              : unlessItTurns(first, second);
      default -> unlessItTurns(first, second);
    };
  }

  private static OptionalLong unlessItTurns(OptionalLong first, OptionalLong second) {
    boolean same = first.equals(OptionalLong.of(0)) && second.equals(OptionalLong.of(0));
    return same ? first : OptionalLong.empty();
  }

  private static OptionalLong times(OptionalLong step, long factor) {
    return step.isPresent() ? OptionalLong.of(step.getAsLong() * factor) : step;
  }

  private static OptionalLong sum(OptionalLong first, OptionalLong second, int sign) {
    return first.isPresent() && second.isPresent()
        ? OptionalLong.of(first.getAsLong() + sign * second.getAsLong())
        : OptionalLong.empty();
  }

  private OptionalLong ofPhi(Phi phi) {
    Value next = phi.incoming(latch);
    boolean counts =
        ((next instanceof Binary b && b.op() == Binary.Op.ADD) || next instanceof PointerAdd)
            && ((Instruction) next).operand(0).equals(phi)
            && ((Instruction) next).operand(1) instanceof IntConstant;
    return counts
        ? OptionalLong.of(((IntConstant) ((Instruction) next).operand(1)).value())
        : OptionalLong.empty();
  }
}
