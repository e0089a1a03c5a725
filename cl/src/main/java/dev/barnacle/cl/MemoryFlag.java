package dev.barnacle.cl;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** How a memory object is made and used ({@code cl_mem_flags}; OpenCL API, clCreateBuffer). */
public enum MemoryFlag {
  /** {@code CL_MEM_READ_WRITE}: kernels read and write it, which is so where nothing is said. */
  READ_WRITE(0),
  /** {@code CL_MEM_WRITE_ONLY}: kernels only write it. */
  WRITE_ONLY(1),
  /** {@code CL_MEM_READ_ONLY}: kernels only read it. */
  READ_ONLY(2),
  /** {@code CL_MEM_USE_HOST_PTR}: it lies in memory of the program. */
  USE_HOST_PTR(3),
  /** {@code CL_MEM_ALLOC_HOST_PTR}: it lies where the host can reach it, as all memory does. */
  ALLOC_HOST_PTR(4),
  /** {@code CL_MEM_COPY_HOST_PTR}: it begins as a copy of memory of the program. */
  COPY_HOST_PTR(5),
  /** {@code CL_MEM_HOST_WRITE_ONLY}: the host only writes it. */
  HOST_WRITE_ONLY(7),
  /** {@code CL_MEM_HOST_READ_ONLY}: the host only reads it. */
  HOST_READ_ONLY(8),
  /** {@code CL_MEM_HOST_NO_ACCESS}: the host neither reads nor writes it. */
  HOST_NO_ACCESS(9),
  /** {@code CL_MEM_SVM_FINE_GRAIN_BUFFER}: of SVM only. */
  SVM_FINE_GRAIN_BUFFER(10),
  /** {@code CL_MEM_SVM_ATOMICS}: of SVM only. */
  SVM_ATOMICS(11),
  /** {@code CL_MEM_KERNEL_READ_AND_WRITE}: of images, for queries of formats only. */
  KERNEL_READ_AND_WRITE(12);

  private final long bit;

  MemoryFlag(int position) {
    this.bit = 1L << position;
  }

  /** Returns its bit in a {@code cl_mem_flags} bit-field. */
  public long bit() {
    return bit;
  }

  /**
   * Returns the flags of a {@code cl_mem_flags} bit-field.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if a bit is unknown
   */
  public static Set<MemoryFlag> of(long bits) {
    Set<MemoryFlag> flags = EnumSet.noneOf(MemoryFlag.class);
    long rest = bits;
    for (MemoryFlag flag : values()) {
      if ((bits & flag.bit) != 0) {
        flags.add(flag);
        rest &= ~flag.bit;
      }
    }
    if (rest != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "memory flags 0x" + Long.toHexString(bits));
    }
    return Collections.unmodifiableSet(flags);
  }

  /** Returns the flags as a {@code cl_mem_flags} bit-field. */
  public static long bits(Set<MemoryFlag> flags) {
    return flags.stream().mapToLong(MemoryFlag::bit).sum();
  }
}
