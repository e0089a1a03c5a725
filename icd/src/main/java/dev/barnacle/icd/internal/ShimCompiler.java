package dev.barnacle.icd.internal;

import dev.barnacle.cl.Platform;
import dev.barnacle.icd.internal.record.RecordHeader;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.clang.NativeC;
import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.simd.NativeThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compiles the C half of the driver with the clang and lld that Barnacle carries. */
public final class ShimCompiler {
  /** The threads, which are those of the engine {@code simd}. */
  private static final String POOL = "pool.c";

  /** The first of them includes the others. */
  static final List<String> SOURCES =
      List.of(
          "shim.c",
          "system.h",
          POOL,
          "records.h",
          "threads.c",
          "faults.c",
          "guest.c",
          "processes.c",
          "jvm.c",
          "places.c",
          "settings.c",
          "training.c",
          "twins.c",
          "answers.c",
          "workers.c",
          "arguments.c",
          "events.c",
          "waiting.c",
          "launch.c");

  private static final String ENTRIES = "entries.h";

  private static final String LAYOUTS = "layouts.h";

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
    StringBuilder text = new StringBuilder();
    SOURCES.forEach(name -> text.append(source(name)));
    return text
        + header()
        + RecordHeader.text()
        + Clang.version()
        + NativeC.options(target())
        + LINK;
  }

  private static String header() {
    return Entries.header() + "#define BARNACLE_VERSION \"" + Platform.release() + "\"\n";
  }

  /** Returns the text of one of them. */
  static String source(String name) {
    if (name.equals(POOL)) {
      return NativeThreads.source();
    }
    try (InputStream in = ShimCompiler.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
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
                        + Machine.hostArchitecture()));
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
      Files.deleteIfExists(folder.resolve(ENTRIES));
      Files.deleteIfExists(folder.resolve(LAYOUTS));
      for (String name : SOURCES) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.delete(folder);
    }
  }

  /** Compiles it to an object file, beside which it leaves the sources. */
  static void compile(Path object, List<String> options) throws IOException {
    Files.writeString(object.resolveSibling(ENTRIES), header());
    Files.writeString(object.resolveSibling(LAYOUTS), RecordHeader.text());
    for (String name : SOURCES) {
      Files.writeString(object.resolveSibling(name), source(name));
    }
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-I" + object.toAbsolutePath().getParent(), "-c"));
    arguments.add(object.resolveSibling(SOURCES.getFirst()).toString());
    arguments.addAll(List.of("-o", object.toString()));
    check(Clang.locate().run(arguments, new byte[0]));
  }

  private static void check(Clang.Result result) {
    if (result.status() != 0) {
      throw new IllegalStateException("the driver's shim does not compile: " + result.messages());
    }
  }
}
