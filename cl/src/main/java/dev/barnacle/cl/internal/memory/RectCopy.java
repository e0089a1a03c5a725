package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.RectLayout;
import dev.barnacle.cl.RectRegion;
import dev.barnacle.watch.command.Ranges;
import java.lang.foreign.MemorySegment;

/** A copy of a rectangular region between linear memories (OpenCL API, clEnqueueCopyBufferRect). */
public final class RectCopy {
  private final Side from;
  private final Side to;
  private final RectRegion region;

  /** The region in one memory: its first byte is at {@code begin}. */
  private record Side(MemorySegment memory, long begin, long rowPitch, long slicePitch) {
    static Side of(MemorySegment memory, RectLayout layout, RectRegion region) {
      RectLayout pitched = pitched(layout, region);
      long begin;
      long end;
      try {
        begin = begin(pitched);
        end = Math.addExact(begin, span(pitched, region));
      } catch (ArithmeticException e) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "a region that overflows", e);
      }
      if (end > memory.byteSize()) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE,
            "the region ends at byte " + end + " of " + memory.byteSize());
      }
      return new Side(memory, begin, pitched.rowPitch(), pitched.slicePitch());
    }

    /** Returns a layout with the pitches that it has for a region. */
    private static RectLayout pitched(RectLayout layout, RectRegion region) {
      long row = layout.rowPitch() == 0 ? region.bytes() : layout.rowPitch();
      if (row < region.bytes()) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE,
            "a row pitch of " + row + " for rows of " + region.bytes() + " bytes");
      }
      try {
        long least = Math.multiplyExact(row, region.rows());
        long slice = layout.slicePitch() == 0 ? least : layout.slicePitch();
        if (slice < least || slice % row != 0) {
          throw new ClException(
              ErrorCode.CL_INVALID_VALUE,
              "a slice pitch of " + slice + " for " + region.rows() + " rows of " + row + " bytes");
        }
        return new RectLayout(layout.x(), layout.y(), layout.z(), row, slice);
      } catch (ArithmeticException e) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "pitches that overflow", e);
      }
    }

    /** Returns the offset of the region's first byte; the pitches must have been given. */
    private static long begin(RectLayout layout) {
      return Math.addExact(
          Math.addExact(
              Math.multiplyExact(layout.z(), layout.slicePitch()),
              Math.multiplyExact(layout.y(), layout.rowPitch())),
          layout.x());
    }

    /** Returns the bytes from the region's first to its last. */
    private static long span(RectLayout layout, RectRegion region) {
      return Math.addExact(
          Math.addExact(
              Math.multiplyExact(region.slices() - 1, layout.slicePitch()),
              Math.multiplyExact(region.rows() - 1, layout.rowPitch())),
          region.bytes());
    }

    long row(long slice, long row) {
      return begin + slice * slicePitch + row * rowPitch;
    }

    long span(RectRegion region) {
      return row(region.slices() - 1, region.rows() - 1) + region.bytes() - begin;
    }

    Ranges bytes(RectRegion region) {
      Ranges.Builder rows = new Ranges.Builder();
      for (long slice = 0; memory.isNative() && slice < region.slices(); slice++) {
        for (long row = 0; row < region.rows(); row++) {
          long start = memory.address() + row(slice, row);
          rows.add(start, start + region.bytes(), 0);
        }
      }
      return rows.build();
    }

    boolean isDense(RectRegion region) {
      return rowPitch == region.bytes() && slicePitch == rowPitch * region.rows();
    }
  }

  private RectCopy(Side from, Side to, RectRegion region) {
    this.from = from;
    this.to = to;
    this.region = region;
  }

  /**
   * Returns a copy.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the pitches don't fit the region, or it is not
   *     within one of the memories
   */
  public static RectCopy of(
      MemorySegment from,
      RectLayout fromLayout,
      MemorySegment to,
      RectLayout toLayout,
      RectRegion region) {
    return new RectCopy(Side.of(from, fromLayout, region), Side.of(to, toLayout, region), region);
  }

  /** Throws {@code CL_INVALID_VALUE} if the pitches of the two sides differ. */
  public void checkSamePitches() {
    if (from.rowPitch != to.rowPitch || from.slicePitch != to.slicePitch) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "a copy within a buffer with pitches that differ");
    }
  }

  /**
   * Throws {@code CL_MEM_COPY_OVERLAP} if a row of the source shares memory with one of the other.
   */
  public void checkOverlap() {
    long base = to.memory.address() + to.begin;
    long first = from.memory.address() + from.begin;
    if (first + from.span(region) <= base || base + to.span(region) <= first) {
      return;
    }
    for (long slice = 0; slice < region.slices(); slice++) {
      for (long row = 0; row < region.rows(); row++) {
        if (meets(from.memory.address() + from.row(slice, row) - base)) {
          throw new ClException(
              ErrorCode.CL_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
        }
      }
    }
  }

  /** Returns whether a row so far behind the destination's start meets one of its rows. */
  private boolean meets(long distance) {
    long bytes = region.bytes();
    long firstSlice =
        Math.max(0, Math.floorDiv(distance - (region.rows() - 1) * to.rowPitch, to.slicePitch));
    for (long s = firstSlice; s < region.slices() && s * to.slicePitch < distance + bytes; s++) {
      long within = distance - s * to.slicePitch;
      long before = Math.floorDiv(within, to.rowPitch);
      for (long r = Math.max(0, before); r <= before + 1 && r < region.rows(); r++) {
        if (Math.abs(within - r * to.rowPitch) < bytes) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the bytes that are read, by their addresses. */
  public Ranges source() {
    return from.bytes(region);
  }

  /** Returns the bytes that are written, by their addresses. */
  public Ranges target() {
    return to.bytes(region);
  }

  /** Copies. */
  public void run() {
    if (from.isDense(region) && to.isDense(region)) {
      long bytes = region.bytes() * region.rows() * region.slices();
      MemorySegment.copy(from.memory, from.begin, to.memory, to.begin, bytes);
      return;
    }
    for (long slice = 0; slice < region.slices(); slice++) {
      for (long row = 0; row < region.rows(); row++) {
        MemorySegment.copy(
            from.memory, from.row(slice, row), to.memory, to.row(slice, row), region.bytes());
      }
    }
  }
}
