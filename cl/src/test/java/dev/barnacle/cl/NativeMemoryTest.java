package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory is zeroed and aligned, wherever it comes from. */
class NativeMemoryTest {
  @Test
  void itIsZeroedAndAlignedAlsoWhenItIsUsedAgain() {
    for (int round = 0; round < 3; round++) {
      List<NativeMemory> all = new ArrayList<>();
      for (long size : new long[] {1, 127, 4096, 1 << 20, 12 << 20, 12 << 20, 20 << 20}) {
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
}
