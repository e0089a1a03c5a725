package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.MemorySegment;

/** A pattern that memory is filled with (OpenCL API, clEnqueueFillBuffer, clEnqueueSVMMemFill). */
public final class FillPattern {
  private static final int LARGEST = 128;

  private final MemorySegment bytes;

  private FillPattern(MemorySegment bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns a copy of a pattern that fits an offset (or address) and a size.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if it does not
   */
  public static FillPattern of(MemorySegment pattern, long offset, long byteSize) {
    long size = pattern.byteSize();
    if (size < 1 || size > LARGEST || Long.bitCount(size) != 1) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a pattern of " + size + " bytes");
    }
    if (offset % size != 0 || byteSize % size != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          byteSize
              + " bytes at "
              + offset
              + " can't be filled with a pattern of "
              + size
              + " bytes");
    }
    byte[] copy = new byte[(int) size];
    MemorySegment.copy(pattern, 0, MemorySegment.ofArray(copy), 0, size);
    return new FillPattern(MemorySegment.ofArray(copy));
  }

  /** Fills memory: one pattern first, then twice as much each time. */
  public void fill(MemorySegment memory) {
    if (bytes.byteSize() == 1) {
      memory.fill(bytes.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
      return;
    }
    long done = Math.min(bytes.byteSize(), memory.byteSize());
    MemorySegment.copy(bytes, 0, memory, 0, done);
    while (done < memory.byteSize()) {
      long more = Math.min(done, memory.byteSize() - done);
      MemorySegment.copy(memory, 0, memory, done, more);
      done += more;
    }
  }
}
