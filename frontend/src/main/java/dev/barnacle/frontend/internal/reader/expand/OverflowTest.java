package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.List;

/** Integer operations that also tell whether they overflow: the result, then i1. */
public final class OverflowTest {
  private final IrBuilder builder;
  private final Value left;
  private final Value right;
  private final Type type;

  public OverflowTest(IrBuilder builder, Value left, Value right) {
    this.builder = builder;
    this.left = left;
    this.right = right;
    this.type = left.type();
  }

  private Value number(long value) {
    return ConstantReader.integer(type, value);
  }

  public List<Value> unsignedAdd() {
    Value sum = builder.binary(Binary.Op.ADD, left, right);
    return List.of(sum, builder.compare(Compare.Predicate.ULT, sum, left));
  }

  public List<Value> unsignedSubtract() {
    Value difference = builder.binary(Binary.Op.SUB, left, right);
    return List.of(difference, builder.compare(Compare.Predicate.ULT, left, right));
  }

  /** A sum overflows where its sign differs from the sign of both operands. */
  public List<Value> signedAdd() {
    Value sum = builder.binary(Binary.Op.ADD, left, right);
    return List.of(sum, bothNegative(xor(sum, left), xor(sum, right)));
  }

  /** A difference overflows where the operands' signs differ and it has not the left one's. */
  public List<Value> signedSubtract() {
    Value difference = builder.binary(Binary.Op.SUB, left, right);
    return List.of(difference, bothNegative(xor(left, right), xor(difference, left)));
  }

  private Value xor(Value a, Value b) {
    return builder.binary(Binary.Op.XOR, a, b);
  }

  private Value bothNegative(Value a, Value b) {
    return builder.compare(Compare.Predicate.SLT, builder.binary(Binary.Op.AND, a, b), number(0));
  }

  public List<Value> multiply(boolean signed) {
    int bits = ((IntType) type.scalar()).bits();
    return bits < Long.SIZE ? multiplyWide(signed, bits) : multiplyLong(signed);
  }

  /** In twice the width, where nothing overflows. */
  private List<Value> multiplyWide(boolean signed, int bits) {
    Type wide = new IntType(2 * bits).withLanes(type.lanes());
    Cast.Op extend = signed ? Cast.Op.SEXT : Cast.Op.ZEXT;
    Value product =
        builder.binary(
            Binary.Op.MUL, builder.cast(extend, left, wide), builder.cast(extend, right, wide));
    Value low = builder.cast(Cast.Op.TRUNC, product, type);
    return List.of(
        low, builder.compare(Compare.Predicate.NE, builder.cast(extend, low, wide), product));
  }

  /** By dividing again; MIN times -1 is the one product whose division overflows too. */
  private List<Value> multiplyLong(boolean signed) {
    Value product = builder.binary(Binary.Op.MUL, left, right);
    Value isZero = builder.compare(Compare.Predicate.EQ, left, number(0));
    Value divisor = builder.select(isZero, number(1), left);
    Value again = builder.binary(signed ? Binary.Op.SDIV : Binary.Op.UDIV, product, divisor);
    Value differs = builder.compare(Compare.Predicate.NE, again, right);
    Value none = ConstantReader.integer(differs.type(), 0);
    Value overflows = builder.select(isZero, none, differs);
    if (signed) {
      Value minusOne = builder.compare(Compare.Predicate.EQ, left, number(-1));
      Value least = builder.compare(Compare.Predicate.EQ, right, number(Long.MIN_VALUE));
      overflows =
          builder.binary(Binary.Op.OR, overflows, builder.binary(Binary.Op.AND, minusOne, least));
    }
    return List.of(product, overflows);
  }
}
