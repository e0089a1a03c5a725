package dev.barnacle.cl.builtins;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class MathPartsTest {
  @TestFactory
  Stream<DynamicTest> functions() {
    return CaseTests.of(MathParts.all());
  }
}
