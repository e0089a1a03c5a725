package dev.barnacle.cl.builtins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/** JUnit tests of cases: one test a case, one program for a number of cases. */
final class CaseTests {
  private static final int PER_PROGRAM = 60;

  private CaseTests() {}

  static Stream<DynamicTest> of(List<Case> cases) {
    return of("-cl-std=CL3.0", cases);
  }

  /** Builds the programs with build options. */
  static Stream<DynamicTest> of(String options, List<Case> cases) {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < cases.size(); i += PER_PROGRAM) {
      batches.add(new Batch(options, cases.subList(i, Math.min(i + PER_PROGRAM, cases.size()))));
    }
    return batches.stream().flatMap(Batch::tests);
  }

  /** Cases of one program, which is built when the first of them is run. */
  private static final class Batch {
    private final String options;
    private final List<Case> cases;
    private @Nullable Kernels kernels;

    Batch(String options, List<Case> cases) {
      this.options = options;
      this.cases = cases;
    }

    Stream<DynamicTest> tests() {
      return cases.stream()
          .map(test -> DynamicTest.dynamicTest(test.name(), () -> run(test)))
          .onClose(this::close);
    }

    private void run(Case test) {
      if (kernels == null) {
        String source = cases.stream().map(CaseRunner::source).collect(Collectors.joining());
        kernels = Kernels.build(source, options);
      }
      assertEquals("", CaseRunner.run(kernels, test));
    }

    private void close() {
      if (kernels != null) {
        kernels.close();
      }
    }
  }
}
