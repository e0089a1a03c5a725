package dev.barnacle.bench.internal.first;

import dev.barnacle.command.input.InputException;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.clang.NativeC;
import dev.barnacle.llvm.machine.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The C programs, compiled and linked by the clang and lld that Barnacle carries. They use the
 * machine's C library, though there may be neither its headers nor what programs are linked with:
 * its names are left to the dynamic linker.
 *
 * @param folder a temporary folder that holds them, and whatever else is put there
 */
record CPrograms(Path folder) implements AutoCloseable {
  private static final List<String> SOURCES =
      List.of("system.h", "clock.c", "opencl.h", "start.c", "runner.c", "program.c");

  /** Programs name these; dlopen is in the second where the C library is older than 2.34. */
  private static final List<String> LIBRARIES = List.of("libc.so.6", "libdl.so.2");

  /**
   * Compiles them.
   *
   * @throws InputException if they can't be on this machine
   */
  static CPrograms compile() {
    return compile(
        NativeC.target()
            .orElseThrow(
                () ->
                    new InputException(
                        "bench --first-second is for Linux on x86-64 and AArch64 only")));
  }

  /** Compiles them for one of {@link NativeC#targets}. */
  static CPrograms compile(String target) {
    try {
      CPrograms programs = new CPrograms(Files.createTempDirectory("barnacle-first-"));
      try {
        programs.make(target);
      } catch (IOException | RuntimeException e) {
        programs.close();
        throw e;
      }
      return programs;
    } catch (IOException e) {
      throw new InputException("cannot write the programs of the bench: " + e.getMessage());
    }
  }

  Path runner() {
    return folder.resolve("runner");
  }

  Path program() {
    return folder.resolve("program");
  }

  private void make(String target) throws IOException {
    for (String name : SOURCES) {
      Files.writeString(folder.resolve(name), resource(name));
    }
    Files.writeString(folder.resolve("nothing.c"), "\n");
    for (String name : List.of("start", "runner", "program", "nothing")) {
      List<String> options = new ArrayList<>(NativeC.options(target));
      options.addAll(List.of("-c", path(name + ".c"), "-o", path(name + ".o")));
      check(Clang.locate().run(options, new byte[0]));
    }
    for (String library : LIBRARIES) {
      link("-shared", "-soname", library, path("nothing.o"), "-o", path(library));
    }
    for (String name : List.of("runner", "program")) {
      List<String> options = new ArrayList<>(List.of("-pie", "--no-as-needed"));
      options.add("--dynamic-linker=" + Machine.ofTriple(target).dynamicLinker());
      options.add("--unresolved-symbols=ignore-all");
      options.addAll(List.of(path("start.o"), path(name + ".o")));
      LIBRARIES.forEach(library -> options.add(path(library)));
      options.addAll(List.of("-o", path(name)));
      link(options.toArray(String[]::new));
    }
  }

  private static void link(String... options) {
    check(Clang.locate().link(List.of(options)));
  }

  private static void check(Clang.Result result) {
    if (result.status() != 0) {
      throw new IllegalStateException(
          "the programs of the bench do not compile: " + result.messages());
    }
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = CPrograms.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Deletes the folder. */
  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new InputException("cannot delete " + folder + ": " + e.getMessage());
    }
  }
}
