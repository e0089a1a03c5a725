package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * With {@code -cl-unsafe-math-optimizations} or {@code -cl-fast-relaxed-math} the mathematical
 * functions of floats may err by more (OpenCL C 3.0, section 7.4, the table for unsafe math
 * optimizations). A program that was built so calls the library's short forms of them ({@code
 * math_relaxed.cl}), each program of those that are linked as it was compiled.
 */
final class RelaxedFunctions {
  private static final Set<String> OPTIONS =
      Set.of("-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math");

  /** Functions of one or two floats, or of vectors of them, as clang mangles their names. */
  private static final Pattern MANGLED =
      Pattern.compile(
          "_Z(?:3(?<name3>exp|log|sin|cos|tan|pow)|4(?<name4>exp2|log2|powr)|5(?<name5>exp10|log10))"
              + "(?<types>f|ff|Dv\\d+_f|Dv\\d+_fS_)");

  private RelaxedFunctions() {}

  /** Returns whether a program's options allow them. */
  static boolean allowed(BuildOptions options) {
    return options.clangArguments().stream().anyMatch(OPTIONS::contains);
  }

  /** Has a program that is not linked with the library yet call them. */
  static void use(LlvmModule program) {
    program.renameDeclarations(RelaxedFunctions::relaxed);
  }

  /** Does so in bitcode. */
  static byte[] use(String name, byte[] bitcode) {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program = LlvmModule.parseBitcode(context, name, bitcode)) {
      use(program);
      return program.toBitcode();
    }
  }

  /** Returns the mangled name of the relaxed form, or of the same function where there is none. */
  static String relaxed(String mangled) {
    Matcher matcher = MANGLED.matcher(mangled);
    if (!matcher.matches()) {
      return mangled;
    }
    String name = "__relaxed_";
    for (String group : new String[] {"name3", "name4", "name5"}) {
      name += matcher.group(group) == null ? "" : matcher.group(group);
    }
    return "_Z" + name.length() + name + matcher.group("types");
  }
}
