package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/** C programs of the tests, each compiled once for all tests that run it. */
final class CPrograms {
  /** The loader's library. */
  static final String LOADER = "libOpenCL.so.1";

  private static final Path LESSONS = Path.of("../examples/check/programs");
  private static final Path FOLDER = Path.of("target/c-programs").toAbsolutePath();
  private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();

  private CPrograms() {}

  /** Returns a program; the test is skipped where there is no gcc. */
  static Path compiled(String name, List<String> options) {
    return COMPILED.computeIfAbsent(
        name + String.join("", options),
        key -> compile(name, options, FOLDER.resolve(key.replace('=', '-'))));
  }

  private static Path compile(String name, List<String> options, Path folder) {
    Path program = folder.resolve(name);
    try {
      Path source = Files.createDirectories(folder).resolve(name + ".c");
      Files.writeString(source, resource("opencl.h") + resource(name + ".c"));
      List<String> command = new ArrayList<>(List.of("gcc", "-w", "-D_GNU_SOURCE"));
      command.addAll(options);
      command.addAll(List.of("-o", program.toString(), source.toString()));
      command.addAll(List.of("-l:" + LOADER, "-lm", "-lpthread"));
      Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, gcc.onExit().join().exitValue(), text);
    } catch (IOException e) {
      Assumptions.abort("gcc is not installed: " + e.getMessage());
    }
    return program;
  }

  private static String resource(String name) {
    try {
      Path lesson = LESSONS.resolve(name);
      Path own = Path.of("src/test/resources/dev/barnacle/icd", name);
      return Files.readString(Files.exists(lesson) ? lesson : own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
