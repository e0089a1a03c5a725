package dev.barnacle.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Blake3SumTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 1 << 14, (1 << 17) - 1, 1 << 17, 1 << 20})
  void everyByteOfAPartCounts(int size) {
    byte[] part = new byte[size];
    String before = new Blake3Sum().add(part).hex();
    assertEquals(before, new Blake3Sum().add(new byte[size]).hex());
    part[size - 1] = 1;
    assertNotEquals(before, new Blake3Sum().add(part).hex());
  }

  @Test
  void partsDoNotRunTogether() {
    assertNotEquals(
        new Blake3Sum().add("ab").add("c").hex(), new Blake3Sum().add("a").add("bc").hex());
    assertNotEquals(
        new Blake3Sum().addAll(List.of("a")).add("b").hex(),
        new Blake3Sum().addAll(List.of("a", "b")).hex());
  }
}
