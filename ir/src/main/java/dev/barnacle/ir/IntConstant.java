package dev.barnacle.ir;

/**
 * An integer.
 *
 * @param type its width
 * @param value sign-extended from that width
 */
public record IntConstant(IntType type, long value) implements Constant {
  /** False. */
  public static final IntConstant FALSE = new IntConstant(Types.I1, 0);

  /** True. */
  public static final IntConstant TRUE = new IntConstant(Types.I1, 1);

  public IntConstant {
    value = type.normalize(value);
  }

  /** Returns the value read as unsigned (for 64 bits: as the bits of an unsigned long). */
  public long unsigned() {
    return type.bits() == 64 ? value : value & ((1L << type.bits()) - 1);
  }
}
