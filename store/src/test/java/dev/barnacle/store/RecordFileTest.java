package dev.barnacle.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void file() {
    file = folder.resolve("one");
  }

  /** The file as another process sees it. */
  private RecordFile records() {
    return new BlobStore(folder, 1 << 26).records("one");
  }

  private static byte[] value(int length) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) length);
    return value;
  }

  @Test
  void whatIsAddedIsReadByOthersAndOnce() {
    RecordFile here = records();
    assertFalse(here.has("a"));
    assertTrue(here.add("a", value(3)));
    assertTrue(here.add("b \u00e9", value(0)));
    RecordFile there = records();
    assertTrue(there.has("a"));
    assertArrayEquals(value(3), there.take("a").orElseThrow());
    assertFalse(there.has("a"));
    assertArrayEquals(value(0), there.take("b \u00e9").orElseThrow());
    assertEquals(Optional.empty(), there.take("c"));
  }

  @Test
  void whatAnotherProcessAddsMeanwhileIsFound() {
    RecordFile here = records();
    here.add("a", value(1));
    RecordFile there = records();
    assertTrue(there.has("a"));
    here.add("b", value(2));
    there.add("c", value(3));
    here.add("a", value(4));
    assertFalse(there.has("b"), "nobody has looked");
    assertArrayEquals(value(2), there.take("b").orElseThrow());
    assertArrayEquals(value(4), there.take("a").orElseThrow(), "the last one counts");
    assertArrayEquals(value(3), here.take("c").orElseThrow());
  }

  @Test
  void afterABrokenRecordTheFileIsDeletedAndWhatWasBeforeItIsUsed() throws IOException {
    records().add("a", value(10));
    long first = Files.size(file);
    records().add("b", value(20));
    byte[] whole = Files.readAllBytes(file);
    for (int at = (int) first; at < whole.length; at++) {
      byte[] broken = whole.clone();
      broken[at] ^= 4;
      Files.write(file, broken);
      RecordFile here = records();
      assertTrue(here.take("a").isPresent());
      Optional<byte[]> b = here.take("b");
      assertTrue(b.isEmpty(), "byte " + at);
      assertFalse(Files.exists(file), "byte " + at);
      here.add("b", value(20));
      assertArrayEquals(value(20), records().take("b").orElseThrow(), "byte " + at);
    }
  }

  @Test
  void aRecordThatIsNotWholeYetIsAbsent() throws IOException {
    records().add("a", value(10));
    int first = (int) Files.size(file);
    records().add("b", value(20));
    byte[] whole = Files.readAllBytes(file);
    for (int length = first; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      RecordFile here = records();
      assertTrue(here.has("a"));
      assertFalse(here.has("b"));
      Files.write(file, whole);
      assertArrayEquals(value(20), here.take("b").orElseThrow());
    }
  }

  @Test
  void aFileThatIsDeletedIsBegunAgain() throws IOException {
    RecordFile here = records();
    here.add("a", value(100));
    Files.delete(file);
    assertEquals(Optional.empty(), here.take("a"));
    here.add("b", value(1));
    assertArrayEquals(value(1), records().take("b").orElseThrow());
    assertFalse(records().has("a"));
  }

  @Test
  void aFileDoesNotGrowForEver() {
    RecordFile here = records();
    int added = 0;
    while (here.add("value " + added, value(100_000))) {
      added++;
    }
    assertEquals(20, added);
    assertTrue(here.add("no value", value(0)));
    assertTrue(records().has("value 19"));
    assertTrue(records().has("no value"));
  }

  @Test
  void manyProcessesAddAtATime() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int number = t;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    RecordFile mine = records();
                    for (int i = 0; i < 50; i++) {
                      mine.add(number + " " + i, value(i));
                      mine.take(number + " " + i / 2);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    RecordFile all = records();
    for (int t = 0; t < 4; t++) {
      for (int i = 0; i < 50; i++) {
        assertArrayEquals(value(i), all.take(t + " " + i).orElseThrow());
      }
    }
  }
}
