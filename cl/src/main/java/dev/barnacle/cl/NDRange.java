package dev.barnacle.cl;

import java.util.ArrayList;
import java.util.List;

/**
 * The index space of a launch (OpenCL architecture, 3.2.1 "Mapping work-items onto an NDRange").
 *
 * <p>The global size may be 0 in a dimension: such a launch runs no work-item (OpenCL API,
 * clEnqueueNDRangeKernel). Where the local size does not divide the global size, the last
 * work-groups of that dimension are smaller.
 *
 * @param global work-items in each of 1 to 3 dimensions
 * @param local work-items of a work-group in the same dimensions, or empty: the platform chooses
 * @param offset global id of the first work-item in the same dimensions
 */
public record NDRange(List<Long> global, List<Long> local, List<Long> offset) {
  public NDRange {
    global = List.copyOf(global);
    local = List.copyOf(local);
    offset = List.copyOf(offset);
    if (global.isEmpty() || global.size() > 3) {
      throw new ClException(
          ErrorCode.CL_INVALID_WORK_DIMENSION,
          "an NDRange has 1 to 3 dimensions, not " + global.size());
    }
    checkDimensions("local size", local.size(), global.size(), !local.isEmpty());
    checkDimensions("offset", offset.size(), global.size(), true);
    if (isLess(global, 0)) {
      throw new ClException(
          ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE, "global size " + text(global) + " is negative");
    }
    if (isLess(local, 1)) {
      throw new ClException(
          ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
          "local size " + text(local) + " is not at least 1 in each dimension");
    }
    for (int d = 0; d < global.size(); d++) {
      long first = offset.get(d);
      if (first < 0 || Long.MAX_VALUE - global.get(d) < first) {
        throw new ClException(
            ErrorCode.CL_INVALID_GLOBAL_OFFSET,
            "offset " + text(offset) + " makes the global ids overflow");
      }
    }
  }

  /** Returns whether one is less; without a stream, as each launch asks. */
  private static boolean isLess(List<Long> sizes, long least) {
    for (long size : sizes) {
      if (size < least) {
        return true;
      }
    }
    return false;
  }

  private static void checkDimensions(String what, int given, int dimensions, boolean required) {
    if (required && given != dimensions) {
      throw new ClException(
          ErrorCode.CL_INVALID_WORK_DIMENSION,
          "the "
              + what
              + " has "
              + given
              + " dimension"
              + (given == 1 ? "" : "s")
              + ", the global size "
              + dimensions);
    }
  }

  /** Returns a range of these global sizes; the platform chooses the local size. */
  public static NDRange of(long... global) {
    return new NDRange(list(global), List.of(), list(new long[global.length]));
  }

  /** Returns this range with these local sizes, one for each dimension. */
  public NDRange local(long... sizes) {
    return new NDRange(global, list(sizes), offset);
  }

  /** Returns this range with the global ids starting here, one number for each dimension. */
  public NDRange offset(long... first) {
    return new NDRange(global, local, list(first));
  }

  /** Returns the number of dimensions, 1 to 3. */
  public int dimensions() {
    return global.size();
  }

  /** Returns whether there is no work-item. */
  public boolean isEmpty() {
    return global.contains(0L);
  }

  /** Returns the sizes as {@code 1024x768}. */
  static String text(List<Long> sizes) {
    return sizes.stream().map(String::valueOf).collect(java.util.stream.Collectors.joining("x"));
  }

  private static List<Long> list(long... values) {
    List<Long> all = new ArrayList<>(values.length);
    for (long value : values) {
      all.add(value);
    }
    return List.copyOf(all);
  }

  @Override
  public String toString() {
    return text(global)
        + (local.isEmpty() ? "" : " in groups of " + text(local))
        + (offset.stream().allMatch(o -> o == 0) ? "" : " from " + text(offset));
  }
}
