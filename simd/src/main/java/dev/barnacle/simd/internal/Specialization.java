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
 * @param disjoint arguments whose memory no other argument reaches, a bit each ({@link
 *     PointerRoots#bit})
 * @param copied those of them of which each thread has a copy ({@link PrivateCopies})
 * @param merged the program's groups have one work-item each; these here are made of many of them,
 *     and their ids and sizes are those that the program asked for ({@link MergedGroups})
 * @param flat vectors follow the local linear id instead of dimension 0: the rows of a group are
 *     one ({@link SubGroups})
 */
record Specialization(
    int localX,
    int localY,
    int localZ,
    boolean partial,
    boolean smallIds,
    long disjoint,
    long copied,
    boolean merged,
    boolean flat) {
  int local(int dimension) {
    return switch (dimension) {
      case 0 -> localX;
      case 1 -> localY;
      default -> localZ;
    };
  }

  /** Returns the same for full groups, or for the smaller ones at the edges. */
  Specialization forGroups(boolean smaller) {
    return new Specialization(
        localX, localY, localZ, smaller, smallIds, disjoint, copied, merged, flat);
  }

  /** Returns the same with vectors that follow the local linear id. */
  Specialization flattened() {
    return new Specialization(
        localX, localY, localZ, partial, smallIds, disjoint, copied, merged, true);
  }

  /** Returns the work-items of a full group that vectors are taken from in order. */
  int row() {
    return flat ? groupSize() : localX;
  }

  /** Returns how many such rows a full group has. */
  int rows() {
    return flat ? 1 : Math.multiplyExact(localY, localZ);
  }

  /** Returns the work-items of a full group. */
  int groupSize() {
    return Math.multiplyExact(Math.multiplyExact(localX, localY), localZ);
  }
}
