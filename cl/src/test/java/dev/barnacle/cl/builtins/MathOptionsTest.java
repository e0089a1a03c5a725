package dev.barnacle.cl.builtins;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The mathematical functions are as exact as without options where a program is built with options
 * that do not allow greater errors (OpenCL C 3.0, 7.4; OpenCL API, 5.8.6.3 and 5.8.6.4). What
 * {@code -cl-unsafe-math-optimizations} allows: {@link RelaxedMathTest}. The fast suite takes the
 * first of them.
 */
class MathOptionsTest {
  private static final List<String> OPTIONS =
      List.of(
          "-cl-denorms-are-zero",
          "-cl-mad-enable",
          "-cl-opt-disable",
          "-cl-fp32-correctly-rounded-divide-sqrt");

  @TestFactory
  Stream<DynamicNode> functions() {
    List<Case> cases = new ArrayList<>(MathFunctions.all());
    cases.addAll(MathParts.all());
    boolean everything = Boolean.getBoolean("barnacle.test.everything");
    return OPTIONS.stream()
        .limit(everything ? OPTIONS.size() : 1)
        .map(o -> DynamicContainer.dynamicContainer(o, CaseTests.of("-cl-std=CL3.0 " + o, cases)));
  }
}
