package dev.barnacle.engine;

import java.util.List;

/**
 * The index space of a launch (OpenCL architecture, 3.2.1 "Mapping work-items onto an NDRange").
 *
 * @param global work-items in each of 1 to 3 dimensions, each at least 1
 * @param local work-items of a work-group in the same dimensions; where it does not divide the
 *     global size, the last groups are smaller (non-uniform work-groups)
 * @param offset global id of the first work-item in the same dimensions
 */
public record NdRange(List<Long> global, List<Long> local, List<Long> offset) {
  public NdRange {
    global = List.copyOf(global);
    local = List.copyOf(local);
    offset = List.copyOf(offset);
    if (global.isEmpty() || global.size() > 3) {
      throw new IllegalArgumentException("an NDRange has 1 to 3 dimensions, not " + global.size());
    }
    if (local.size() != global.size() || offset.size() != global.size()) {
      throw new IllegalArgumentException(
          "local size and offset need as many dimensions as the global size");
    }
    for (int d = 0; d < global.size(); d++) { // each launch comes here: no streams
      if (global.get(d) < 1 || local.get(d) < 1) {
        throw new IllegalArgumentException("sizes must be at least 1");
      }
      if (offset.get(d) < 0) {
        throw new IllegalArgumentException("offsets must be at least 0");
      }
    }
  }

  /** Returns the number of dimensions, 1 to 3. */
  public int dimensions() {
    return global.size();
  }

  /** Returns the global size of a dimension, 1 for those past the last. */
  public long global(int dimension) {
    return dimension < dimensions() ? global.get(dimension) : 1;
  }

  /** Returns the local size of a dimension, 1 for those past the last. */
  public long local(int dimension) {
    return dimension < dimensions() ? local.get(dimension) : 1;
  }

  /** Returns the offset of a dimension, 0 for those past the last. */
  public long offset(int dimension) {
    return dimension < dimensions() ? offset.get(dimension) : 0;
  }

  /** Returns the number of work-groups of a dimension, the last, smaller one included. */
  public long groups(int dimension) {
    return Math.ceilDiv(global(dimension), local(dimension));
  }

  /** Returns the number of work-groups. */
  public long groupCount() {
    return Math.multiplyExact(Math.multiplyExact(groups(0), groups(1)), groups(2));
  }

  /** Returns the number of work-items of a full work-group. */
  public long groupSize() {
    return Math.multiplyExact(Math.multiplyExact(local(0), local(1)), local(2));
  }

  /** Returns whether the local size divides the global size in each dimension. */
  public boolean isUniform() {
    for (int d = 0; d < dimensions(); d++) {
      if (global(d) % local(d) != 0) {
        return false;
      }
    }
    return true;
  }
}
