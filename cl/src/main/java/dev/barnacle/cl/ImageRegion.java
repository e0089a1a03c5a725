package dev.barnacle.cl;

/**
 * A part of an image: an origin and a size in texels (OpenCL API, clEnqueueReadImage). The second
 * coordinate is the layer in a 1D array, the third that in a 2D array; what an image does not have
 * is 0 in the origin and 1 in the size. A region of a mipmapped image is within one level.
 *
 * @param level the mip level, from 0; 0 where there is one alone
 */
public record ImageRegion(long x, long y, long z, long width, long height, long depth, long level) {
  /** A region of an image without mipmaps, or of the first level. */
  public ImageRegion(long x, long y, long z, long width, long height, long depth) {
    this(x, y, z, width, height, depth, 0);
  }

  /** Returns the region of the same size at another origin. */
  ImageRegion at(long otherX, long otherY, long otherZ, long otherLevel) {
    return new ImageRegion(otherX, otherY, otherZ, width, height, depth, otherLevel);
  }

  /** Returns whether two regions share a texel. */
  boolean meets(ImageRegion other) {
    return level == other.level
        && x < other.x + other.width
        && other.x < x + width
        && y < other.y + other.height
        && other.y < y + height
        && z < other.z + other.depth
        && other.z < z + depth;
  }
}
