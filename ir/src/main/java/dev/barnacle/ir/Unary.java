package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An operation on one operand, lane by lane. */
public final class Unary extends Instruction {
  /** The operations. */
  public enum Op {
    /** Changes the sign, of NaNs too. */
    FNEG,
    /** Makes an undefined value some fixed value. */
    FREEZE;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Op op;
  private final Set<FastMath> fastMath;

  /** Makes an operation. */
  public Unary(Op op, Value operand, Set<FastMath> fastMath) {
    super(operand.type(), List.of(operand));
    this.op = op;
    this.fastMath = Set.copyOf(fastMath);
  }

  /** Returns the operation. */
  public Op op() {
    return op;
  }

  /** Returns what a floating-point operation may do. */
  public Set<FastMath> fastMath() {
    return fastMath;
  }

  @Override
  public String mnemonic() {
    return op.keyword();
  }
}
