package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;

/** Memory of the program outside. */
final class HostMemory {
  /** Stands for any other thread; it is never started. */
  private static final Thread ANOTHER = new Thread("barnacle-another");

  private HostMemory() {}

  /**
   * Returns the same memory for any thread: a command may run on another one than that which a
   * confined arena belongs to.
   */
  static MemorySegment anyThread(MemorySegment segment) {
    if (!segment.isNative() || segment.isAccessibleBy(ANOTHER)) {
      return segment;
    }
    return MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
  }

  /** Throws {@code CL_MEM_COPY_OVERLAP} if so many bytes at two addresses overlap. */
  static void checkOverlap(long from, long to, long bytes) {
    if (Math.abs(from - to) < bytes) {
      throw new ClException(
          ErrorCode.CL_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
    }
  }
}
