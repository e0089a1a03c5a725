package dev.barnacle.watch.internal.run.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.AddressSpace;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PointersTest {
  @Property
  void arithmeticChangesTheOffsetOnly(
      @ForAll @IntRange(max = Pointers.MAX_OBJECTS - 1) int object,
      @ForAll @LongRange(min = -(1L << 38), max = 1L << 38) long offset) {
    long pointer = Pointers.shared(Pointers.LOCAL, object) + offset;
    assertEquals(Pointers.LOCAL, Pointers.tag(pointer));
    assertEquals(object, Pointers.object(pointer));
    assertEquals(offset, Pointers.offset(pointer));
  }

  @Property
  void privatePointersKeepTheirWorkItem(
      @ForAll @IntRange(max = Pointers.MAX_ARRAYS - 1) int array,
      @ForAll @IntRange(max = Pointers.MAX_ITEMS - 1) int item,
      @ForAll @LongRange(min = -(1L << 34), max = 1L << 34) long offset) {
    long pointer = Pointers.own(array, item) + offset;
    assertEquals(Pointers.PRIVATE, Pointers.tag(pointer));
    assertEquals(array, Pointers.array(pointer));
    assertEquals(item, Pointers.item(pointer));
    assertEquals(offset, Pointers.privateOffset(pointer));
  }

  @Test
  void nullIsInNoMemory() {
    for (AddressSpace space : AddressSpace.values()) {
      assertFalse(Pointers.isIn(0, space));
    }
    assertTrue(Pointers.isIn(Pointers.shared(Pointers.GLOBAL, 0), AddressSpace.GENERIC));
  }

  @Property
  void alignedOffsetsLookAligned(@ForAll @LongRange(max = 1 << 20) long elements) {
    assertEquals(0, (Pointers.shared(Pointers.GLOBAL, 3) + 128 * elements) % 128);
  }
}
