package dev.barnacle.cl.internal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Small buffers get zeroed blocks that no two of them share, whatever was freed before. */
class SmallBlocksTest {
  @Test
  void sizesFindTheSmallestBlocksThatHoldThem() {
    assertEquals(SmallBlocks.of(1), SmallBlocks.of(NativeMemory.ALIGNMENT));
    assertTrue(SmallBlocks.of(NativeMemory.ALIGNMENT) != SmallBlocks.of(129));
    assertEquals(SmallBlocks.of(129), SmallBlocks.of(256));
    assertEquals(SmallBlocks.of(SmallBlocks.MOST_BYTES / 2 + 1), SmallBlocks.of(64L << 10));
  }

  @Test
  void blocksAreZeroedAndApart() {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "memory is mapped on Linux only");
    Random random = new Random(47);
    TreeMap<Long, Long> used = new TreeMap<>();
    for (int round = 0; round < 5000; round++) {
      if (used.size() > 200 || (!used.isEmpty() && random.nextInt(3) == 0)) {
        List<Long> all = new ArrayList<>(used.keySet());
        long address = all.get(random.nextInt(all.size()));
        SmallBlocks.of(Objects.requireNonNull(used.remove(address))).give(address);
        continue;
      }
      long byteSize = 1 + random.nextLong(1L << (1 + random.nextInt(16)));
      long address = SmallBlocks.of(byteSize).take().orElseThrow();
      assertEquals(0, address % NativeMemory.ALIGNMENT);
      Map.Entry<Long, Long> before = used.floorEntry(address);
      Long after = used.ceilingKey(address);
      assertTrue(before == null || before.getKey() + before.getValue() <= address);
      assertTrue(after == null || address + byteSize <= after);
      MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(byteSize);
      assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) byteSize])));
      memory.fill((byte) 0xff);
      used.put(address, byteSize);
    }
    used.forEach((address, byteSize) -> SmallBlocks.of(byteSize).give(address));
  }
}
