package dev.barnacle.cl;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A program's promise not to access shared virtual memory in some way ({@code
 * cl_svm_alloc_access_flags_khr} of {@code cl_khr_unified_svm}).
 */
public enum SvmAccess {
  /** {@code CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR}: the host does not read it. */
  HOST_NOREAD(0),
  /** {@code CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR}: the host does not write it. */
  HOST_NOWRITE(1),
  /** {@code CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR}: kernels do not read it. */
  DEVICE_NOREAD(8),
  /** {@code CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR}: kernels do not write it. */
  DEVICE_NOWRITE(9);

  private final long bit;

  SvmAccess(int position) {
    this.bit = 1L << position;
  }

  /**
   * Returns the flags of a bit-field.
   *
   * @throws ClException {@code CL_INVALID_PROPERTY} if a bit is unknown
   */
  public static Set<SvmAccess> of(long bits) {
    Set<SvmAccess> flags = EnumSet.noneOf(SvmAccess.class);
    long rest = bits;
    for (SvmAccess flag : values()) {
      if ((bits & flag.bit) != 0) {
        flags.add(flag);
        rest &= ~flag.bit;
      }
    }
    if (rest != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROPERTY, "SVM access flags 0x" + Long.toHexString(bits));
    }
    return Collections.unmodifiableSet(flags);
  }

  /** Returns the flags as a bit-field. */
  public static long bits(Set<SvmAccess> flags) {
    return flags.stream().mapToLong(f -> f.bit).sum();
  }
}
