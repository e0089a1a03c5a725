package dev.barnacle.ir;

import java.util.Locale;

/** The address spaces of OpenCL C (OpenCL C specification, "Address Space Qualifiers"). */
public enum AddressSpace {
  /** Memory of one work-item. */
  PRIVATE,
  /** Memory of all work-items of a context's devices and of the host. */
  GLOBAL,
  /** Global memory that no work-item writes. */
  CONSTANT,
  /** Memory shared by the work-items of one work-group. */
  LOCAL,
  /** A pointer that may point into private, local or global memory. */
  GENERIC;

  /** Returns the name in the text form. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }
}
