package dev.barnacle.frontend.internal.clang;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The OpenCL C library as the build left it among the resources. */
final class Library {
  static final String BITCODE = "library.bc";
  static final String VERSION = "library.version";

  private static final String FOLDER = "/dev/barnacle/frontend/opencl/";

  private Library() {}

  private static final class Version {
    static final String TEXT = new String(resource(VERSION), StandardCharsets.UTF_8);
  }

  private static final class Bitcode {
    static final byte[] BYTES = resource(BITCODE);
  }

  /** A sum over all that the library's bitcode depends on. */
  static String version() {
    return Version.TEXT;
  }

  /** The bitcode; not to be written to. */
  static byte[] bitcode() {
    return Bitcode.BYTES;
  }

  private static byte[] resource(String name) {
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
