package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools that look at a C program's memory and threads say nothing of the driver. */
class GuestToolsTest extends GuestPrograms {
  private static final Path GUIDE = Path.of("../docs/guide").toAbsolutePath().normalize();

  @ParameterizedTest
  @CsvSource({
    "address, ASAN_OPTIONS, detect_leaks=0",
    "thread, TSAN_OPTIONS, die_after_fork=0:suppressions=tsan.supp",
    "undefined, UBSAN_OPTIONS, halt_on_error=1"
  })
  void sanitizers(String name, String variable, String value) throws Exception {
    Path program = CPrograms.compiled("vector_add", List.of("-fsanitize=" + name));
    String options = value.replace("tsan.supp", GUIDE.resolve("tsan.supp").toString());
    Result result = shell(program, "exec $P", variable, options);
    Assumptions.assumeFalse(
        result.messages().contains("unexpected memory mapping"),
        "this system's address space has no room for the sanitizer's");
    assertEquals("", result.messages());
    assertEquals(0, result.status());
  }

  /** Takes a quarter of a minute of processor time, so it is for the night's build. */
  @Test
  void valgrind() throws Exception {
    Assumptions.assumeTrue(
        Boolean.getBoolean("barnacle.test.everything"), "barnacle.test.everything is not given");
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/valgrind")), "valgrind is not installed");
    Path program = CPrograms.compiled("vector_add", List.of());
    String check =
        "exec valgrind -q --error-exitcode=9 --suppressions="
            + GUIDE.resolve("barnacle.supp")
            + " $P";
    Result result = shell(program, check, "BARNACLE_JAVA_OPTS", "-Xint");
    assertEquals("", result.messages());
    assertEquals(0, result.status());
  }
}
