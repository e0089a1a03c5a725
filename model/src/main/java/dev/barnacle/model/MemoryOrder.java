package dev.barnacle.model;

/** The memory order of an operation (C11 7.17.3, OpenCL 3.0 section 3.3.4), or that it has none. */
public enum MemoryOrder {
  /** A plain operation, or an entry or exit fence. */
  NONE,
  /** {@code memory_order_relaxed}. */
  RELAXED,
  /** {@code memory_order_consume}. */
  CONSUME,
  /** {@code memory_order_acquire}. */
  ACQUIRE,
  /** {@code memory_order_release}. */
  RELEASE,
  /** {@code memory_order_acq_rel}. */
  ACQ_REL,
  /** {@code memory_order_seq_cst}. */
  SEQ_CST
}
