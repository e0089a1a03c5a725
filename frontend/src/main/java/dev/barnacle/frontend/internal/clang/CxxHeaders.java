package dev.barnacle.frontend.internal.clang;

import dev.barnacle.store.Blake3Sum;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The headers of C++ for OpenCL: what kernels use of the C++ library, in namespace {@code std}. The
 * names of files and of what is about address spaces are those of libclcxx, Khronos' library.
 */
final class CxxHeaders {
  private static final String FOLDER = "/dev/barnacle/frontend/cxx/";

  private static final List<String> NAMES =
      List.of(
          "opencl_type_traits", "opencl_utility", "opencl_limits", "opencl_array", "opencl_memory");

  private CxxHeaders() {}

  /** Read when they are first needed. */
  private static final class Texts {
    static final Map<String, byte[]> BY_NAME = read();
    static final String SUM = sum();

    private static Map<String, byte[]> read() {
      Map<String, byte[]> texts = new LinkedHashMap<>();
      for (String name : NAMES) {
        try (InputStream in = CxxHeaders.class.getResourceAsStream(FOLDER + name)) {
          if (in == null) {
            throw new IllegalStateException("no header " + name + " among the resources");
          }
          texts.put(name, in.readAllBytes());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return texts;
    }

    private static String sum() {
      Blake3Sum sum = new Blake3Sum();
      BY_NAME.forEach((name, text) -> sum.add(name).add(text));
      return sum.hex();
    }
  }

  /** Returns a sum of all of them. */
  static String version() {
    return Texts.SUM;
  }

  /** Writes them into a folder that is there. */
  static void write(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> header : Texts.BY_NAME.entrySet()) {
      Files.write(folder.resolve(header.getKey()), header.getValue());
    }
  }
}
