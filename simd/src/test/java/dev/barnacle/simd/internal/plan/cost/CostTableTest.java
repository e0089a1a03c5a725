package dev.barnacle.simd.internal.plan.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTableTest {
  private static TargetCpu target(String triple, String tune, int bits) {
    return new TargetCpu(triple, tune, tune, "", bits, bits >= 256);
  }

  @ParameterizedTest
  @CsvSource({
    "x86_64-unknown-linux-gnu, znver4, 512, zen4-512",
    "x86_64-unknown-linux-gnu, znver5, 256, zen4-256",
    "x86_64-unknown-linux-gnu, znver2, 128, zen4-128",
    "x86_64-unknown-linux-gnu, icelake-server, 512, x86-512",
    "x86_64-unknown-linux-gnu, haswell, 256, x86-256",
    "x86_64-unknown-linux-gnu, nehalem, 128, x86-128",
    "aarch64-unknown-linux-gnu, neoverse-n1, 128, neon",
    "aarch64-unknown-linux-gnu, neoverse-v1, 256, sve",
  })
  void eachFamilyHasATable(String triple, String tune, int bits, String name) {
    CostTable table = CostTable.of(target(triple, tune, bits));
    assertEquals(name, table.name());
    assertEquals(bits, table.vectorBits());
    for (CostKind kind : CostKind.values()) {
      assertTrue(table.of(kind).busy() > 0, kind::word);
    }
  }

  @Test
  void tablesMissNoRowAndHaveNoOther() {
    String text =
        List.of(CostKind.values()).stream()
            .map(k -> k.word() + " 1 1\n")
            .reduce("bits 512\nregisters 32\nwidth 4\njump 4\nmixed 1\n", String::concat);
    assertEquals(512, CostTable.parse("t", text).vectorBits());
    assertThrows(IllegalArgumentException.class, () -> CostTable.parse("t", text + "more 1 1\n"));
    String less = text.replace("fma 1 1\n", "");
    assertThrows(IllegalArgumentException.class, () -> CostTable.parse("t", less));
    String half = text.replace("fma 1 1\n", "fma 1\n");
    assertThrows(IllegalArgumentException.class, () -> CostTable.parse("t", half));
  }
}
