package dev.barnacle.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.engine.Argument.Local;
import dev.barnacle.engine.Argument.Memory;
import dev.barnacle.engine.Argument.Shared;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class KernelLimitsTest {
  @Test
  void theLastSubGroupMayBeSmaller() {
    KernelLimits limits = new KernelLimits(1024, 8, 8, 0);
    assertEquals(1, limits.subGroups(1));
    assertEquals(1, limits.subGroups(8));
    assertEquals(2, limits.subGroups(9));
    assertEquals(128, limits.subGroups(1024));
  }

  @Test
  void argumentsOfJavasHeapAreRefused() {
    MemorySegment heap = MemorySegment.ofArray(new int[4]);
    assertThrows(IllegalArgumentException.class, () -> new Memory(heap));
    assertThrows(IllegalArgumentException.class, () -> new Shared(1, heap, SharedMemory.Kind.SVM));
    assertThrows(IllegalArgumentException.class, () -> new Argument.Image(heap, heap));
    assertThrows(IllegalArgumentException.class, () -> new Local(-1));
  }
}
