package dev.barnacle.cl.internal.program;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.InvalidOptionException;
import dev.barnacle.frontend.OpenClVersion;

/**
 * Decides whether the local size must divide the global size (OpenCL API, {@code
 * clEnqueueNDRangeKernel}: {@code CL_INVALID_WORK_GROUP_SIZE}). It must for programs of OpenCL C
 * 1.x, such as those without {@code -cl-std}, and where {@code -cl-uniform-work-group-size}
 * promises it.
 */
final class GroupUniformity {
  private GroupUniformity() {}

  /**
   * Returns whether these build options, which a program was built with, require uniform groups.
   */
  static boolean requiresUniformGroups(String options) {
    try {
      return requiresUniformGroups(BuildOptions.parse(options));
    } catch (InvalidOptionException e) {
      throw new IllegalStateException("a program was built with " + options, e);
    }
  }

  /** Returns whether these build options require uniform groups. */
  static boolean requiresUniformGroups(BuildOptions options) {
    return options.uniformWorkGroups() || options.version().compareTo(OpenClVersion.CL2_0) < 0;
  }
}
