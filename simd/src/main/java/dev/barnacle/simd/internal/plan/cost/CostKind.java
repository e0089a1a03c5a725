package dev.barnacle.simd.internal.plan.cost;

import java.util.Locale;

/** A kind of operation that has a row in a {@link CostTable}. */
public enum CostKind {
  /** Sums, differences, smaller and larger ones of integers. */
  ADD,
  /** Bitwise operations. */
  LOGIC,
  SHIFT,
  MULTIPLY,
  /** The product of integers of 64 bits. */
  MULTIPLY_LONG,
  /** The quotient or remainder of integers. */
  DIVIDE,
  /** Sums, products, smaller and larger ones of floating-point numbers. */
  FLOAT,
  FMA,
  FLOAT_DIVIDE,
  DOUBLE_DIVIDE,
  FLOAT_ROOT,
  DOUBLE_ROOT,
  /** A comparison and what is chosen by it. */
  COMPARE,
  CONVERT,
  /** A choice of elements of two registers. */
  PERMUTE,
  LOAD,
  STORE,
  /** A load of one lane of a gather. */
  GATHER,
  /** A store of one lane of a scatter. */
  SCATTER,
  /** A vector of four words of one lane, and its part of a transposition. */
  ROW,
  /** An operation of one lane after the other: an element out of a register and into one. */
  LANE,
  /** A call of a mathematical function. */
  CALL;

  /** Returns its name in a table, such as {@code float-divide}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
