package dev.barnacle.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files by name that many processes share. */
class BlobStoreTest {
  private static final int MOST = 1 << 20;

  @TempDir private Path folder;

  private long bytes() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @Test
  void whatIsWrittenIsReadAgainAndWhatIsBrokenIsGone() throws IOException {
    BlobStore store = new BlobStore(folder, MOST);
    store.write("a", new byte[] {1, 2, 3});
    assertArrayEquals(new byte[] {1, 2, 3}, new BlobStore(folder, MOST).read("a").orElseThrow());
    byte[] broken = Files.readAllBytes(folder.resolve("a"));
    broken[broken.length - 1] ^= 1;
    Files.write(folder.resolve("a"), broken);
    assertTrue(store.read("a").isEmpty());
    assertTrue(Files.notExists(folder.resolve("a")));
  }

  /** Each process looks at the folder too seldom by itself, and all of them often enough. */
  @Test
  void manyProcessesThatWriteLittleKeepTheFolderSmall() throws IOException {
    for (int process = 0; process < 1500; process++) {
      new BlobStore(folder, MOST).write("file " + process, new byte[2048]);
    }
    long bytes = bytes();
    assertTrue(bytes > MOST / 2 && bytes < MOST + MOST / 2, "bytes: " + bytes);
  }
}
