package dev.barnacle.llvm.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineTest {
  static Iterable<Machine> compiled() {
    return Machine.compiled();
  }

  @ParameterizedTest
  @MethodSource("compiled")
  void isFoundByEachOfItsNames(Machine machine) {
    assertSame(machine, Machine.ofTriple(machine.triple()));
    for (String name : machine.names().llvm()) {
      assertSame(machine, Machine.ofTriple(name + "-pc-linux"));
      assertSame(machine, Machine.ofTriple(name));
    }
    boolean runs = Machine.all().contains(machine);
    for (String name : machine.names().java()) {
      assertEquals(runs ? Optional.of(machine) : Optional.empty(), Machine.ofArchitecture(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"riscv64-unknown-linux-gnu", "x86_64h-apple", "i686-pc-linux", ""})
  void anythingElseIsAnErrorThatNamesIt(String triple) {
    String name = triple.isEmpty() ? "" : triple.substring(0, triple.indexOf('-'));
    assertEquals(
        "Barnacle runs on x86-64 and AArch64 only, not on '" + name + "'",
        assertThrows(IllegalArgumentException.class, () -> Machine.hostOfTriple(triple))
            .getMessage());
    assertEquals(Optional.empty(), Machine.ofArchitecture(name));
  }

  @Test
  void vectorsAreAsWideAsTheFeaturesSay() {
    Machine x86 = Machine.ofTriple("x86_64-unknown-linux-gnu");
    assertEquals(512, x86.vectorBits(Set.of("+avx2", "+avx512f", "+avx512dq")));
    assertEquals(256, x86.vectorBits(Set.of("+avx2", "+avx512f")));
    assertEquals(128, x86.vectorBits(Set.of("+sse4.2")));
    assertEquals(128, Machine.ofTriple("aarch64-unknown-linux-gnu").vectorBits(Set.of("+sve2")));
  }
}
