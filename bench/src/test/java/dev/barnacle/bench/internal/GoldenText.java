package dev.barnacle.bench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of what is written here, which tests of the command line read; {@code -Dgolden.update=true}
 * writes them.
 */
public final class GoldenText {
  private static final Path FOLDER =
      Path.of("src", "test", "resources", "dev", "barnacle", "bench", "internal");

  private GoldenText() {}

  /** Asserts that a file has this text. */
  public static void assertText(String name, String text) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, text);
    }
    assertEquals(Files.readString(file), text, name);
  }
}
