package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.barnacle.explore.internal.kernel.code.Address;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernels see of addresses. */
class AddressTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 61, 4094, 4095, 4096, 65_600, 200_000})
  void theLowHalfIsNoNullPointer(int object) {
    assertNotEquals(0, (int) Address.of(object, 0));
    assertEquals(0, Address.of(object, 0) % 4096);
    for (long offset : new long[] {0, 4, -4, 1 << 20, -(1L << 30), 1L << 32}) {
      long address = Address.of(object, offset);
      assertEquals(object, Address.object(address));
      assertEquals(offset, Address.offset(address));
    }
  }

  @Test
  void theLowHalvesOfObjectsDiffer() {
    Set<Integer> halves = new HashSet<>();
    for (int object = 1; object <= 4095; object++) {
      halves.add((int) Address.of(object, 0));
    }
    assertEquals(4095, halves.size());
  }
}
