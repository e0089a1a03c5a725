package dev.barnacle.cl.internal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory is zeroed and aligned, wherever it comes from. */
class NativeMemoryTest {
  @Test
  void itIsZeroedAndAlignedAlsoWhenItIsUsedAgain() {
    for (int round = 0; round < 3; round++) {
      List<NativeMemory> all = new ArrayList<>();
      for (long size : new long[] {1, 127, 4096, 1 << 20, 12 << 20, 12 << 20, (40 << 20) + 1}) {
        NativeMemory made = NativeMemory.allocate(size);
        MemorySegment memory = made.memory();
        assertEquals(size, memory.byteSize());
        assertEquals(0, memory.address() % NativeMemory.ALIGNMENT);
        assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) size])));
        memory.fill((byte) 1);
        all.add(made);
      }
      all.forEach(NativeMemory::free);
    }
  }

  @Test
  void neighboursDoNotOverlap() {
    List<NativeMemory> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(NativeMemory.allocate(300_000));
      all.getLast().memory().fill((byte) i);
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(i, all.get(i).memory().get(ValueLayout.JAVA_BYTE, 0));
      assertEquals(i, all.get(i).memory().get(ValueLayout.JAVA_BYTE, 299_999));
      all.get(i).free();
    }
  }

  @Test
  void aLargeBlockAsksForHugePages() throws IOException {
    assumeTrue(Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")));
    NativeMemory large = NativeMemory.allocate(64L << 20);
    long middle = large.memory().address() + (32L << 20);
    assertTrue(flagsOfMapping(middle).contains("hg"));
    large.free();
  }

  /** The {@code VmFlags} of {@code /proc/self/smaps} for what lies at an address. */
  private static List<String> flagsOfMapping(long address) throws IOException {
    boolean found = false;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      String[] words = line.split("[ -]+");
      if (words[0].matches("[0-9a-f]+")) {
        found =
            Long.compareUnsigned(Long.parseUnsignedLong(words[0], 16), address) <= 0
                && Long.compareUnsigned(address, Long.parseUnsignedLong(words[1], 16)) < 0;
      } else if (found && words[0].equals("VmFlags:")) {
        return List.of(words);
      }
    }
    return List.of();
  }
}
