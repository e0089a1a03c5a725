package dev.barnacle.cl.internal.host;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.MemorySegment;

/** Memory of the program outside. */
public final class HostSegments {
  /** Stands for any other thread; it is never started. */
  private static final Thread ANOTHER = new Thread("barnacle-another");

  private HostSegments() {}

  /**
   * Returns the same memory for any thread: a command may run on another one than that which a
   * confined arena belongs to.
   */
  public static MemorySegment anyThread(MemorySegment segment) {
    if (!segment.isNative() || segment.isAccessibleBy(ANOTHER)) {
      return segment;
    }
    return MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
  }

  /** Throws {@code CL_MEM_COPY_OVERLAP} if so many bytes at two addresses overlap. */
  public static void checkOverlap(long from, long to, long bytes) {
    if (Math.abs(from - to) < bytes) {
      throw new ClException(
          ErrorCode.CL_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
    }
  }
}
