package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.icd.DriverLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs C programs that use the driver through the system's loader, in a folder of their own. */
abstract class GuestPrograms {
  private static final String LOADER = "libOpenCL.so.1";
  protected static final int KILLED = 128;

  private static DriverLibrary driver;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void needsALoader() {
    Shim.get();
    try {
      SymbolLookup loader = SymbolLookup.libraryLookup(LOADER, Arena.global());
      assertTrue(loader.find("clGetPlatformIDs").isPresent());
    } catch (IllegalArgumentException e) {
      Assumptions.abort("no OpenCL loader (" + LOADER + ") is installed");
    }
    driver = Shim.driver();
  }

  /** What a program leaves. */
  protected record Result(int status, String output, String messages) {}

  private static String resource(String name) throws IOException {
    return Files.readString(Path.of("src/test/resources/dev/barnacle/icd", name));
  }

  protected final Path compiled(String name, List<String> options) throws Exception {
    Path program = folder.resolve(name);
    Path source = folder.resolve(name + ".c");
    Files.writeString(source, resource("opencl.h") + resource(name + ".c"));
    List<String> command = new ArrayList<>(List.of("gcc", "-w", "-D_GNU_SOURCE"));
    command.addAll(options);
    command.addAll(List.of("-o", program.toString(), source.toString()));
    command.addAll(List.of("-l:" + LOADER, "-lm", "-lpthread"));
    try {
      Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, gcc.waitFor(), text);
    } catch (IOException e) {
      Assumptions.abort("gcc is not installed: " + e.getMessage());
    }
    return program;
  }

  /** Runs a line of bash in which {@code $P} is a compiled program. */
  protected final Result shell(String name, String line, String... environment) throws Exception {
    return shell(compiled(name, List.of()), line, environment);
  }

  /** Runs a program that was compiled before; the shell knows it as {@code $P}. */
  protected final Result shell(Path program, String line, String... environment) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -c 0; " + line));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("P", program.toString());
    builder.environment().put("OCL_ICD_VENDORS", driver.vendors() + "/");
    builder.environment().remove("BARNACLE_DEBUG");
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    Process process = builder.start();
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return new Result(process.waitFor(), Files.readString(out), Files.readString(err));
  }
}
