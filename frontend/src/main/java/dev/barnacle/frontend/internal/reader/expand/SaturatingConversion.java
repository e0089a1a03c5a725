package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;

/**
 * Conversions to integers that give the nearest integer where the number does not fit, 0 for NaN.
 */
public final class SaturatingConversion {
  private final IrBuilder builder;

  public SaturatingConversion(IrBuilder builder) {
    this.builder = builder;
  }

  public Value signed(Value number, Type type) {
    int bits = ((IntType) type.scalar()).bits();
    long least = Long.MIN_VALUE >> (Long.SIZE - bits);
    Value converted = builder.cast(Cast.Op.FPTOSI, number, type);
    return clamp(number, converted, Math.scalb(-1.0, bits - 1), least, bits - 1, ~least);
  }

  public Value unsigned(Value number, Type type) {
    int bits = ((IntType) type.scalar()).bits();
    Value converted = builder.cast(Cast.Op.FPTOUI, number, type);
    return clamp(number, converted, 0, 0, bits, -1);
  }

  /** {@code atMost} where number ≥ 2^{@code exponent}, {@code atLeast} where number ≤ low. */
  private Value clamp(
      Value number, Value converted, double low, long atLeast, int exponent, long atMost) {
    Type type = converted.type();
    Value tooLow = compare(Compare.Predicate.OLE, number, low);
    Value tooHigh = compare(Compare.Predicate.OGE, number, Math.scalb(1.0, exponent));
    Value notNumber = builder.compare(Compare.Predicate.UNO, number, number);
    Value result = builder.select(tooLow, ConstantReader.integer(type, atLeast), converted);
    result = builder.select(tooHigh, ConstantReader.integer(type, atMost), result);
    return builder.select(notNumber, ConstantReader.integer(type, 0), result);
  }

  private Value compare(Compare.Predicate predicate, Value number, double bound) {
    FloatType type = TypeReader.floatType(number.type());
    FloatConstant constant =
        switch (type.bits()) {
          case 16 -> new FloatConstant(type, Float.floatToFloat16((float) bound) & 0xffffL);
          case 32 -> FloatConstant.of((float) bound);
          default -> FloatConstant.of(bound);
        };
    return builder.compare(predicate, number, ConstantReader.splat(number.type(), constant));
  }
}
