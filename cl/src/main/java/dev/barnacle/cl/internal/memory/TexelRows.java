package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.watch.command.Ranges;
import java.lang.foreign.MemorySegment;

/**
 * Rows of texels in memory.
 *
 * @param begin where the first row begins, in bytes
 * @param rowPitch bytes from row to row
 * @param slicePitch bytes from slice to slice
 */
public record TexelRows(MemorySegment memory, long begin, long rowPitch, long slicePitch) {
  /**
   * Throws {@code CL_INVALID_VALUE} unless all rows are within the memory, and {@link
   * ArithmeticException} if their end can't be told.
   */
  public void check(long rowBytes, ImageRegion region) {
    long end =
        Math.addExact(
            Math.addExact(begin, Math.multiplyExact(region.depth() - 1, slicePitch)),
            Math.addExact(Math.multiplyExact(region.height() - 1, rowPitch), rowBytes));
    if (begin < 0 || end > memory.byteSize()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "the region needs " + end + " bytes of memory that has " + memory.byteSize());
    }
  }

  /** Returns where a row begins. */
  public long row(long row, long slice) {
    return begin + row * rowPitch + slice * slicePitch;
  }

  /** Returns the bytes of a region, for the detector of races between commands. */
  public AccessedRanges.Place place(long rowBytes, ImageRegion region, boolean ofHost) {
    Ranges.Builder rows = new Ranges.Builder();
    for (long slice = 0; memory.isNative() && slice < region.depth(); slice++) {
      for (long row = 0; row < region.height(); row++) {
        long start = memory.address() + row(row, slice);
        rows.add(start, start + rowBytes, 0);
      }
    }
    return AccessedRanges.Place.of(rows.build(), ofHost);
  }

  /** Copies all rows of a region. */
  public static void copy(TexelRows from, TexelRows to, long rowBytes, ImageRegion region) {
    for (long slice = 0; slice < region.depth(); slice++) {
      for (long row = 0; row < region.height(); row++) {
        MemorySegment.copy(
            from.memory, from.row(row, slice), to.memory, to.row(row, slice), rowBytes);
      }
    }
  }
}
