package dev.barnacle.icd.internal;

import dev.barnacle.llvm.Clang;
import dev.barnacle.llvm.NativeC;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compiles the C half of the driver with the clang and lld that Barnacle carries. */
public final class ShimCompiler {
  private static final String SOURCE = "shim.c";
  private static final String HEADER = "entries.h";

  private static final List<String> LINK =
      List.of(
          "-shared",
          "-Bsymbolic",
          "-soname",
          "libbarnacle-icd.so",
          "-z",
          "nodelete", // a JVM cannot be unloaded
          "-z",
          "now");

  private ShimCompiler() {}

  /** Returns all that the result depends on. */
  public static String inputs() {
    return source() + Entries.header() + Clang.version() + NativeC.options(target()) + LINK;
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
    return NativeC.target()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Barnacle is an OpenCL driver on Linux on x86-64 and AArch64 only, not on "
                        + System.getProperty("os.name", "")
                        + " on "
                        + System.getProperty("os.arch", "")));
  }

  /**
   * Compiles it.
   *
   * @param library the shared library to make
   * @throws IOException if a file cannot be written
   * @throws IllegalStateException if it does not compile
   */
  public static void compile(Path library) throws IOException {
    Path folder = Files.createTempDirectory(library.resolveSibling("."), "shim");
    try {
      Path object = folder.resolve("shim.o");
      compile(object, NativeC.options(target()));
      List<String> link = new ArrayList<>(LINK);
      link.addAll(List.of(object.toString(), "-o", library.toString()));
      check(Clang.locate().link(link));
    } finally {
      Files.deleteIfExists(folder.resolve("shim.o"));
      Files.deleteIfExists(folder.resolve(HEADER));
      Files.delete(folder);
    }
  }

  /** Compiles it to an object file, beside which it leaves the header. */
  static void compile(Path object, List<String> options) throws IOException {
    Path header = object.resolveSibling(HEADER);
    Files.writeString(header, Entries.header());
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-I" + header.getParent(), "-c", "-x", "c", "-"));
    arguments.addAll(List.of("-o", object.toString()));
    check(Clang.locate().run(arguments, source().getBytes(StandardCharsets.UTF_8)));
  }

  private static void check(Clang.Result result) {
    if (result.status() != 0) {
      throw new IllegalStateException("the driver's shim does not compile: " + result.messages());
    }
  }
}
