package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Computes what integer instructions give for constant operands. Numbers are sign-extended from
 * their types' widths, as in {@link dev.barnacle.ir.IntConstant}.
 */
public final class ConstantFolding {
  private ConstantFolding() {}

  /**
   * Returns the result of a scalar integer instruction; empty where an operand that it needs is not
   * known, or the result is undefined.
   *
   * @param operands returns what an operand is, if that is known
   */
  public static OptionalLong fold(Instruction instruction, Function<Value, OptionalLong> operands) {
    if (!(instruction.type() instanceof IntType type)) {
      return OptionalLong.empty();
    }
    return switch (instruction) {
      case Binary binary -> {
        OptionalLong a = operands.apply(binary.operand(0));
        OptionalLong b = operands.apply(binary.operand(1));
        yield a.isEmpty() || b.isEmpty()
            ? OptionalLong.empty()
            : normalized(type, binary(binary.op(), type, a.getAsLong(), b.getAsLong()));
      }
      case Cast cast when cast.operand(0).type() instanceof IntType from -> {
        OptionalLong a = operands.apply(cast.operand(0));
        yield a.isEmpty() ? a : normalized(type, cast(cast.op(), from, a.getAsLong()));
      }
      case Compare compare when compare.operand(0).type() instanceof IntType from -> {
        OptionalLong a = operands.apply(compare.operand(0));
        OptionalLong b = operands.apply(compare.operand(1));
        yield a.isEmpty() || b.isEmpty()
            ? OptionalLong.empty()
            : normalized(type, compare(compare.predicate(), from, a.getAsLong(), b.getAsLong()));
      }
      case Select select -> {
        OptionalLong condition = operands.apply(select.operand(0));
        yield condition.isEmpty()
            ? condition
            : operands.apply(select.operand(condition.getAsLong() != 0 ? 1 : 2));
      }
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong normalized(IntType type, OptionalLong value) {
    return value.isEmpty() ? value : OptionalLong.of(type.normalize(value.getAsLong()));
  }

  private static OptionalLong binary(Binary.Op op, IntType type, long a, long b) {
    boolean shifts = b >= 0 && b < type.bits();
    boolean divides = b != 0 && b != -1;
    return switch (op) {
      case ADD -> OptionalLong.of(a + b);
      case SUB -> OptionalLong.of(a - b);
      case MUL -> OptionalLong.of(a * b);
      case AND -> OptionalLong.of(a & b);
      case OR -> OptionalLong.of(a | b);
      case XOR -> OptionalLong.of(a ^ b);
      case SHL -> known(shifts, shifts ? a << b : 0);
      case LSHR -> known(shifts, shifts ? unsigned(type, a) >>> b : 0);
      case ASHR -> known(shifts, shifts ? a >> b : 0);
      case UDIV ->
          known(b != 0, b == 0 ? 0 : Long.divideUnsigned(unsigned(type, a), unsigned(type, b)));
      case UREM ->
          known(b != 0, b == 0 ? 0 : Long.remainderUnsigned(unsigned(type, a), unsigned(type, b)));
      case SDIV -> known(divides, divides ? a / b : 0);
      case SREM -> known(divides, divides ? a % b : 0);
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong known(boolean is, long value) {
    return is ? OptionalLong.of(value) : OptionalLong.empty();
  }

  private static OptionalLong cast(Cast.Op op, IntType from, long value) {
    return switch (op) {
      case TRUNC, SEXT -> OptionalLong.of(value);
      case ZEXT -> OptionalLong.of(unsigned(from, value));
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong compare(Compare.Predicate predicate, IntType type, long a, long b) {
    int unsigned = Long.compareUnsigned(unsigned(type, a), unsigned(type, b));
    boolean truth =
        switch (predicate) {
          case EQ -> a == b;
          case NE -> a != b;
          case UGT -> unsigned > 0;
          case UGE -> unsigned >= 0;
          case ULT -> unsigned < 0;
          case ULE -> unsigned <= 0;
          case SGT -> a > b;
          case SGE -> a >= b;
          case SLT -> a < b;
          case SLE -> a <= b;
          default -> throw new IllegalArgumentException("compares no integers: " + predicate);
        };
    return OptionalLong.of(truth ? 1 : 0);
  }

  private static long unsigned(IntType type, long value) {
    return type.bits() == 64 ? value : value & ((1L << type.bits()) - 1);
  }
}
