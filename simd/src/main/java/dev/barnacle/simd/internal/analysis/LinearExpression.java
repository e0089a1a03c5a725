package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.SimdLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An address as a linear expression: a sum of values, each times a constant, and a constant:
 * addresses with the same values differ by their constants alone ({@code &a[i].x} and {@code
 * &a[i].y}, {@code a + 7 * i} and {@code a + 7 * i + 3}).
 *
 * <p>LLVM's alias analysis takes addresses apart in the same way ({@code LinearExpression} of
 * {@code BasicAAResult}).
 *
 * @param terms the values, or {@link Extended} sums, and what each is multiplied by, modulo 2⁶⁴
 * @param offset in bytes
 */
public record LinearExpression(Map<Object, Long> terms, long offset) {
  /** Expressions of more operations stand for themselves. */
  private static final int MOST = 64;

  /**
   * A sum of 32 bits that is extended to 64. What it has as a constant beside is counted to the
   * address: it was proved not to wrap around, or one of the addresses would lie outside of its
   * object if it did.
   */
  private record Extended(Cast.Op op, Map<Object, Long> terms) {}

  /** Sums of one width. */
  private static final class Sum {
    final Map<Object, Long> terms = new HashMap<>();
    long offset;
    boolean wraps;

    void add(Object term, long factor) {
      if (terms.merge(term, factor, Long::sum) == 0) {
        terms.remove(term);
      }
    }
  }

  /** Reads addresses. */
  private static final class Reader {
    private final boolean small;
    private int steps;
    private boolean wrapped;

    Reader(boolean small) {
      this.small = small;
    }

    /** Adds a value of 64 bits, or an address. */
    void add(Sum sum, Value value, long factor) {
      if (++steps > MOST) {
        sum.add(value, factor);
        return;
      }
      switch (value) {
        case IntConstant constant -> sum.offset += factor * constant.value();
        case PointerAdd i when i.type().lanes() == 1 -> {
          add(sum, i.operand(0), factor);
          add(sum, i.operand(1), factor);
        }
        case Binary i when i.type().equals(Types.I64) && isLinear(i) -> operands(sum, i, factor);
        case Cast i when AddressParts.isIndex(i) -> extended(sum, i, factor);
        default -> sum.add(value, factor);
      }
    }

    private void operands(Sum sum, Binary i, long factor) {
      Product product = Product.of(i);
      if (product != null) {
        add(sum, product.value(), factor * product.factor());
        return;
      }
      add(sum, i.operand(0), factor);
      add(sum, i.operand(1), i.op() == Binary.Op.SUB ? -factor : factor);
    }

    private void extended(Sum sum, Cast cast, long factor) {
      Sum narrow = new Sum();
      narrow(narrow, cast.operand(0), 1, cast.op() == Cast.Op.SEXT);
      if (narrow.wraps && (!small || wrapped)) {
        sum.add(cast, factor);
        return;
      }
      wrapped |= narrow.wraps;
      sum.add(new Extended(cast.op(), Map.copyOf(narrow.terms)), factor);
      sum.offset += factor * (int) narrow.offset;
    }

    /** Adds a value of 32 bits; the sum of such is taken modulo 2³². */
    private void narrow(Sum sum, Value value, long factor, boolean signed) {
      int narrowFactor = (int) factor;
      sum.wraps |= factor != narrowFactor || sum.offset != (int) sum.offset;
      if (value instanceof IntConstant constant) {
        sum.offset = (int) sum.offset + narrowFactor * constant.value();
      } else if (++steps <= MOST && value instanceof Binary i && isLinear(i)) {
        sum.wraps |= signed ? !i.noSignedWrap() : !i.noUnsignedWrap();
        narrowOperands(sum, i, narrowFactor, signed);
      } else {
        sum.add(value, narrowFactor);
      }
    }

    private void narrowOperands(Sum sum, Binary i, long factor, boolean signed) {
      Product product = Product.of(i);
      if (product != null) {
        narrow(sum, product.value(), factor * product.factor(), signed);
        return;
      }
      narrow(sum, i.operand(0), factor, signed);
      narrow(sum, i.operand(1), i.op() == Binary.Op.SUB ? -factor : factor, signed);
    }
  }

  /** A value times a constant. */
  private record Product(Value value, long factor) {
    static @Nullable Product of(Binary i) {
      Value left = i.operand(0);
      Value right = i.operand(1);
      if (i.op() == Binary.Op.MUL) {
        return right instanceof IntConstant c
            ? new Product(left, c.value())
            : left instanceof IntConstant c ? new Product(right, c.value()) : null;
      }
      return i.op() == Binary.Op.SHL
              && right instanceof IntConstant c
              && c.value() >= 0
              && c.value() < Integer.SIZE - 1
          ? new Product(left, 1L << c.value())
          : null;
    }
  }

  /**
   * Returns a pointer's address.
   *
   * @param small it reaches only objects of at most {@link SimdLimits#SMALL_OBJECT} bytes
   */
  static LinearExpression of(Value pointer, boolean small) {
    Sum sum = new Sum();
    new Reader(small).add(sum, pointer, 1);
    return new LinearExpression(Map.copyOf(sum.terms), sum.offset);
  }

  /** Returns what two integers of one type differ by; empty where that is no constant. */
  public static OptionalLong difference(Value from, Value to) {
    Sum first = sum(from);
    Sum second = sum(to);
    if (!first.terms.equals(second.terms)) {
      return OptionalLong.empty();
    }
    long apart = second.offset - first.offset;
    return OptionalLong.of(from.type().equals(Types.I64) ? apart : (int) apart);
  }

  private static Sum sum(Value value) {
    Sum sum = new Sum();
    Reader reader = new Reader(true);
    if (value.type().equals(Types.I64)) {
      reader.add(sum, value, 1);
    } else {
      reader.narrow(sum, value, 1, true);
    }
    return sum;
  }

  /** Returns whether the other's address is this one's plus a constant. */
  boolean isBeside(LinearExpression other) {
    return terms.equals(other.terms);
  }

  private static boolean isLinear(Binary i) {
    return i.op() == Binary.Op.ADD || i.op() == Binary.Op.SUB || Product.of(i) != null;
  }
}
