package dev.barnacle.ir;

import java.util.Locale;

/**
 * The freedoms of the compiler with a floating-point operation: assumptions and transformations.
 */
public enum FastMath {
  /** No operand or result is a NaN. */
  NNAN,
  /** No operand or result is an infinity. */
  NINF,
  /** The sign of a zero does not matter. */
  NSZ,
  /** A division may become a multiplication by the reciprocal. */
  ARCP,
  /** A multiplication and an addition may become one fused operation. */
  CONTRACT,
  /** A function may be approximated. */
  AFN,
  /** Operations may be reassociated. */
  REASSOC;

  /** Returns the name in the text form. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }
}
