package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An operation on two operands of one type, lane by lane. */
public final class Binary extends Instruction {
  /**
   * The operations; integer ones wrap around. Division by zero and overflowing signed division have
   * an unspecified result in OpenCL C (never a trap).
   */
  public enum Op {
    ADD,
    SUB,
    MUL,
    UDIV,
    SDIV,
    UREM,
    SREM,
    SHL,
    LSHR,
    ASHR,
    AND,
    OR,
    XOR,
    FADD,
    FSUB,
    FMUL,
    FDIV,
    FREM;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it works on floating-point numbers. */
    public boolean isFloat() {
      return compareTo(FADD) >= 0;
    }
  }

  private final Op op;
  private final Set<FastMath> fastMath;
  private final boolean noSignedWrap;
  private final boolean noUnsignedWrap;

  /**
   * Makes an operation.
   *
   * @param fastMath allowed only for floating-point operations
   */
  public Binary(
      Op op,
      Value left,
      Value right,
      Set<FastMath> fastMath,
      boolean noSignedWrap,
      boolean noUnsignedWrap) {
    super(left.type(), List.of(left, right));
    this.op = op;
    this.fastMath = Set.copyOf(fastMath);
    this.noSignedWrap = noSignedWrap;
    this.noUnsignedWrap = noUnsignedWrap;
  }

  /** Makes an operation without flags. */
  public Binary(Op op, Value left, Value right) {
    this(op, left, right, Set.of(), false, false);
  }

  /** Returns the operation. */
  public Op op() {
    return op;
  }

  /** Returns what a floating-point operation may do. */
  public Set<FastMath> fastMath() {
    return fastMath;
  }

  /** Tells that signed overflow makes the result undefined. */
  public boolean noSignedWrap() {
    return noSignedWrap;
  }

  /** Tells that unsigned overflow makes the result undefined. */
  public boolean noUnsignedWrap() {
    return noUnsignedWrap;
  }

  @Override
  public String mnemonic() {
    return op.keyword();
  }
}
