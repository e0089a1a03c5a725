package dev.barnacle.frontend;

/** The form that a program's private variables take. */
public enum PrivateVariables {
  /** Those whose address goes nowhere become values, arrays and structs piece by piece. */
  VALUES,
  /**
   * Only those that are read and written as a whole become values, so that whoever looks at memory
   * sees which parts of an array or struct have been written. The compiler warns of variables that
   * may be read before they are written.
   */
  WHOLE_VALUES,
  /** All stay in memory. The compiler warns as for {@link #WHOLE_VALUES}. */
  MEMORY
}
