package dev.barnacle.ir;

/**
 * An integer of {@code bits} bits, without a sign: operations say how they read it.
 *
 * @param bits 1, 8, 16, 32 or 64
 */
public record IntType(int bits) implements Type {
  public IntType {
    if (bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64) {
      throw new IllegalArgumentException("no integer type of " + bits + " bits");
    }
  }

  @Override
  public long byteSize() {
    return Math.max(1, bits / 8);
  }

  /**
   * Returns {@code value} sign-extended from this type's width, the form in which constants are
   * kept.
   */
  public long normalize(long value) {
    return bits == 64 ? value : value << (64 - bits) >> (64 - bits);
  }

  @Override
  public String toString() {
    return "i" + bits;
  }
}
