package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/** A conversion, lane by lane. */
public final class Cast extends Instruction {
  /**
   * The conversions; those from floating point to an integer have an undefined result when the
   * value does not fit.
   */
  public enum Op {
    TRUNC,
    ZEXT,
    SEXT,
    FPTRUNC,
    FPEXT,
    FPTOUI,
    FPTOSI,
    UITOFP,
    SITOFP,
    PTRTOINT,
    INTTOPTR,
    BITCAST,
    ADDRSPACECAST;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Op op;

  /** Makes a conversion to {@code type}. */
  public Cast(Op op, Value operand, Type type) {
    super(type, List.of(operand));
    this.op = op;
  }

  /** Returns the conversion. */
  public Op op() {
    return op;
  }

  @Override
  public String mnemonic() {
    return op.keyword();
  }
}
