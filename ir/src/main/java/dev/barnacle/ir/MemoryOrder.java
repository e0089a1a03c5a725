package dev.barnacle.ir;

import java.util.Locale;

/**
 * The memory orders of OpenCL 2.0 and later (OpenCL architecture, 3.3.4 "Memory Consistency
 * Model"), and C11's memory_order_consume (C11 7.17.3), which only litmus tests in C have.
 */
public enum MemoryOrder {
  RELAXED,
  CONSUME,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  SEQ_CST;

  /** Returns whether an operation of this order acquires. */
  public boolean acquires() {
    return this == ACQUIRE || this == ACQ_REL || this == SEQ_CST;
  }

  /** Returns whether an operation of this order releases. */
  public boolean releases() {
    return this == RELEASE || this == ACQ_REL || this == SEQ_CST;
  }

  /** Returns the name in the text form. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }
}
