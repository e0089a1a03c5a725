package dev.barnacle.cl;

/**
 * The place of a rectangular region in linear memory (OpenCL API, clEnqueueReadBufferRect).
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
}
