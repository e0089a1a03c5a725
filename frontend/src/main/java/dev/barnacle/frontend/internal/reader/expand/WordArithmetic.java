package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.function.Consumer;

/**
 * Operations on words of 64 bits, of which wider integers are made. What is known when the program
 * is read becomes no instruction: the upper word of most integers is zero.
 */
public final class WordArithmetic {
  public static final IntConstant ZERO = word(0);

  private final IrBuilder builder;
  private final Consumer<Instruction> spare;

  /**
   * Operations that are added to {@code builder}.
   *
   * @param spare is told each instruction that is made: it may go where nobody uses its result
   */
  public WordArithmetic(IrBuilder builder, Consumer<Instruction> spare) {
    this.builder = builder;
    this.spare = spare;
  }

  public static IntConstant word(long value) {
    return new IntConstant(Types.I64, value);
  }

  private <T extends Instruction> T made(T instruction) {
    spare.accept(instruction);
    return instruction;
  }

  private Value make(Binary.Op op, Value a, Value b) {
    return made(builder.binary(op, a, b));
  }

  public Value and(Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return constant(a, x.value() & y.value());
    }
    if (isZero(a) || isOnes(b)) {
      return a;
    }
    return isZero(b) || isOnes(a) ? b : make(Binary.Op.AND, a, b);
  }

  public Value or(Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return constant(a, x.value() | y.value());
    }
    if (isZero(b) || isOnes(a)) {
      return a;
    }
    return isZero(a) || isOnes(b) ? b : make(Binary.Op.OR, a, b);
  }

  public Value xor(Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return constant(a, x.value() ^ y.value());
    }
    if (isZero(b)) {
      return a;
    }
    return isZero(a) ? b : make(Binary.Op.XOR, a, b);
  }

  public Value add(Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return constant(a, x.value() + y.value());
    }
    if (isZero(b)) {
      return a;
    }
    return isZero(a) ? b : make(Binary.Op.ADD, a, b);
  }

  public Value subtract(Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return constant(a, x.value() - y.value());
    }
    return isZero(b) ? a : make(Binary.Op.SUB, a, b);
  }

  Value multiply(Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return constant(a, x.value() * y.value());
    }
    if (isZero(a) || isOne(b)) {
      return a;
    }
    return isZero(b) || isOne(a) ? b : make(Binary.Op.MUL, a, b);
  }

  /** The upper word of the product of two unsigned words, of four products of half words. */
  Value multiplyHigh(Value a, Value b) {
    if (isZero(a) || isZero(b) || isOne(a) || isOne(b)) {
      return ZERO;
    }
    Value mask = word(0xffff_ffffL);
    Value aLow = and(a, mask);
    Value aHigh = shiftRight(a, 32);
    Value bLow = and(b, mask);
    Value bHigh = shiftRight(b, 32);
    Value middle = add(multiply(aHigh, bLow), shiftRight(multiply(aLow, bLow), 32));
    Value other = add(multiply(aLow, bHigh), and(middle, mask));
    Value carries = add(shiftRight(middle, 32), shiftRight(other, 32));
    return add(multiply(aHigh, bHigh), carries);
  }

  Value shiftLeft(Value a, Value distance) {
    return shift(Binary.Op.SHL, a, distance);
  }

  Value shiftLeft(Value a, int distance) {
    return shiftLeft(a, word(distance));
  }

  Value shiftRight(Value a, Value distance) {
    return shift(Binary.Op.LSHR, a, distance);
  }

  Value shiftRight(Value a, int distance) {
    return shiftRight(a, word(distance));
  }

  Value shiftRightSigned(Value a, Value distance) {
    return shift(Binary.Op.ASHR, a, distance);
  }

  /** A word of ones where {@code a} is negative, else zero. */
  public Value sign(Value a) {
    return shiftRightSigned(a, word(Long.SIZE - 1));
  }

  private Value shift(Binary.Op op, Value a, Value distance) {
    if (isZero(a) || isZero(distance)) {
      return a;
    }
    if (a instanceof IntConstant x && distance instanceof IntConstant y) {
      int by = (int) y.value();
      return constant(
          a,
          switch (op) {
            case SHL -> x.value() << by;
            case LSHR -> x.value() >>> by;
            default -> x.value() >> by;
          });
    }
    return make(op, a, distance);
  }

  public Value compare(Compare.Predicate predicate, Value a, Value b) {
    if (a instanceof IntConstant x && b instanceof IntConstant y) {
      return holds(predicate, x.value(), y.value()) ? IntConstant.TRUE : IntConstant.FALSE;
    }
    if (predicate == Compare.Predicate.ULT && isZero(b)) {
      return IntConstant.FALSE;
    }
    if (a == b) {
      return holds(predicate, 0, 0) ? IntConstant.TRUE : IntConstant.FALSE;
    }
    return made(builder.compare(predicate, a, b));
  }

  private static boolean holds(Compare.Predicate predicate, long x, long y) {
    int unsigned = Long.compareUnsigned(x, y);
    return switch (predicate) {
      case EQ -> x == y;
      case NE -> x != y;
      case ULT -> unsigned < 0;
      case ULE -> unsigned <= 0;
      case UGT -> unsigned > 0;
      case UGE -> unsigned >= 0;
      case SLT -> x < y;
      case SLE -> x <= y;
      case SGT -> x > y;
      case SGE -> x >= y;
      default -> throw new IllegalArgumentException(predicate + " of integers");
    };
  }

  public Value select(Value condition, Value whenTrue, Value whenFalse) {
    if (condition instanceof IntConstant known) {
      return known.value() != 0 ? whenTrue : whenFalse;
    }
    return whenTrue.equals(whenFalse)
        ? whenTrue
        : made(builder.select(condition, whenTrue, whenFalse));
  }

  /** An integer or a truth value as another one, with zeros above it. */
  public Value resize(Value a, Type type) {
    if (a.type().equals(type)) {
      return a;
    }
    if (a instanceof IntConstant x) {
      return new IntConstant((IntType) type, x.unsigned());
    }
    boolean wider = ((IntType) a.type()).bits() < ((IntType) type).bits();
    return cast(wider ? Cast.Op.ZEXT : Cast.Op.TRUNC, a, type);
  }

  /** An integer as a word that has the same value, read as signed. */
  public Value extendSign(Value a) {
    if (a instanceof IntConstant x) {
      return word(x.value());
    }
    return a.type().equals(Types.I64) ? a : cast(Cast.Op.SEXT, a, Types.I64);
  }

  /** An integer of {@code bits} bits with zeros above them, as a word of the same signed value. */
  public Value extendSign(Value a, int bits) {
    Value distance = word(Long.SIZE - bits);
    return shiftRightSigned(shiftLeft(resize(a, Types.I64), distance), distance);
  }

  public Value cast(Cast.Op op, Value a, Type type) {
    return made(builder.cast(op, a, type));
  }

  Value intrinsic(Intrinsic.Op op, Value... operands) {
    return made(builder.intrinsic(op, operands));
  }

  /** Adds any instruction that may go where nobody uses its result. */
  public <T extends Instruction> T add(T instruction) {
    return made(builder.add(instruction));
  }

  static boolean isZero(Value a) {
    return a instanceof IntConstant x && x.value() == 0;
  }

  private static boolean isOne(Value a) {
    return a instanceof IntConstant x && x.unsigned() == 1;
  }

  private static boolean isOnes(Value a) {
    return a instanceof IntConstant x && x.value() == -1;
  }

  private static IntConstant constant(Value like, long value) {
    return new IntConstant((IntType) like.type(), value);
  }
}
