package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Functions;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Updates;
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

  public static long binary(Binary x, long a, long b) {
    int bits = bits(x.type());
    return x.type().isFloat()
        ? Lanes.signed(Lanes.floating(x.op(), a, b, bits), bits)
        : Lanes.integer(x.op(), a, b, bits);
  }

  public static boolean compare(Compare x, long a, long b) {
    return Lanes.compare(x.predicate(), a, b, bits(x.operand(0).type()));
  }

  public static long cast(Cast x, long a) {
    int bits = bits(x.type());
    return x.op() == Cast.Op.BITCAST
        ? a
        : Lanes.signed(Lanes.cast(x.op(), a, bits(x.operand(0).type()), bits), bits);
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
      default ->
          throw new ExploreException(
              "the operation " + x.mnemonic() + " cannot be explored", x.location());
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

  public static long rmw(AtomicRmw x, long old, long b) {
    int bits = bits(x.type());
    return Lanes.signed(Updates.of(x.op(), old, b, bits, x.type().isFloat()), bits);
  }
}
