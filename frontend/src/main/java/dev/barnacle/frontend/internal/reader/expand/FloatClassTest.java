package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Tests whether floating-point numbers are of given classes, on their bits (llvm.is.fpclass). */
public final class FloatClassTest {
  private static final int SIGNALING_NAN = 1;
  private static final int QUIET_NAN = 2;

  /** The bits of a class for negative numbers and the same class for positive ones. */
  private static final int[] INFINITE = {4, 512};

  private static final int[] NORMAL = {8, 256};
  private static final int[] SUBNORMAL = {16, 128};
  private static final int[] ZERO = {32, 64};

  private final IrBuilder builder;
  private final Value bits;
  private final Value magnitude;
  private final long infinity;
  private final long leastNormal;

  public FloatClassTest(IrBuilder builder, Value number) {
    this.builder = builder;
    int width = TypeReader.floatType(number.type()).bits();
    int mantissa =
        switch (width) {
          case 16 -> 10;
          case 32 -> 23;
          default -> 52;
        };
    Type integer = new IntType(width).withLanes(number.type().lanes());
    this.bits = builder.cast(Cast.Op.BITCAST, number, integer);
    long sign = 1L << (width - 1);
    this.leastNormal = 1L << mantissa;
    this.infinity = (sign - 1) & -leastNormal;
    this.magnitude = builder.binary(Binary.Op.AND, bits, ConstantReader.integer(integer, sign - 1));
  }

  private Value number(long value) {
    return ConstantReader.integer(bits.type(), value);
  }

  /** Returns whether the number is of one of the classes, whose bits are llvm.is.fpclass's. */
  public Value test(int classes) {
    List<Value> tests = new ArrayList<>();
    addNan(classes, tests);
    addSigned(classes, INFINITE, tests, this::isInfinite);
    addSigned(classes, NORMAL, tests, this::isNormal);
    addSigned(classes, SUBNORMAL, tests, this::isSubnormal);
    addSigned(classes, ZERO, tests, this::isZero);
    Type result = Types.I1.withLanes(bits.type().lanes());
    return tests.stream()
        .reduce((a, b) -> builder.binary(Binary.Op.OR, a, b))
        .orElseGet(() -> ConstantReader.splat(result, IntConstant.FALSE));
  }

  private void addNan(int classes, List<Value> tests) {
    boolean signaling = (classes & SIGNALING_NAN) != 0;
    boolean quiet = (classes & QUIET_NAN) != 0;
    long leastQuiet = infinity | (leastNormal >> 1);
    if (signaling) {
      Value isNan = builder.compare(Compare.Predicate.UGT, magnitude, number(infinity));
      tests.add(
          quiet
              ? isNan
              : builder.binary(
                  Binary.Op.AND,
                  isNan,
                  builder.compare(Compare.Predicate.ULT, magnitude, number(leastQuiet))));
    } else if (quiet) {
      tests.add(builder.compare(Compare.Predicate.UGE, magnitude, number(leastQuiet)));
    }
  }

  private void addSigned(int classes, int[] pair, List<Value> tests, Supplier<Value> any) {
    boolean negative = (classes & pair[0]) != 0;
    boolean positive = (classes & pair[1]) != 0;
    if (negative && positive) {
      tests.add(any.get());
    } else if (negative || positive) {
      Compare.Predicate sign = negative ? Compare.Predicate.SLT : Compare.Predicate.SGE;
      tests.add(builder.binary(Binary.Op.AND, any.get(), builder.compare(sign, bits, number(0))));
    }
  }

  private Value isInfinite() {
    return builder.compare(Compare.Predicate.EQ, magnitude, number(infinity));
  }

  private Value isNormal() {
    Value above = builder.binary(Binary.Op.SUB, magnitude, number(leastNormal));
    return builder.compare(Compare.Predicate.ULT, above, number(infinity - leastNormal));
  }

  private Value isSubnormal() {
    Value above = builder.binary(Binary.Op.SUB, magnitude, number(1));
    return builder.compare(Compare.Predicate.ULT, above, number(leastNormal - 1));
  }

  private Value isZero() {
    return builder.compare(Compare.Predicate.EQ, magnitude, number(0));
  }
}
