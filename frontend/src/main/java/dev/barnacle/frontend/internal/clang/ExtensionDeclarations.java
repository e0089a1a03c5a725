package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.OpenClVersion;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Declarations of built-in functions of extensions that clang does not know. Each program would pay
 * for reading them, so only those get them that may call such a function: by a word of its name, or
 * where that may come from elsewhere.
 */
final class ExtensionDeclarations {
  /**
   * A file of declarations among the library's.
   *
   * @param word what the names of its functions have in common
   */
  private record Part(String file, String word) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("declare_async_copies.h", "async_work_group_copy_"),
          new Part("declare_intel_subgroups.h", "intel_sub_group_"),
          new Part("declare_work_group_arithmetic.h", "work_group_"));

  /** The words that bring other text in, or make names of parts. */
  private static final List<String> FROM_ELSEWHERE = List.of("include", "##");

  /** The word by which a program enables an extension. */
  private static final String PRAGMA = "EXTENSION";

  /**
   * Has clang know the extensions that its own list lacks, so that a program may enable them:
   * between {@code begin} and {@code end} a header declares what an extension has.
   */
  private static final String KNOWN =
      DeviceFeatures.extensionsBeyondClang().stream()
          .flatMap(e -> Stream.of(e + " : begin", e + " : end"))
          .map(words -> "#pragma OPENCL EXTENSION " + words + "\n")
          .collect(Collectors.joining());

  private ExtensionDeclarations() {}

  /**
   * Returns what is to be read before a program; "" for nothing.
   *
   * @param texts the program's source, its headers, its macros' definitions
   */
  static String of(Collection<String> texts) {
    StringBuilder declarations = new StringBuilder();
    boolean any = FROM_ELSEWHERE.stream().anyMatch(w -> contains(texts, w));
    for (Part part : PARTS) {
      if (any || contains(texts, part.word())) {
        declarations.append(new String(Library.resource(part.file()), StandardCharsets.UTF_8));
      }
    }
    if (any || contains(texts, PRAGMA)) {
      declarations.append(KNOWN);
    }
    return declarations.toString();
  }

  /**
   * Returns more arguments of clang. Extensions that it does not allow in OpenCL C 1.x it takes for
   * unsupported, which is no error then ({@link WrongWarnings}).
   */
  static List<String> arguments(OpenClVersion version, Collection<String> texts) {
    boolean early = version.compareTo(OpenClVersion.CL2_0) < 0;
    boolean any = FROM_ELSEWHERE.stream().anyMatch(w -> contains(texts, w));
    return early && (any || contains(texts, PRAGMA))
        ? List.of("-Wno-error=ignored-pragmas")
        : List.of();
  }

  private static boolean contains(Collection<String> texts, String word) {
    return texts.stream().anyMatch(t -> t.contains(word));
  }
}
