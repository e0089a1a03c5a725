package dev.barnacle.cl.builtins;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ConversionsTest {
  @TestFactory
  Stream<DynamicTest> conversions() {
    return CaseTests.of(Conversions.all());
  }

  @TestFactory
  Stream<DynamicTest> halfInMemory() {
    return CaseTests.of(HalfMemory.all());
  }
}
