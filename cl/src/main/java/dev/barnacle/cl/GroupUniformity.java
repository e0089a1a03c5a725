package dev.barnacle.cl;

import java.util.Arrays;
import java.util.List;

/**
 * Whether the local size must divide the global size (OpenCL C, "Work-group size uniformity"). A
 * program that asks for OpenCL C 1.x must have it so; one that does not say which version it is
 * written in may have smaller groups at the edges, although it is compiled as 1.2.
 */
final class GroupUniformity {
  private GroupUniformity() {}

  /** Tells whether these build options ask for OpenCL C 1.x or promise uniform groups. */
  static boolean requiresUniformGroups(String options) {
    List<String> words = Arrays.asList(options.strip().split("\\s+"));
    return words.contains("-cl-uniform-work-group-size")
        || words.stream().anyMatch(w -> w.matches("-cl-std=(?i:CL1\\.[0-9])"));
  }
}
