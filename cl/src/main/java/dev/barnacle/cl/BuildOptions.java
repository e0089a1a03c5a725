package dev.barnacle.cl;

import java.util.Arrays;
import java.util.List;

/** What the platform itself must know of a program's build options. */
final class BuildOptions {
  private BuildOptions() {}

  /**
   * Tells whether the local size must divide the global size (OpenCL C, "Work-group size
   * uniformity"): before OpenCL C 2.0, and where {@code -cl-uniform-work-group-size} promises it.
   */
  static boolean requiresUniformGroups(String options) {
    List<String> words = Arrays.asList(options.strip().split("\\s+"));
    return words.contains("-cl-uniform-work-group-size")
        || words.stream().anyMatch(w -> w.matches("-cl-std=(?i:CL1\\.[0-9])"));
  }
}
