package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Functions;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * Arithmetic on values that are kept sign-extended to 64 bits: integers, and the bits of
 * floating-point numbers.
 */
public final class Arithmetic {
  /** Gives its first operand. */
  private static final MethodHandle SAME =
      MethodHandles.dropArguments(MethodHandles.identity(long.class), 1, long.class, long.class);

  /** Stands for the change of a sign. */
  private static final MethodHandle FLIP =
      MethodHandles.dropArguments(MethodHandles.identity(long.class), 1, long.class, long.class);

  private Arithmetic() {}

  static long normalize(Type type, long value) {
    return type instanceof IntType t ? t.normalize(value) : value;
  }

  private static long unsigned(Type type, long value) {
    return type instanceof IntType t && t.bits() < 64 ? value & ((1L << t.bits()) - 1) : value;
  }

  public static long binary(Binary x, long a, long b) throws ExploreException {
    Type type = x.type();
    if (type instanceof FloatType f) {
      return Lanes.signed(Lanes.floating(x.op(), a, b, f.bits()), f.bits());
    }
    int bits = type instanceof IntType t ? t.bits() : 64;
    long shift = b & (bits - 1);
    long value =
        switch (x.op()) {
          case ADD -> a + b;
          case SUB -> a - b;
          case MUL -> a * b;
          case UDIV -> b == 0 ? 0 : Long.divideUnsigned(unsigned(type, a), unsigned(type, b));
          case SDIV -> b == 0 ? 0 : a / b;
          case UREM -> b == 0 ? 0 : Long.remainderUnsigned(unsigned(type, a), unsigned(type, b));
          case SREM -> b == 0 ? 0 : a % b;
          case SHL -> a << shift;
          case LSHR -> unsigned(type, a) >>> shift;
          case ASHR -> a >> shift;
          case AND -> a & b;
          case OR -> a | b;
          case XOR -> a ^ b;
          default -> throw unsupported(x);
        };
    return normalize(type, value);
  }

  private static ExploreException unsupported(Instruction x) {
    return new ExploreException(
        "the operation " + x.mnemonic() + " cannot be explored", x.location());
  }

  public static boolean compare(Compare x, long a, long b) throws ExploreException {
    Type type = x.operand(0).type();
    if (type instanceof FloatType f) {
      return Lanes.compare(x.predicate(), a, b, f.bits());
    }
    int unsigned = Long.compareUnsigned(unsigned(type, a), unsigned(type, b));
    return switch (x.predicate()) {
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
      default -> throw unsupported(x);
    };
  }

  public static long cast(Cast x, long a) throws ExploreException {
    return switch (x.op()) {
      case TRUNC -> normalize(x.type(), a);
      case ZEXT -> unsigned(x.operand(0).type(), a);
      case SEXT, BITCAST, PTRTOINT, INTTOPTR, ADDRSPACECAST -> a;
      default -> {
        int bits = bits(x.type());
        yield Lanes.signed(Lanes.cast(x.op(), a, bits(x.operand(0).type()), bits), bits);
      }
    };
  }

  private static int bits(Type type) {
    return switch (type) {
      case IntType t -> t.bits();
      case FloatType t -> t.bits();
      default -> 64;
    };
  }

  /** Returns the function of three values that an instruction is, which may use fewer. */
  static MethodHandle function(Instruction x) throws ExploreException {
    return switch (x) {
      case Intrinsic i -> Functions.of(i);
      case Unary u when u.op() == Unary.Op.FNEG -> FLIP;
      case Unary u -> SAME;
      default -> throw unsupported(x);
    };
  }

  /** Applies what {@link Code#function} says. */
  public static long apply(Code code, long a, long b, long c) {
    try {
      long value = (long) Objects.requireNonNull(code.function).invokeExact(a, b, c);
      int bits = bits(code.source.type());
      return Lanes.signed(code.function == FLIP ? a ^ (1L << (bits - 1)) : value, bits);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  public static long rmw(AtomicRmw x, long old, long b) throws ExploreException {
    Type type = x.type();
    int unsigned = Long.compareUnsigned(unsigned(type, old), unsigned(type, b));
    long value =
        switch (x.op()) {
          case XCHG -> b;
          case ADD -> old + b;
          case SUB -> old - b;
          case AND -> old & b;
          case OR -> old | b;
          case XOR -> old ^ b;
          case MIN -> Math.min(old, b);
          case MAX -> Math.max(old, b);
          case UMIN -> unsigned < 0 ? old : b;
          case UMAX -> unsigned > 0 ? old : b;
          default -> throw unsupported(x);
        };
    return normalize(type, value);
  }
}
