package dev.barnacle.llvm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LlvmTest {
  @Test
  void loadsTheVersionThatTheBuildNames() {
    assertTrue(Llvm.version().matches("20\\.\\d+\\.\\d+"), Llvm.version());
  }
}
