package dev.barnacle.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes programs start fast is kept small, and what was used last is kept. */
class StartFoldersTest {
  private static final int BYTES = 1000;

  @TempDir private Path cache = Path.of("");

  /** Makes a folder that was last used some seconds after a certain time. */
  private Path folder(String name, String file, long seconds) throws IOException {
    Path folder = Files.createDirectories(cache.resolve(name));
    Files.write(folder.resolve(file), new byte[BYTES]);
    Files.setLastModifiedTime(folder, FileTime.from(Instant.ofEpochSecond(1_000_000 + seconds)));
    return folder;
  }

  private List<String> left() throws IOException {
    try (Stream<Path> all = Files.walk(cache)) {
      return all.filter(Files::isRegularFile)
          .map(cache::relativize)
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  @Test
  void whatWasUsedLongestAgoGoes() throws IOException {
    Path old = folder("start/a1/opt/old/lib", "icd.aot", 1);
    folder("start/a1/opt/new/lib", "run.aot", 3);
    folder("icd-0123", "barnacle-icd.aot", 2);
    StartFolders.trim(cache, 2 * BYTES);
    assertEquals(List.of("icd-0123/barnacle-icd.aot", "start/a1/opt/new/lib/run.aot"), left());
    assertFalse(Files.exists(old.getParent()), "a folder that is empty stays");
    StartFolders.trim(cache, BYTES);
    assertEquals(List.of("start/a1/opt/new/lib/run.aot"), left());
  }

  @Test
  void theNewestStaysHoweverLarge() throws IOException {
    folder("start/a1/opt/lib", "check.options", 1);
    StartFolders.trim(cache, 0);
    assertEquals(List.of("start/a1/opt/lib/check.options"), left());
  }

  @Test
  void whatIsSmallEnoughIsLeftAloneAndSoIsWhatIsNotForAStart() throws IOException {
    folder("start/a1/opt/lib", "icd.aot", 1);
    folder("compile", "library", 0);
    StartFolders.trim(cache, BYTES);
    assertEquals(2, left().size());
    StartFolders.trim(cache.resolve("nowhere"), 0);
    assertTrue(Files.exists(cache));
  }
}
