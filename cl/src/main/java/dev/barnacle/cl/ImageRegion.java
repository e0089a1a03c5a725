package dev.barnacle.cl;

/**
 * A part of an image: an origin and a size in texels (OpenCL API, clEnqueueReadImage). The second
 * coordinate is the layer in a 1D array, the third that in a 2D array; what an image does not have
 * is 0 in the origin and 1 in the size.
 */
public record ImageRegion(long x, long y, long z, long width, long height, long depth) {
  /** Returns the region of the same size at another origin. */
  ImageRegion at(long otherX, long otherY, long otherZ) {
    return new ImageRegion(otherX, otherY, otherZ, width, height, depth);
  }

  /** Returns whether two regions share a texel. */
  boolean meets(ImageRegion other) {
    return x < other.x + other.width
        && other.x < x + width
        && y < other.y + other.height
        && other.y < y + height
        && z < other.z + other.depth
        && other.z < z + depth;
  }
}
