package dev.barnacle.bench.internal;

import static dev.barnacle.bench.internal.Workloads.range;
import static dev.barnacle.examples.References.BLACK_SCHOLES_ULPS;
import static dev.barnacle.examples.References.HEAT_ULPS;
import static dev.barnacle.examples.References.REDUCE_ULPS;
import static dev.barnacle.examples.References.assertFloats;
import static dev.barnacle.examples.References.doubles;
import static dev.barnacle.examples.References.floats;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.NDRange;
import dev.barnacle.examples.References;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every example at a size that no local size divides, with what its results have to be: the same
 * bytes where it computes with integers, and within so many ulps where it computes with floats.
 */
final class ExampleCases {
  /** Sums of at most 60 products; the bound of the rounding errors is 60 ulps. */
  static final int SGEMM_ULPS = 60;

  /**
   * Of the largest coordinate: 129 terms, each from an rsqrt of up to 2 ulps, times the time step.
   */
  static final int NBODY_ULPS = 16;

  private ExampleCases() {}

  /**
   * An example to run.
   *
   * @param workload the launches
   * @param check throws if the results, one array for each buffer, are wrong
   */
  record Case(Workload workload, Consumer<byte[][]> check) {
    void run(ComputePlatform platform) {
      try (ComputePlatform.Prepared prepared = platform.prepare(workload)) {
        prepared.run();
        byte[][] results = new byte[workload.buffers().size()][];
        for (int i = 0; i < results.length; i++) {
          results[i] = prepared.read(i);
        }
        check.accept(results);
      }
    }

    @Override
    public String toString() {
      NDRange range = workload.steps().getFirst().range();
      return workload.name() + " global " + range.global() + " local " + range.local();
    }
  }

  /** How an index space covers a problem with a local size that does not divide it. */
  enum Cover {
    /** The global size is the next multiple of the local size; kernels leave the rest alone. */
    ROUNDED_UP,
    /** The global size is the problem's; the last work-groups are smaller. */
    NON_UNIFORM
  }

  /** Returns every example with a local size of so many work-items. */
  static List<Case> all(int items, Cover cover) {
    List<Case> cases = new ArrayList<>();
    Local local = new Local(items, cover);
    cases.add(mandelbrot(local));
    cases.add(nbody(local));
    cases.add(sgemm(local, false));
    cases.add(sgemm(local, true));
    cases.add(blackScholes(local));
    cases.add(reduce(local));
    cases.add(histogram(local, "histogram_global"));
    cases.add(histogram(local, "histogram_local"));
    cases.add(bitonicSegments(local));
    cases.add(bitonicSort(local));
    cases.add(sobel(local));
    cases.add(sha256(local));
    cases.add(heat(local));
    String options = cover == Cover.NON_UNIFORM ? "-cl-std=CL3.0" : "";
    return cases.stream().map(c -> new Case(c.workload().withOptions(options), c.check())).toList();
  }

  /** A local size of so many work-items, in two dimensions as square as it gets. */
  private record Local(int items, Cover cover) {
    NDRange line(long global) {
      return range(covered(global, items), items);
    }

    NDRange plane(long width, long height) {
      int rows = (int) Math.sqrt(items);
      while (items % rows != 0) {
        rows--;
      }
      int columns = items / rows;
      return range(covered(width, columns), covered(height, rows), columns, rows);
    }

    private long covered(long global, int local) {
      return cover == Cover.NON_UNIFORM ? global : Math.ceilDiv(global, local) * (long) local;
    }
  }

  private static Case mandelbrot(Local local) {
    int width = 97;
    int height = 61;
    return new Case(
        Workloads.mandelbrot(width, height, 100, local.plane(width, height)),
        results ->
            assertArrayEquals(
                References.mandelbrot(width, height, -2.25f, 1, 3.0f / width, 100), results[0]));
  }

