package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.icd.samples.NegatingKernels;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C programs that call Java: Barnacle's built-in kernels and some of the program's own. */
class BuiltInGuestTest extends GuestPrograms {
  private static final String VARIABLE = "BARNACLE_BUILT_IN_KERNELS";
  private static final String SERVICE = "META-INF/services/dev.barnacle.cl.BuiltInKernels";

  @TempDir private Path classes = Path.of("");

  /** Makes a folder with the service alone, as a program has it in a jar. */
  private String service() throws Exception {
    String name = NegatingKernels.class.getName().replace('.', '/') + ".class";
    try (InputStream in =
        Objects.requireNonNull(NegatingKernels.class.getClassLoader().getResourceAsStream(name))) {
      Files.createDirectories(classes.resolve(name).getParent());
      Files.copy(in, classes.resolve(name));
    }
    Files.createDirectories(classes.resolve(SERVICE).getParent());
    Files.writeString(classes.resolve(SERVICE), NegatingKernels.class.getName() + "\n");
    return classes.toString();
  }

  @Test
  void sortsThroughTheDriver() throws Exception {
    assertEquals(
        new Result(0, "barnacle_sort_int: 0 0\n0 1 999\n", ""),
        shell("built_in", "exec $P barnacle_sort_int"));
    assertEquals(
        new Result(0, "barnacle_sort_int: 0 0\n0 1 999\n", ""),
        shell("built_in", "exec $P barnacle_sort_int", "BARNACLE_ENGINE", "watch"));
  }

  @Test
  void runsTheProgramsOwnAndTheirExceptionsAreErrors() throws Exception {
    String names = "'barnacle_sort_int;negate;fail;overflow'";
    String output =
        "barnacle_sort_int: 0 0\nnegate: 0 0\nfail: -14 -5\noverflow: -14 -5\n0 -1 -999\n";
    assertEquals(
        new Result(0, output, ""), shell("built_in", "exec $P " + names, VARIABLE, service()));
    Result told =
        shell(
            "built_in",
            "exec $P " + names,
            VARIABLE,
            "/nonexistent.jar" + File.pathSeparator + classes,
            "BARNACLE_DEBUG",
            "1");
    assertEquals(output, told.output());
    for (String line :
        new String[] {
          "barnacle: BARNACLE_BUILT_IN_KERNELS: /nonexistent.jar: cannot be read",
          "built-in kernel 'fail' failed: java.lang.IllegalStateException: not today"
        }) {
      assertTrue(told.messages().contains(line), told::toString);
    }
  }
}
