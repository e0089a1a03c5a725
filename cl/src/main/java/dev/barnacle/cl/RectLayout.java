package dev.barnacle.cl;

/**
 * Where a rectangular region lies in linear memory (OpenCL API, clEnqueueReadBufferRect).
 *
 * @param x its first byte in a row
 * @param y its first row
 * @param z its first slice
 * @param rowPitch bytes from row to row; 0 if the region's rows follow one another
 * @param slicePitch bytes from slice to slice; 0 if the region's slices follow one another
 */
public record RectLayout(long x, long y, long z, long rowPitch, long slicePitch) {
  public RectLayout {
    if (x < 0 || y < 0 || z < 0 || rowPitch < 0 || slicePitch < 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "an origin of ("
              + x
              + ", "
              + y
              + ", "
              + z
              + "), pitches of "
              + rowPitch
              + ", "
              + slicePitch);
    }
  }

  /** Returns this layout with the pitches that it has for a region. */
  RectLayout of(RectRegion region) {
    long row = rowPitch == 0 ? region.bytes() : rowPitch;
    if (row < region.bytes()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "a row pitch of " + row + " for rows of " + region.bytes() + " bytes");
    }
    try {
      long slice = slicePitch == 0 ? Math.multiplyExact(row, region.rows()) : slicePitch;
      if (slice < Math.multiplyExact(row, region.rows()) || slice % row != 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE,
            "a slice pitch of " + slice + " for " + region.rows() + " rows of " + row + " bytes");
      }
      return new RectLayout(x, y, z, row, slice);
    } catch (ArithmeticException e) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "pitches that overflow", e);
    }
  }

  /** Returns the offset of the region's first byte; the pitches must have been given. */
  long begin() {
    return Math.addExact(
        Math.addExact(Math.multiplyExact(z, slicePitch), Math.multiplyExact(y, rowPitch)), x);
  }

  /** Returns the bytes from the region's first to its last. */
  long span(RectRegion region) {
    return Math.addExact(
        Math.addExact(
            Math.multiplyExact(region.slices() - 1, slicePitch),
            Math.multiplyExact(region.rows() - 1, rowPitch)),
        region.bytes());
  }
}
