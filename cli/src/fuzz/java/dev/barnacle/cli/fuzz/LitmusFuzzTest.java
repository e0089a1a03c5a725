package dev.barnacle.cli.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A coverage-guided fuzzer of litmus tests, from the text to the lowered threads: each text is
 * read, or refused with the declared exception at a place.
 */
final class LitmusFuzzTest {
  static Stream<byte[]> seeds() throws IOException {
    return Seeds.files(
        ".litmus",
        Path.of("../examples/litmus"),
        Path.of("../frontend/src/test/resources/dev/barnacle/frontend/litmus/bad"));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "5m")
  void isReadOrRefused(byte[] data) {
    try {
      LitmusReader.parse("t.litmus", new String(data, StandardCharsets.UTF_8));
    } catch (FrontendException e) {
      for (Diagnostic d : e.diagnostics()) {
        if (d.line() < 1 || d.column() < 1 || d.message().isEmpty()) {
          throw new AssertionError("an error without a place: " + e.getMessage(), e);
        }
      }
    }
  }
}
