package dev.barnacle.cl;

/**
 * The size of a rectangular region (OpenCL API, clEnqueueReadBufferRect).
 *
 * @param bytes of a row, at least 1
 * @param rows of a slice, at least 1
 * @param slices at least 1
 */
public record RectRegion(long bytes, long rows, long slices) {
  public RectRegion {
    if (bytes < 1 || rows < 1 || slices < 1) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "a region of " + bytes + "x" + rows + "x" + slices);
    }
  }
}
