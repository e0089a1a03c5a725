package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs kernels whose results are compared with an evaluation in Java. The classes beside this one
 * hold what an engine can get wrong, by topic.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SimdKernelTests {
  private final KernelRunner runner = KernelRunner.of("");

  @AfterAll
  void closeRunner() {
    runner.close();
  }

  /** Returns how much local memory a work-group may have, in bytes. */
  final long localMemBytes() {
    return runner.localMemBytes();
  }

  /** Local sizes that matter: alone, odd, a multiple of every vector width, large; with a rest. */
  static Stream<TestRange> ranges() {
    return Stream.of(line(5, 1), line(3 * 7 + 5, 7), line(3 * 64 + 17, 64), line(2 * 256 + 3, 256));
  }

  /** A range of one dimension; the local size need not divide the global size. */
  static TestRange line(long global, long local) {
    return TestRange.of(global).local(local);
  }

  static int global(TestRange range) {
    return Math.toIntExact(range.global().getFirst());
  }

  static int local(TestRange range) {
    return Math.toIntExact(range.local().getFirst());
  }

  /** What a work-group of one dimension is. */
  interface GroupBody {
    /**
     * Computes what the group does.
     *
     * @param group its id
     * @param first the global id of its first work-item
     * @param size its number of work-items
     */
    void run(int group, int first, int size);
  }

  /** Calls the body for each work-group of a range of one dimension. */
  static void forGroups(TestRange range, GroupBody body) {
    int group = 0;
    for (int first = 0; first < global(range); first += local(range)) {
      body.run(group++, first, Math.min(local(range), global(range) - first));
    }
  }

  /** Returns an array of this length with the index in each element, times 7 and plus 3. */
  static int[] numbers(int length) {
    int[] numbers = new int[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = 7 * i + 3;
    }
    return numbers;
  }

  /** Runs a kernel of OpenCL C 3.0; see {@link KernelRunner#run}. */
  final void run(String source, String kernel, TestRange range, Object... arguments) {
    runWith(KernelRunner.OPENCL_3, source, kernel, range, arguments);
  }

  /** Runs {@code kernel void k(global int *data)} and compares with a function of each element. */
  final void check(String source, TestRange range, IntUnaryOperator expected) {
    int[] data = numbers(global(range));
    int[] wanted = Arrays.stream(data).map(expected).toArray();
    run(source, "k", range, data);
    assertArrayEquals(wanted, data);
  }

  /** Runs a kernel with these build options; see {@link KernelRunner#run}. */
  final void runWith(
      String options, String source, String kernel, TestRange range, Object... arguments) {
    runner.run(options, source, kernel, range, arguments);
  }
}
