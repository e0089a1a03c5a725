package dev.barnacle.ir;

/**
 * An IEEE 754 binary floating-point type.
 *
 * @param bits 16, 32 or 64
 */
public record FloatType(int bits) implements Type {
  public FloatType {
    if (bits != 16 && bits != 32 && bits != 64) {
      throw new IllegalArgumentException("no floating-point type of " + bits + " bits");
    }
  }

  @Override
  public long byteSize() {
    return bits / 8;
  }

  @Override
  public String toString() {
    return "f" + bits;
  }
}
