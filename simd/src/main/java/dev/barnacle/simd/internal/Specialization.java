package dev.barnacle.simd.internal;

/**
 * What a work-group function is compiled for.
 *
 * @param localX work-items of a full work-group in dimension 0
 * @param localY in dimension 1
 * @param localZ in dimension 2
 * @param partial for the smaller groups at the edges of a non-uniform NDRange: their sizes are read
 *     at run time
 * @param smallIds all global ids fit into 31 bits
 */
record Specialization(int localX, int localY, int localZ, boolean partial, boolean smallIds) {
  int local(int dimension) {
    return switch (dimension) {
      case 0 -> localX;
      case 1 -> localY;
      default -> localZ;
    };
  }

  /** Returns the work-items of a full group. */
  int groupSize() {
    return Math.multiplyExact(Math.multiplyExact(localX, localY), localZ);
  }
}
