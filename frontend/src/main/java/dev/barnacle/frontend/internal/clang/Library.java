package dev.barnacle.frontend.internal.clang;

import dev.barnacle.store.BuildId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The OpenCL C library as the build left it among the resources: parts of bitcode, and an index
 * whose lines are the names in each part.
 */
final class Library {
  static final String INDEX = "library.index";
  static final String VERSION = "library.version";

  private static final String FOLDER = "/dev/barnacle/frontend/opencl/";

  private static final Map<Integer, byte[]> PARTS = new ConcurrentHashMap<>();

  private Library() {}

  private static final class Version {
    static final String TEXT =
        BuildId.known().orElseGet(() -> new String(resource(VERSION), StandardCharsets.UTF_8));
  }

  private static final class Index {
    static final List<String> LINES =
        new String(resource(INDEX), StandardCharsets.UTF_8).lines().toList();
    static final Map<String, Integer> PART_OF = partOf();

    private static Map<String, Integer> partOf() {
      Map<String, Integer> parts = new HashMap<>();
      for (int i = 0; i < LINES.size(); i++) {
        for (String name : LINES.get(i).split(" ", -1)) {
          parts.put(name, i);
        }
      }
      return parts;
    }
  }

  /** A sum over all that the library's bitcode depends on, and more where the build is known. */
  static String version() {
    return Version.TEXT;
  }

  /** The bitcode of all parts; not to be written to. */
  static List<byte[]> parts() {
    return part(new TreeSet<>(Index.PART_OF.values()));
  }

  /**
   * The bitcode of the parts that have these functions; not to be written to.
   *
   * @param functions by the names that clang gives them; those that the library lacks are passed
   *     over
   */
  static List<byte[]> partsWith(Collection<String> functions) {
    TreeSet<Integer> numbers = new TreeSet<>();
    for (String function : functions) {
      Integer number = Index.PART_OF.get(nameOf(function));
      if (number != null) {
        numbers.add(number);
      }
    }
    return part(numbers);
  }

  private static List<byte[]> part(Collection<Integer> numbers) {
    return numbers.stream()
        .map(n -> Objects.requireNonNull(PARTS.computeIfAbsent(n, k -> resource(partFile(k)))))
        .toList();
  }

  /** The file of a part, beside the index. */
  static String partFile(int number) {
    return "library-" + number + ".bc";
  }

  /** The name that a function has in OpenCL C: without its parameters' types if it is mangled. */
  static String nameOf(String function) {
    if (!function.startsWith("_Z")) {
      return function;
    }
    int at = 2;
    int length = 0;
    while (at < function.length() && Character.isDigit(function.charAt(at))) {
      length = length * 10 + Character.digit(function.charAt(at), 10);
      at++;
      if (length > function.length()) {
        return function;
      }
    }
    return at + length <= function.length() ? function.substring(at, at + length) : function;
  }

  /** Returns a file of the library. */
  static byte[] resource(String name) {
    try (InputStream in = Library.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException(
            "the OpenCL C library is not built: no "
                + FOLDER
                + name
                + " among the resources (mvn process-classes makes it)");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
