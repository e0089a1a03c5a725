package dev.barnacle.cl.builtins;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Geometric functions, loads and stores of vectors, shuffles. */
class VectorFunctionsTest {
  private static final List<Integer> EVEN = List.of(2, 4, 8, 16);

  @Test
  void geometry() {
    List<GeometricFunctions> tests = new ArrayList<>();
    for (Real type : Real.values()) {
      for (int width = 1; width <= 4; width++) {
        tests.add(new GeometricFunctions(type, width));
      }
    }
    check(tests, GeometricFunctions::source, GeometricFunctions::run, "-cl-std=CL3.0");
  }

  /** Without the generic address space (1.2) other functions are called than with it. */
  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"})
  void memory(String version) {
    List<VectorMemory> tests = new ArrayList<>();
    for (Scalar type : Scalar.values()) {
      for (int i = 1; i < Widths.ALL.length; i++) {
        if (type == Scalar.INT || i == 1 + (type.index() + version.hashCode() & 3)) {
          tests.add(new VectorMemory(type, Widths.ALL[i]));
        }
      }
    }
    check(tests, VectorMemory::source, VectorMemory::run, version);
  }

  @Test
  void shuffles() {
    List<Shuffles> tests = new ArrayList<>();
    for (int from : EVEN) {
      for (int to : EVEN) {
        tests.add(new Shuffles(Scalar.INT, from, to));
      }
    }
    for (Scalar type : Scalar.values()) {
      int turn = type.index();
      tests.add(new Shuffles(type, EVEN.get(turn % 4), EVEN.get((turn + turn / 4 + 1) % 4)));
    }
    check(tests.stream().distinct().toList(), Shuffles::source, Shuffles::run, "-cl-std=CL3.0");
  }

  private static <T> void check(
      List<T> tests,
      Function<T, String> source,
      BiFunction<T, Kernels, String> run,
      String options) {
    String text = tests.stream().map(source).collect(Collectors.joining());
    try (Kernels kernels = Kernels.build(text, options)) {
      assertAll(
          tests.stream()
              .map(t -> (Executable) () -> assertEquals("", run.apply(t, kernels), t.toString())));
    }
  }
}