  private static Case nbody(Local local) {
    int bodies = 129;
    return new Case(
        Workloads.nbody(bodies, local.line(bodies)),
        results -> {
          double[] expected =
              References.nbody(floats(results[0]), floats(results[1]), 0.001f, 0.01f);
          double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
          int half = expected.length / 2;
          assertFloats(Arrays.copyOf(expected, half), results[2], NBODY_ULPS, largest);
          assertFloats(
              Arrays.copyOfRange(expected, half, 2 * half), results[3], NBODY_ULPS, largest);
        });
  }

  private static Case sgemm(Local local, boolean tiled) {
    int m = 37;
    int n = 45;
    int k = 59;
    NDRange plane = local.plane(n, m);
    Workload workload =
        tiled ? Workloads.sgemmTiled(m, n, k, plane) : Workloads.sgemm(m, n, k, plane);
    float[] before = floats(workload.buffers().get(2).initial());
    return new Case(
        workload,
        results ->
            assertFloats(
                References.sgemm(floats(results[0]), floats(results[1]), before, m, n, k, 1, 0.5f),
                results[2],
                SGEMM_ULPS,
                0));
  }

  private static Case blackScholes(Local local) {
    int options = 1003;
    return new Case(
        Workloads.blackScholes(options, local.line(options)),
        results -> {
          double[] expected = References.blackScholes(floats(results[0]), 0.02f, 0.3f);
          assertFloats(Arrays.copyOf(expected, options), results[1], BLACK_SCHOLES_ULPS, 100);
          assertFloats(
              Arrays.copyOfRange(expected, options, 2 * options),
              results[2],
              BLACK_SCHOLES_ULPS,
              100);
        });
  }

  private static Case reduce(Local local) {
    int n = 10_007;
    return new Case(
        Workloads.reduce(n, local.line(1003)),
        results ->
            assertFloats(
                new double[] {References.sum(floats(results[0]))}, results[2], REDUCE_ULPS, 0));
  }

  private static Case histogram(Local local, String kernel) {
    return new Case(
        Workloads.histogram(kernel, 10_007, local.line(509)),
        results -> assertArrayEquals(References.histogram(results[0]), results[1]));
  }

  private static Case bitonicSegments(Local local) {
    int segment = 300;
    // The last group, which may be smaller, sorts the remaining 107 numbers.
    Workload workload =
        Workloads.bitonicSegments(
            8 * segment + 107, segment, local.line(8L * local.items() + (local.items() + 1) / 2));
    return sorted(workload, segment);
  }

  private static Case bitonicSort(Local local) {
    int n = 1003;
    return sorted(Workloads.bitonicSort(n, local.line(512 + 1)), n);
  }

  private static Case sorted(Workload workload, int segment) {
    byte[] before = workload.buffers().getFirst().initial();
    return new Case(
        workload, results -> assertArrayEquals(References.sorted(before, segment), results[0]));
  }

  private static Case sobel(Local local) {
    int width = 101;
    int height = 67;
    return new Case(
        Workloads.sobel(width, height, local.plane(width, height)),
        results -> assertArrayEquals(References.sobel(results[0], width, height), results[1]));
  }

  private static Case sha256(Local local) {
    int messages = 131;
    int length = 119;
    return new Case(
        Workloads.sha256(messages, length, local.line(messages)),
        results -> {
          try {
            assertArrayEquals(References.sha256(results[0], length), results[1]);
          } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static Case heat(Local local) {
    int width = 83;
    int height = 59;
    Workload workload = Workloads.heat(width, height, 1, local.plane(width, height));
    return new Case(
        workload,
        results ->
            assertDoubles(References.heat(doubles(results[0]), width, height, 0.2), results[1]));
  }

  private static void assertDoubles(double[] expected, byte[] actual) {
    double[] numbers = doubles(actual);
    assertEquals(expected.length, numbers.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], numbers[i], HEAT_ULPS * Math.ulp(1.0), "element " + i);
    }
  }
}
