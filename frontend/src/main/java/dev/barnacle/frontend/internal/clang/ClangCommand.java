package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.PrivateVariables;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments that make clang compile a user's program to bitcode as the rest of the pipeline
 * wants it: unoptimised, but without the attributes that would forbid optimisation later; with
 * lines and columns; with the kernels' parameter names and types in metadata; for those who look at
 * memory, with the declarations of variables.
 */
final class ClangCommand {
  /**
   * A target with OpenCL's address spaces and 64-bit pointers; what runs the program is chosen much
   * later.
   */
  static final String TARGET = "spir64";

  private static final List<String> UNINITIALIZED =
      List.of("uninitialized", "sometimes-uninitialized", "conditional-uninitialized");

  /**
   * Of C++: destructors of program-scope objects as {@link GlobalDestructors} wants them, and that
   * there are some.
   */
  private static final List<String> CXX =
      List.of(
          "-fno-use-cxa-atexit",
          "-D__opencl_cpp_destructor_with_address_spaces=1",
          "-D__opencl_cpp_global_destructor=1");

  private ClangCommand() {}

  /** All arguments but those that name input and output. */
  static List<String> arguments(BuildOptions options, PrivateVariables variables) {
    List<String> all = arguments(options);
    if (variables != PrivateVariables.VALUES) {
      all.add("-g"); // what the source calls variables, their parts and those of what is passed
      for (String warning : UNINITIALIZED) {
        all.add("-W" + warning);
        all.add("-Wno-error=" + warning);
      }
    }
    return all;
  }

  /** All arguments but those that name input and output, for private variables as values. */
  static List<String> arguments(BuildOptions options) {
    List<String> all = new ArrayList<>(List.of("-x", "cl", "-target", TARGET));
    // The user's definitions come first: clang's messages count them as lines of "<command line>".
    all.addAll(options.clangArguments());
    all.add("-cl-std=" + options.version().base().option());
    all.add("-Xclang");
    all.add(DeviceFeatures.extensionOption());
    DeviceFeatures.macros(options.version()).forEach(name -> all.add("-D" + name + "=1"));
    DeviceFeatures.definitions().forEach(definition -> all.add("-D" + definition));
    DeviceFeatures.macros().forEach(name -> all.add("-D" + name + "=1"));
    DeviceFeatures.undefined().forEach(name -> all.add("-U" + name));
    if (options.version().isCxx()) {
      all.addAll(CXX);
    }
    all.addAll(
        List.of(
            "-O1",
            "-Xclang",
            "-disable-llvm-passes",
            "-emit-llvm",
            "-c",
            "-gline-tables-only",
            "-fdebug-compilation-dir=.",
            "-fno-discard-value-names",
            "-fno-gnu-inline-asm", // an error, also at file scope
            "-cl-kernel-arg-info",
            "-fno-color-diagnostics",
            "-ferror-limit=100"));
    return all;
  }
}
