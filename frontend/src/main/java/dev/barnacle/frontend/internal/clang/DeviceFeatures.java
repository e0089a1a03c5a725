package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.OpenClVersion;
import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.frontend.extension.LanguageFeature;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The optional features of OpenCL C that Barnacle's device offers ({@link Extension}, {@link
 * LanguageFeature}), as clang's options. The device is little-endian with 64-bit addresses.
 */
public final class DeviceFeatures {
  /**
   * The version of OpenCL that the device supports, whatever version of the language a program
   * uses.
   */
  static final int OPENCL_VERSION = 310;

  /**
   * The extension that clang may allow beyond OpenCL C 1.2, and PoCL does: {@code static constant}
   * tables inside of functions.
   */
  static final String STATIC_VARIABLES = "cl_clang_storage_class_specifiers";

  /**
   * The macro that a program may compare {@code __OPENCL_C_VERSION__} with, and that clang does not
   * define. Where it were not defined, each version would be as new.
   */
  private static final String VERSION_3_1 = "CL_VERSION_3_1=310";

  /** A program's assertion: a trap where the condition does not hold. */
  private static final String ASSERT =
      "barnacle_assert(condition)=((condition)?(void)0:__builtin_trap())";

  /**
   * A program's assumption: a function of its own, which is declared where it is called, as no
   * header is included.
   */
  private static final String ASSUME =
      "barnacle_assume(condition)=((void)({int barnacle_assumed(int)"
          + " __asm__(\"__barnacle_expect_assumption\");barnacle_assumed((condition)?1:0);}))";

  /** Macros of the target, which the device is not. */
  private static final List<String> UNDEFINED =
      List.of("__SPIR__", "__SPIR64__", "__SPIR", "__SPIR64");

  private DeviceFeatures() {}

  /** The extensions of OpenCL C that programs can use, by the names of their macros. */
  public static List<String> extensions() {
    return names(Extension.Kind.CLANG, Extension.Kind.MACRO);
  }

  /** Those of them whose names clang's option for extensions does not take. */
  static List<String> extensionsBeyondClang() {
    return names(Extension.Kind.MACRO);
  }

  private static List<String> names(Extension.Kind... kinds) {
    return Extension.of(kinds).stream().map(Extension::text).toList();
  }

  /** The value of clang's {@code -cl-ext}. */
  static String extensionOption() {
    Stream<String> names =
        Stream.of(
                names(Extension.Kind.CLANG),
                List.of(STATIC_VARIABLES),
                LanguageFeature.names(LanguageFeature.Kind.CLANG, LanguageFeature.Kind.EARLIER))
            .flatMap(List::stream);
    return names.collect(Collectors.joining(",+", "-cl-ext=-all,+", ""));
  }

  /** Macros of features that OpenCL C 3.0 has by another way than earlier versions. */
  static List<String> macros(OpenClVersion version) {
    return LanguageFeature.names(
        version.hasFeatures() ? LanguageFeature.Kind.MACRO_OF_30 : LanguageFeature.Kind.EARLIER);
  }

  /** Macros to define for every version. */
  static List<String> macros() {
    return Stream.concat(
            extensionsBeyondClang().stream(),
            LanguageFeature.names(LanguageFeature.Kind.MACRO).stream())
        .toList();
  }

  /** The definitions of macros that have another value than 1. */
  static List<String> definitions() {
    return List.of("__OPENCL_VERSION__=" + OPENCL_VERSION, VERSION_3_1, ASSERT, ASSUME);
  }

  static List<String> undefined() {
    return UNDEFINED;
  }
}
