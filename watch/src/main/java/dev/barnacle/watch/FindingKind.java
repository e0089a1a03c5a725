package dev.barnacle.watch;

import java.util.Locale;

/** What can be wrong in an execution of a kernel. */
public enum FindingKind {
  /**
   * Two conflicting accesses that no happens-before orders (OpenCL architecture, "Memory Ordering
   * Rules").
   */
  DATA_RACE,
  /** Work-items of a group that don't execute the same barriers (3.2.2). */
  BARRIER_DIVERGENCE,
  /** An access outside of the object that the pointer was made from. */
  OUT_OF_BOUNDS,
  /** An access to memory that has been released. */
  USE_AFTER_FREE,
  /** A read of memory that nothing has been written to. */
  UNINITIALIZED_READ,
  /** An access at an address that is no multiple of the type's alignment. */
  MISALIGNED,
  /** An access through a null pointer, or one that was made from an integer. */
  NULL_DEREFERENCE,
  /** A write to constant memory. */
  WRITE_TO_CONSTANT,
  /** A built-in function that is given what it does not allow. */
  INVALID_ARGUMENT,
  /** An integer division or remainder by zero. */
  DIVISION_BY_ZERO,
  /** A loop in which a work-item waits for what no other one does. */
  NO_PROGRESS,
  /** A kernel that runs longer than it may. */
  TIMEOUT;

  /** Returns its name in reports, such as {@code data-race}. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
