package dev.barnacle.cli.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A coverage-guided fuzzer of models, from the text to the plan: each text is compiled, or refused
 * with the declared exception at a place.
 */
final class CatFuzzTest {
  static Stream<byte[]> seeds() throws IOException {
    return Seeds.files(".cat", Path.of("../model/src/main/resources/dev/barnacle/model"));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "5m")
  void isCompiledOrRefused(byte[] data) {
    try {
      Model.parse("m", "m.cat", new String(data, StandardCharsets.UTF_8));
    } catch (ModelException e) {
      if (e.line() < 1 || e.column() < 1) {
        throw new AssertionError("an error without a place: " + e.getMessage(), e);
      }
    }
  }
}
