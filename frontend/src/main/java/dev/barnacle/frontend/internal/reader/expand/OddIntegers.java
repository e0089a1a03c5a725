package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;

/**
 * Integers whose width the IR does not have, such as the i24 of a bit-field. Each lies
 * zero-extended in the next wider integer of the IR, and every operation here keeps it so.
 */
public final class OddIntegers {
  private OddIntegers() {}

  private static IntConstant number(Type type, long value) {
    return new IntConstant((IntType) type, value);
  }

  private static long mask(int bits) {
    return (1L << bits) - 1;
  }

  /** Clears the bits of the container above the lowest {@code bits}. */
  public static Value zeroExtend(IrBuilder builder, Value value, int bits) {
    return builder.binary(Binary.Op.AND, value, number(value.type(), mask(bits)));
  }

  /** Fills the bits of the container above the lowest {@code bits} with the sign. */
  public static Value signExtend(IrBuilder builder, Value value, int bits) {
    IntType type = (IntType) value.type();
    IntConstant distance = number(type, type.bits() - bits);
    Value shifted = builder.binary(Binary.Op.SHL, value, distance);
    return builder.binary(Binary.Op.ASHR, shifted, distance);
  }

  /** An operation on two integers of {@code bits} bits. */
  public static Value binary(IrBuilder builder, Binary.Op op, Value left, Value right, int bits) {
    return switch (op) {
      case UDIV, UREM, LSHR, AND, OR, XOR -> builder.binary(op, left, right);
      case ADD, SUB, MUL, SHL -> zeroExtend(builder, builder.binary(op, left, right), bits);
      case SDIV, SREM ->
          zeroExtend(
              builder,
              builder.binary(op, signExtend(builder, left, bits), signExtend(builder, right, bits)),
              bits);
      case ASHR ->
          zeroExtend(builder, builder.binary(op, signExtend(builder, left, bits), right), bits);
      case FADD, FSUB, FMUL, FDIV, FREM -> throw new IllegalArgumentException(op + " on integers");
    };
  }

  /** Brings an integer to another container: cuts it off, or fills it with zeros. */
  public static Value resize(IrBuilder builder, Value value, IntType container) {
    int from = ((IntType) value.type()).bits();
    if (from == container.bits()) {
      return value;
    }
    return builder.cast(from < container.bits() ? Cast.Op.ZEXT : Cast.Op.TRUNC, value, container);
  }

  /**
   * Reads an integer of {@code bits} bits into a wider one, bytes at a time as large as fit.
   *
   * @param container the type of the result
   */
  public static Value load(
      IrBuilder builder,
      IntType container,
      Value pointer,
      int bits,
      long alignment,
      boolean isVolatile) {
    int size = Math.ceilDiv(bits, Byte.SIZE);
    Value sum = null;
    for (long at = 0; at < size; ) {
      long piece = Math.min(Long.highestOneBit(size - at), container.byteSize());
      Value read =
          builder.add(
              new Load(
                  new IntType((int) piece * Byte.SIZE),
                  at(builder, pointer, at),
                  alignmentAt(alignment, at),
                  isVolatile));
      Value wide = resize(builder, read, container);
      Value placed =
          at == 0 ? wide : builder.binary(Binary.Op.SHL, wide, number(container, at * Byte.SIZE));
      sum = sum == null ? placed : builder.binary(Binary.Op.OR, sum, placed);
      at += piece;
    }
    if (sum == null) {
      throw new IllegalArgumentException("no integer of " + bits + " bits");
    }
    return zeroExtend(builder, sum, bits);
  }

  /** Writes an integer of {@code bits} bits, bytes at a time as large as fit. */
  public static void store(
      IrBuilder builder, Value value, Value pointer, int bits, long alignment, boolean isVolatile) {
    IntType container = (IntType) value.type();
    int size = Math.ceilDiv(bits, Byte.SIZE);
    for (long at = 0; at < size; ) {
      long piece = Math.min(Long.highestOneBit(size - at), container.byteSize());
      Value shifted =
          at == 0
              ? value
              : builder.binary(Binary.Op.LSHR, value, number(container, at * Byte.SIZE));
      builder.add(
          new Store(
              resize(builder, shifted, new IntType((int) piece * Byte.SIZE)),
              at(builder, pointer, at),
              alignmentAt(alignment, at),
              isVolatile));
      at += piece;
    }
  }

  private static Value at(IrBuilder builder, Value pointer, long bytes) {
    return bytes == 0
        ? pointer
        : builder.add(new PointerAdd(pointer, number(Types.I64, bytes), true));
  }

  /** The alignment of an address that lies {@code bytes} after one of {@code alignment}. */
  public static long alignmentAt(long alignment, long bytes) {
    return bytes == 0 ? alignment : Math.min(alignment, Long.lowestOneBit(bytes));
  }
}
