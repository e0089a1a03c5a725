package dev.barnacle.frontend.internal.clang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.OpenClVersion;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every built-in function that clang declares for a version of OpenCL C and the features of
 * Barnacle's device is defined in the library, under the name by which clang calls it.
 *
 * <p>clang's header {@code opencl-c.h} says what there is. A program that calls each of its
 * functions is compiled the way users' programs are, with clang's own table of built-in functions,
 * and the names of the functions that it leaves undefined are looked for in the library.
 */
class LibraryCoverageTest {
  /**
   * What is declared and not in the library: the front end makes instructions of the IR of printf
   * and of what enqueues from kernels.
   */
  private static final Pattern INSTRUCTIONS =
      Pattern.compile(
          "printf"
              + "|ndrange_[123]D|enqueue_.*|get_default_queue|get_kernel_.*"
              + "|(create_user|retain|release|is_valid)_event|set_user_event_status"
              + "|capture_event_profiling_info");

  /** Extensions of vendors, which the header declares whatever the target. */
  private static final Pattern OF_VENDORS = Pattern.compile("(amd|intel|arm)_.*");

  /** A function's name and type in clang's dump of the syntax tree, at their fixed depth. */
  private static final Pattern KIND = Pattern.compile("      \"kind\": \"(\\w+)\",?");

  private static final Pattern NAME = Pattern.compile("      \"name\": \"(\\w+)\",?");
  private static final Pattern TYPE = Pattern.compile("        \"qualType\": \"(.*?)\",?");

  /** The text of a function type: result, and parameters in parentheses. */
  private static final Pattern FUNCTION_TYPE = Pattern.compile("(.*?) \\((.*)\\)");

  private record Declaration(String name, String type) {
    /** A function that calls this one. */
    String caller(int number) {
      Matcher parts = FUNCTION_TYPE.matcher(type);
      assertTrue(parts.matches(), type);
      String[] types = parts.group(2).isEmpty() ? new String[0] : parts.group(2).split(", ");
      List<String> parameters = new ArrayList<>();
      List<String> arguments = new ArrayList<>();
      for (int i = 0; i < types.length && !types[i].equals("void"); i++) {
        parameters.add(types[i] + " a" + i);
        arguments.add("a" + i);
      }
      return "%s caller%d(%s) { %s%s(%s); }%n"
          .formatted(
              parts.group(1),
              number,
              String.join(", ", parameters),
              parts.group(1).equals("void") ? "" : "return ",
              name,
              String.join(", ", arguments));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyDeclaredFunctionIsDefined(OpenClVersion version) throws Exception {
    BuildOptions options = BuildOptions.parse("-cl-std=" + version.option() + " -w");
    List<Declaration> declarations = declarations(options);
    assertTrue(declarations.size() > 10_000, "only " + declarations.size() + " declarations");
    StringBuilder program = new StringBuilder();
    program.append("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    for (int i = 0; i < declarations.size(); i++) {
      program.append(declarations.get(i).caller(i));
    }
    Set<String> missing = calledBy(program.toString(), options);
    assertTrue(missing.size() > 10_000, "only " + missing.size() + " functions are called");
    missing.removeAll(definedByTheLibraryFor(missing));
    assertEquals(Set.of(), missing);
  }

  /** So is every function that clang does not know, and Barnacle declares. */
  @ParameterizedTest
  @EnumSource
  void everyFunctionOfOtherExtensionsIsDefined(OpenClVersion version) throws Exception {
    BuildOptions options = BuildOptions.parse("-cl-std=" + version.option() + " -w");
    String text = ExtensionDeclarations.of(List.of("#include"));
    List<Declaration> declarations =
        declarations(options, List.of(), text).stream()
            .filter(d -> !INSTRUCTIONS.matcher(d.name()).matches())
            .toList();
    assertTrue(declarations.size() > 300, "only " + declarations.size() + " declarations");
    StringBuilder program = new StringBuilder(text);
    for (int i = 0; i < declarations.size(); i++) {
      program.append(declarations.get(i).caller(i));
    }
    Set<String> missing = calledBy(program.toString(), options);
    assertTrue(missing.size() > 300, "only " + missing.size() + " functions are called");
    missing.removeAll(definedByTheLibraryFor(missing));
    assertEquals(Set.of(), missing);
  }

  /** Returns whether it reads through a sampler, or writes a level of a mipmapped image. */
  private static boolean isOfLevels(Declaration declaration) {
    return declaration.type().contains("sampler_t")
        || (declaration.name().startsWith("write_image")
            && declaration.type().chars().filter(c -> c == ',').count() == 3);
  }

  private static Set<String> definedByTheLibraryFor(Set<String> functions) {
    Set<String> defined = new HashSet<>();
    try (LlvmContext context = LlvmContext.create()) {
      for (byte[] part : Library.partsWith(functions)) {
        try (LlvmModule library = LlvmModule.parseBitcodeLazily(context, "library", part)) {
          defined.addAll(library.definedFunctions());
        }
      }
    }
    return defined;
  }

  /** The functions that a program calls and does not define. */
  private static Set<String> calledBy(String program, BuildOptions options) {
    List<String> arguments = new ArrayList<>(ClangCommand.arguments(options));
    arguments.addAll(List.of("-g0", "-o", "-", "-"));
    byte[] bitcode = run(arguments, program);
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseBitcode(context, "callers", bitcode)) {
      Set<String> called = new TreeSet<>(module.declaredFunctions());
      called.removeIf(name -> name.startsWith("llvm."));
      return called;
    }
  }

