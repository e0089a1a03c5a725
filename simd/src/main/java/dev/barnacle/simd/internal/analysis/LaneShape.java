package dev.barnacle.simd.internal.analysis;

/**
 * The shape of a value: how it differs from one lane (work-item) to the next.
 *
 * @param kind whether and how
 * @param stride for AFFINE: what is added from a lane to the next; modulo the type's width
 * @param max for UNIFORM and AFFINE integers: no lane's value, read as unsigned, is larger; -1
 *     where nothing is known
 * @param signedSafe the values of the lanes, read as signed, are base + stride × lane without
 *     wrapping around
 * @param multiple for UNIFORM and AFFINE integers: a power of two that divides the first lane's
 *     value
 */
public record LaneShape(Kind kind, long stride, long max, boolean signedSafe, long multiple) {
  /** Larger multiples are not told apart. */
  private static final long MOST = 1L << 30;

  public enum Kind {
    UNIFORM,
    AFFINE,
    VARYING
  }

  static final LaneShape UNIFORM = new LaneShape(Kind.UNIFORM, 0, -1, true, 1);
  static final LaneShape VARYING = new LaneShape(Kind.VARYING, 0, -1, false, 1);

  static LaneShape affine(long stride, long max, boolean signedSafe) {
    return stride == 0 ? uniform(max) : new LaneShape(Kind.AFFINE, stride, max, signedSafe, 1);
  }

  static LaneShape uniform(long max) {
    return new LaneShape(Kind.UNIFORM, 0, max, true, 1);
  }

  /** Returns this shape of a value that {@code factor} divides; 0 stands for any factor. */
  LaneShape multipleOf(long factor) {
    long power = factor == 0 ? MOST : Math.min(MOST, Long.lowestOneBit(factor));
    return isVarying() ? this : new LaneShape(kind, stride, max, signedSafe, power);
  }

  /** Returns this shape without a bound. */
  LaneShape unbounded() {
    return new LaneShape(kind, stride, -1, signedSafe, multiple);
  }

  public boolean isUniform() {
    return kind == Kind.UNIFORM;
  }

  public boolean isVarying() {
    return kind == Kind.VARYING;
  }

  /** Returns whether the value is kept as one scalar: the first lane's. */
  public boolean isScalar() {
    return kind != Kind.VARYING;
  }

  /** Returns the shape of a value that has this shape on one way and the other's on another. */
  LaneShape meet(LaneShape other) {
    if (kind != other.kind || stride != other.stride) {
      return VARYING;
    }
    long bound = max < 0 || other.max < 0 ? -1 : Math.max(max, other.max);
    return new LaneShape(
        kind, stride, bound, signedSafe && other.signedSafe, Math.min(multiple, other.multiple));
  }
}
