package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.icd.DriverLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs C programs that use the driver through the system's loader, each in a folder of its own,
 * beside each other.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class GuestPrograms {
  protected static final int KILLED = 128;

  private static DriverLibrary driver;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void needsALoader() {
    Shim.get();
    try {
      SymbolLookup loader = SymbolLookup.libraryLookup(CPrograms.LOADER, Arena.global());
      assertTrue(loader.find("clGetPlatformIDs").isPresent());
    } catch (IllegalArgumentException e) {
      Assumptions.abort("no OpenCL loader (" + CPrograms.LOADER + ") is installed");
    }
    driver = Shim.driver();
  }

  /** What a program leaves. */
  protected record Result(int status, String output, String messages) {}

  /** Runs a line of bash in which {@code $P} is a compiled program. */
  protected final Result shell(String name, String line, String... environment) throws Exception {
    return shell(CPrograms.compiled(name, List.of()), line, environment);
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
