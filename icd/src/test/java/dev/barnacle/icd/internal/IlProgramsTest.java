package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that give modules of SPIR-V to the driver, in C and in Python. */
class IlProgramsTest {
  private static final Path SOURCES =
      Path.of("src/test/resources/dev/barnacle/icd").toAbsolutePath();

  @TempDir private Path folder = Path.of("");

  private String run(String... command) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("OCL_ICD_VENDORS", Shim.driver().vendors() + "/");
    int status = builder.start().waitFor();
    assertEquals(0, status, Files.readString(err));
    return Files.readString(out);
  }

  @Test
  void modulesAreSpecialisedLinkedAndKept() throws Exception {
    Shim.get();
    assertEquals(
        """
        k: 6 8 10 12
        k: 21100 21102 21104 21106
        c: 11 3 9 109
        k: 21100 21102 21104 21106
        named
        """,
        run(CPrograms.compiled("il", List.of()).toString()));
  }

  /** Returns a Python of the system's search path that has a module: the first may be another. */
  private static Optional<String> pythonWith(String module) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "python3"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .filter(python -> has(python, module))
        .findFirst();
  }

  private static boolean has(String command, String module) {
    try {
      Process python =
          new ProcessBuilder(command, "-c", "import " + module).redirectErrorStream(true).start();
      byte[] unused = python.getInputStream().readAllBytes();
      return python.waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  @Test
  void pyOpenClTakesModules() throws Exception {
    Optional<String> python = pythonWith("pyopencl");
    assumeTrue(python.isPresent(), "PyOpenCL is not installed (Debian: python3-pyopencl)");
    Shim.get();
    String out = run(python.get(), SOURCES.resolve("il.py").toString(), SOURCES + "/il.c");
    assertEquals("6 8 10 12\n", out);
  }
}
