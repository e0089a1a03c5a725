package dev.barnacle.cli.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A coverage-guided fuzzer of JSON and launch files: each text is read, or refused with the
 * declared exception at a place.
 */
final class LaunchFuzzTest {
  static Stream<byte[]> seeds() throws IOException {
    return Seeds.files(
        ".json",
        Path.of("../examples"),
        Path.of("../examples/explore"),
        Path.of("../campaigns/found"));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "5m")
  void isReadOrRefused(byte[] data) {
    try {
      String text = new String(data, StandardCharsets.UTF_8);
      LaunchSpec unused =
          LaunchFile.of("t.json", JsonReader.read("t.json", text).asObject(), Path.of("none"));
    } catch (InputException e) {
      if (!e.diagnostic().matches("(?s)t\\.json:\\d+:\\d+: error: .*")) {
        throw new AssertionError("an error without a place: " + e.diagnostic(), e);
      }
    }
  }
}
