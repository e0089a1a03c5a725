package dev.barnacle.icd.internal;

import dev.barnacle.llvm.Clang;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles the C half of the driver with the clang and lld that Barnacle carries. */
public final class ShimCompiler {
  private static final String SOURCE = "shim.c";

  private ShimCompiler() {}

  /** Returns all that the result depends on. */
  public static String inputs() {
    return source() + Entries.header() + Clang.version() + target();
  }

  private static String source() {
    try (InputStream in = ShimCompiler.class.getResourceAsStream(SOURCE)) {
      if (in == null) {
        throw new IllegalStateException(SOURCE + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String target() {
    String os = System.getProperty("os.name", "");
    if (!os.equals("Linux")) {
      throw new IllegalStateException("Barnacle is an OpenCL driver on Linux only, not on " + os);
    }
    return switch (System.getProperty("os.arch", "")) {
      case "amd64", "x86_64" -> "x86_64-unknown-linux-gnu";
      case "aarch64" -> "aarch64-unknown-linux-gnu";
      case String other ->
          throw new IllegalStateException(
              "Barnacle is an OpenCL driver on x86-64 and AArch64 only, not on " + other);
    };
  }

  /**
   * Compiles it.
   *
   * @param library the shared library to make
   * @throws IOException if a file cannot be written
   * @throws IllegalStateException if it does not compile
   */
  public static void compile(Path library) throws IOException {
    Clang clang = Clang.locate();
    Path folder = Files.createTempDirectory(library.resolveSibling("."), "shim");
    Path header = folder.resolve("entries.h");
    Path object = folder.resolve("shim.o");
    try {
      Files.writeString(header, Entries.header());
      check(
          clang.run(
              List.of(
                  "--target=" + target(),
                  "-std=c11",
                  "-ffreestanding",
                  "-O2",
                  "-fPIC",
                  "-fno-stack-protector",
                  "-nostdinc",
                  "-Wall",
                  "-Werror",
                  "-I" + folder,
                  "-c",
                  "-x",
                  "c",
                  "-",
                  "-o",
                  object.toString()),
              source().getBytes(StandardCharsets.UTF_8)));
      check(
          clang.link(
              List.of(
                  "-shared",
                  "-Bsymbolic",
                  "-soname",
                  "libbarnacle-icd.so",
                  "-z",
                  "nodelete", // a JVM cannot be unloaded
                  "-z",
                  "now",
                  object.toString(),
                  "-o",
                  library.toString())));
    } finally {
      Files.deleteIfExists(header);
      Files.deleteIfExists(object);
      Files.delete(folder);
    }
  }

  private static void check(Clang.Result result) {
    if (result.status() != 0) {
      throw new IllegalStateException("the driver's shim does not compile: " + result.messages());
    }
  }
}