  /** The functions that clang's header declares, but those that are not supported. */
  private static List<Declaration> declarations(BuildOptions options) throws Exception {
    return declarations(options, List.of("-cl-no-stdinc", "-include", "opencl-c.h"), "").stream()
        .filter(d -> !INSTRUCTIONS.matcher(d.name()).matches())
        .filter(d -> !OF_VENDORS.matcher(d.name()).matches())
        // Which clang's header has, and neither the specification nor its table of functions.
        .filter(d -> !(d.type().contains("__read_write") && isOfLevels(d)))
        // Which clang's header has in C++ alone, and its table of functions has not.
        .filter(d -> !(d.name().equals("atomic_xchg") && d.type().contains("__generic float")))
        .toList();
  }

  private static List<Declaration> declarations(
      BuildOptions options, List<String> headers, String text) throws Exception {
    List<String> arguments = new ArrayList<>(ClangCommand.arguments(options));
    arguments.removeAll(List.of("-emit-llvm", "-c"));
    arguments.addAll(headers);
    arguments.addAll(List.of("-fsyntax-only", "-Xclang", "-ast-dump=json"));
    if (options.version().hasFeatures()) {
      // The header names the types of images whatever the features.
      arguments.addAll(List.of("-Xclang", "-cl-ext=+__opencl_c_images"));
    }
    arguments.add("-");
    List<Declaration> declarations = new ArrayList<>();
    try (BufferedReader tree =
        new BufferedReader(
            new InputStreamReader(
                new ByteArrayInputStream(run(arguments, text)), StandardCharsets.UTF_8))) {
      String kind = "";
      String name = "";
      for (String line = tree.readLine(); line != null; line = tree.readLine()) {
        Matcher match = KIND.matcher(line);
        if (match.matches()) {
          kind = match.group(1);
          name = "";
          continue;
        }
        match = NAME.matcher(line);
        if (match.matches()) {
          name = match.group(1);
          continue;
        }
        match = TYPE.matcher(line);
        if (match.matches() && kind.equals("FunctionDecl")) {
          declarations.add(new Declaration(name, match.group(1)));
          kind = "";
        }
      }
    }
    return declarations;
  }

  private static byte[] run(List<String> arguments, String input) {
    Clang.Result result = Clang.locate().run(arguments, input.getBytes(StandardCharsets.UTF_8));
    assertEquals(0, result.status(), result.messages());
    return result.output();
  }
}
