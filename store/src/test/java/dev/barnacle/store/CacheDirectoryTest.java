package dev.barnacle.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheDirectoryTest {
  private static Properties linux() {
    Properties properties = new Properties();
    properties.setProperty("os.name", "Linux");
    properties.setProperty("user.home", Path.of("home").toAbsolutePath().toString());
    return properties;
  }

  @Test
  void theOwnVariableWins(@TempDir Path folder) {
    Map<String, String> environment =
        Map.of("BARNACLE_CACHE", folder.toString(), "XDG_CACHE_HOME", "/elsewhere");
    assertEquals(folder.toAbsolutePath(), CacheDirectory.locate(environment, linux()));
  }

  @Test
  void thenTheXdgFolder(@TempDir Path folder) {
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", folder.toAbsolutePath().toString());
    assertEquals(
        folder.toAbsolutePath().resolve("barnacle"), CacheDirectory.locate(environment, linux()));
  }

  @Test
  void thenTheHome() {
    Path expected = Path.of("home").toAbsolutePath().resolve(".cache").resolve("barnacle");
    assertEquals(expected, CacheDirectory.locate(Map.of(), linux()));
    assertEquals(expected, CacheDirectory.locate(Map.of("XDG_CACHE_HOME", "relative"), linux()));
  }

  /** The system's idea of the home is another than HOME for service accounts and under sudo. */
  @Test
  void homeIsWhatTheEnvironmentSays(@TempDir Path folder) {
    Path home = folder.toAbsolutePath();
    assertEquals(
        home.resolve(".cache").resolve("barnacle"),
        CacheDirectory.locate(Map.of("HOME", home.toString()), linux()));
    assertEquals(
        CacheDirectory.locate(Map.of(), linux()),
        CacheDirectory.locate(Map.of("HOME", "relative"), linux()));
  }

  @Test
  void writingReplacesAndLeavesNothingElse(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("sub").resolve("f");
    CacheDirectory.write(file, new byte[] {1});
    CacheDirectory.write(file, new byte[] {2, 3});
    assertArrayEquals(new byte[] {2, 3}, Files.readAllBytes(file));
    try (Stream<Path> all = Files.list(folder.resolve("sub"))) {
      assertEquals(1, all.count());
    }
    assertThrows(IOException.class, () -> CacheDirectory.write(folder, new byte[0]));
  }
}
