package dev.barnacle.frontend.internal.reader.operation;

import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.ZERO;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.expand.WideArithmetic;
import dev.barnacle.frontend.internal.reader.expand.WideInteger;
import dev.barnacle.frontend.internal.reader.expand.WordArithmetic;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.List;

/**
 * Quotients and remainders of integers of 65 to 128 bits. Where both operands fit into 64 bits, or
 * the divisor is zero, one instruction divides; else the function {@code wide.divide} of {@code
 * wide_division.ir} is called.
 */
final class WideDivision {
  private final FunctionContext context;
  private final WordArithmetic words;
  private final WideArithmetic wide;

  WideDivision(FunctionContext context, WordArithmetic words, WideArithmetic wide) {
    this.context = context;
    this.words = words;
    this.wide = wide;
  }

  WideInteger quotient(WideInteger a, WideInteger b) {
    return divide(Binary.Op.UDIV, a, b);
  }

  WideInteger remainder(WideInteger a, WideInteger b) {
    return divide(Binary.Op.UREM, a, b);
  }

  /** The quotient, rounded towards zero, of integers whose signs fill the upper words. */
  WideInteger signedQuotient(WideInteger a, WideInteger b) {
    WideInteger size = quotient(wide.absolute(a), wide.absolute(b));
    Value negative = words.xor(wide.isNegative(a), wide.isNegative(b));
    return wide.select(negative, wide.negate(size), size);
  }

  /** The remainder, of the dividend's sign. */
  WideInteger signedRemainder(WideInteger a, WideInteger b) {
    WideInteger size = remainder(wide.absolute(a), wide.absolute(b));
    return wide.select(wide.isNegative(a), wide.negate(size), size);
  }

  private WideInteger divide(Binary.Op op, WideInteger a, WideInteger b) {
    IrBuilder builder = context.builder();
    Value isShort = isShort(a, b);
    if (isShort instanceof IntConstant known && known.value() != 0) {
      return new WideInteger(builder.binary(op, a.low(), b.low()), ZERO);
    }
    Block shortWay = context.newBlock("divide.short");
    Block longWay = context.newBlock("divide.long");
    Block end = context.newBlock("divided");
    builder.branch(isShort, shortWay, longWay);
    builder.setBlock(shortWay);
    Value word = builder.binary(op, a.low(), b.low());
    builder.branch(end);
    builder.setBlock(longWay);
    Value all = builder.call(context.module().wideDivision(), a.low(), a.high(), b.low(), b.high());
    int first = op == Binary.Op.UDIV ? 0 : 2;
    Value low = element(builder, all, first);
    Value high = element(builder, all, first + 1);
    builder.branch(end);
    builder.setBlock(end);
    return new WideInteger(
        join(builder, List.of(word, low), List.of(shortWay, longWay)),
        join(builder, List.of(ZERO, high), List.of(shortWay, longWay)));
  }

  private Value isShort(WideInteger a, WideInteger b) {
    Value upper = words.or(a.high(), b.high());
    Value fits = words.compare(Compare.Predicate.EQ, upper, ZERO);
    if (fits instanceof IntConstant known && known.value() != 0) {
      return fits;
    }
    Value byZero = words.compare(Compare.Predicate.EQ, words.or(b.low(), b.high()), ZERO);
    return words.or(fits, byZero);
  }

  private static Value element(IrBuilder builder, Value vector, int index) {
    return builder.add(new ExtractElement(vector, new IntConstant(Types.I32, index)));
  }

  private static Phi join(IrBuilder builder, List<? extends Value> values, List<Block> from) {
    Phi phi = builder.phi(Types.I64);
    for (int i = 0; i < values.size(); i++) {
      phi.addIncoming(values.get(i), from.get(i));
    }
    return phi;
  }
}
