package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;

/** Combines a vector's elements into one, from the first to the last. */
public final class VectorReduction {
  private final IrBuilder builder;
  private final Set<FastMath> fastMath;

  public VectorReduction(IrBuilder builder, Set<FastMath> fastMath) {
    this.builder = builder;
    this.fastMath = fastMath;
  }

  /** Combines the elements by an integer operation. */
  public Value fold(Binary.Op op, Value vector) {
    return fold(element(vector, 0), vector, 1, (a, b) -> builder.binary(op, a, b));
  }

  /** Combines the elements by a function of two operands. */
  public Value fold(Intrinsic.Op op, Value vector) {
    Set<FastMath> flags = op.isFloat() ? fastMath : Set.of();
    return fold(
        element(vector, 0),
        vector,
        1,
        (a, b) -> builder.add(new Intrinsic(op, List.of(a, b), flags)));
  }

  /** Combines a first value and then the elements by a floating-point operation. */
  public Value fold(Binary.Op op, Value first, Value vector) {
    return fold(
        first, vector, 0, (a, b) -> builder.add(new Binary(op, a, b, fastMath, false, false)));
  }

  private Value fold(Value first, Value vector, int from, BinaryOperator<Value> combine) {
    Value sum = first;
    for (int i = from; i < vector.type().lanes(); i++) {
      sum = combine.apply(sum, element(vector, i));
    }
    return sum;
  }

  private Value element(Value vector, int index) {
    return vector.type() instanceof VectorType
        ? builder.add(new ExtractElement(vector, new IntConstant(Types.I32, index)))
        : vector;
  }
}
