package dev.barnacle.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Golden files: what a test is expected to give stands in a file beside its input. With
 * -Dgolden.update=true the tests write the files instead of comparing.
 */
public final class Golden {
  private static final Path SOURCES = Path.of("src", "test", "resources", "dev", "barnacle", "ir");

  private Golden() {}

  /** Returns the golden files of a folder whose names end in {@code suffix}, sorted. */
  public static List<String> names(String folder, String suffix) {
    try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .map(name -> name.substring(0, name.length() - suffix.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of a golden file. */
  public static String read(String folder, String name) {
    String resource = folder + "/" + name;
    try (InputStream in = Golden.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no golden file " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asserts that the golden file says {@code actual}. */
  public static void check(String folder, String name, String actual) {
    if (Boolean.getBoolean("golden.update")) {
      try {
        Files.createDirectories(SOURCES.resolve(folder));
        Files.writeString(SOURCES.resolve(folder).resolve(name), actual);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return;
    }
    assertEquals(read(folder, name), actual, folder + "/" + name);
  }
}
