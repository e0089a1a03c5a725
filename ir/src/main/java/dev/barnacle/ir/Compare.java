package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A comparison, lane by lane; the result is i1 or a vector of i1. */
public final class Compare extends Instruction {
  /**
   * The comparisons: of integers and pointers, then ordered and unordered ones of floating-point
   * numbers.
   */
  public enum Predicate {
    EQ,
    NE,
    UGT,
    UGE,
    ULT,
    ULE,
    SGT,
    SGE,
    SLT,
    SLE,
    OEQ,
    OGT,
    OGE,
    OLT,
    OLE,
    ONE,
    ORD,
    UEQ,
    UGT_F,
    UGE_F,
    ULT_F,
    ULE_F,
    UNE,
    UNO;

    /** Returns the name in the text form. */
    public String keyword() {
      String lower = name().toLowerCase(Locale.ROOT);
      return lower.endsWith("_f") ? lower.substring(0, lower.length() - 2) : lower;
    }

    /** Returns whether it compares floating-point numbers. */
    public boolean isFloat() {
      return compareTo(OEQ) >= 0;
    }
  }

  private final Predicate predicate;
  private final Set<FastMath> fastMath;

  /** Makes a comparison of two operands of one type. */
  public Compare(Predicate predicate, Value left, Value right, Set<FastMath> fastMath) {
    super(Types.I1.withLanes(left.type().lanes()), List.of(left, right));
    this.predicate = predicate;
    this.fastMath = Set.copyOf(fastMath);
  }

  /** Returns the comparison. */
  public Predicate predicate() {
    return predicate;
  }

  /** Returns what a floating-point comparison may assume. */
  public Set<FastMath> fastMath() {
    return fastMath;
  }

  @Override
  public String mnemonic() {
    return predicate.isFloat() ? "fcmp" : "icmp";
  }
}
