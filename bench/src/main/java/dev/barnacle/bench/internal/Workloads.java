package dev.barnacle.bench.internal;

import static dev.barnacle.bench.internal.Data.Check.DOUBLES;
import static dev.barnacle.bench.internal.Data.Check.EXACT;
import static dev.barnacle.bench.internal.Data.Check.FLOATS;

import dev.barnacle.bench.internal.Workload.Operand;
import dev.barnacle.bench.internal.Workload.Operand.BufferRef;
import dev.barnacle.bench.internal.Workload.Operand.LocalBytes;
import dev.barnacle.bench.internal.Workload.Operand.Scalar;
import dev.barnacle.bench.internal.Workload.Step;
import dev.barnacle.cl.NDRange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The kernels of {@code examples/} and {@code bench/} as workloads of any size; each takes the
 * index space that its kernel is launched over, which must cover the problem.
 */
final class Workloads {
  /** {@code DEPTH} of {@code sgemm.cl}. */
  private static final int SGEMM_DEPTH = 16;

  private Workloads() {}

  /** An index space of any dimensions from its global sizes followed by its local sizes. */
  static NDRange range(long... globalThenLocal) {
    int dimensions = globalThenLocal.length / 2;
    return NDRange.of(Arrays.copyOf(globalThenLocal, dimensions))
        .local(Arrays.copyOfRange(globalThenLocal, dimensions, 2 * dimensions));
  }

  static Workload mandelbrot(int width, int height, int iterations, NDRange range) {
    return workload(
        "mandelbrot",
        width + "x" + height + ", " + iterations + " iterations",
        "mandelbrot.cl",
        List.of(Data.result(4L * width * height, EXACT)),
        List.of(
            step(
                "mandelbrot",
                range,
                buffer(0),
                scalar(width),
                scalar(height),
                scalar(-2.25f),
                scalar(1.0f),
                scalar(3.0f / width),
                scalar(iterations))),
        (double) width * height / 1e6,
        "Mpixel");
  }

  static Workload nbody(int bodies, NDRange range) {
    return workload(
        "nbody",
        bodies + " bodies",
        "nbody.cl",
        List.of(
            Data.randomFloats(4 * bodies, 1),
            Data.randomFloats(4 * bodies, 2),
            Data.result(16L * bodies, FLOATS),
            Data.result(16L * bodies, FLOATS)),
        List.of(
            step(
                "nbody",
                range,
                buffer(0),
                buffer(1),
                buffer(2),
                buffer(3),
                scalar(bodies),
                scalar(0.001f),
                scalar(0.01f))),
        (double) bodies * bodies / 1e6,
        "Mpair");
  }

  static Workload sgemm(int m, int n, int k, NDRange range) {
    return sgemm("sgemm", m, n, k, range);
  }

  static Workload sgemmTiled(int m, int n, int k, NDRange range) {
    return sgemm(
        "sgemm_tiled",
        m,
        n,
        k,
        range,
        new LocalBytes(4 * SGEMM_DEPTH * range.local().get(1)),
        new LocalBytes(4 * SGEMM_DEPTH * range.local().get(0)));
  }

  private static Workload sgemm(
      String kernel, int m, int n, int k, NDRange range, Operand... locals) {
    List<Operand> operands =
        new ArrayList<>(
            List.of(
                buffer(0),
                buffer(1),
                buffer(2),
                scalar(m),
                scalar(n),
                scalar(k),
                scalar(1.0f),
                scalar(0.5f)));
    operands.addAll(List.of(locals));
    return workload(
        kernel,
        m + "x" + n + "x" + k,
        "sgemm.cl",
        List.of(
            Data.randomFloats(m * k, 1),
            Data.randomFloats(k * n, 2),
            Data.randomFloats(m * n, 3).inPlace(FLOATS)),
        List.of(new Step(kernel, range, operands)),
        2e-9 * m * n * k,
        "Gflop");
  }

  static Workload blackScholes(int options, NDRange range) {
    return workload(
        "black_scholes",
        options + " options",
        "black_scholes.cl",
        List.of(
            Data.randomFloats(3 * options, 5),
            Data.result(4L * options, FLOATS),
            Data.result(4L * options, FLOATS)),
        List.of(
            step(
                "black_scholes",
                range,
                buffer(0),
                buffer(1),
                buffer(2),
                scalar(options),
                scalar(0.02f),
                scalar(0.3f))),
        options / 1e6,
        "Moption");
  }

  /**
   * A sum in two launches: one sum for each work-group of the range, then one group that adds up.
   */
  static Workload reduce(int n, NDRange range) {
    long local = range.local().getFirst();
    int groups = Math.toIntExact(Math.ceilDiv(range.global().getFirst(), local));
    LocalBytes scratch = new LocalBytes(4 * local);
    NDRange oneGroup = range(local, local);
    return workload(
        "reduce",
        n + " floats",
        "reduce.cl",
        List.of(Data.randomFloats(n, 3), Data.result(4L * groups, FLOATS), Data.result(4, FLOATS)),
        List.of(
            step("reduce_sum", range, buffer(0), scalar(n), buffer(1), scratch),
            step("reduce_sum", oneGroup, buffer(1), scalar(groups), buffer(2), scratch)),
        4e-9 * n,
        "GB");
  }

  /** The histogram with the kernel {@code histogram_global} or {@code histogram_local}. */
  static Workload histogram(String kernel, int n, NDRange range) {
    return workload(
        kernel,
        n + " bytes",
        "histogram.cl",
        List.of(Data.randomBytes(n, 9), Data.result(1024, EXACT)),
        List.of(step(kernel, range, buffer(0), scalar(n), buffer(1))),
        1e-9 * n,
        "GB");
  }

  /** Sorts segments, one a work-group. */
  static Workload bitonicSegments(int n, int segment, NDRange range) {
    return workload(
        "bitonic_segments",
        n + " uints in segments of " + segment,
        "bitonic_sort.cl",
        List.of(Data.randomBytes(4 * n, 4).inPlace(EXACT)),
        List.of(
            step(
                "bitonic_sort_segments",
                range,
                buffer(0),
                scalar(n),
                scalar(segment),
                new LocalBytes(4L * segment))),
        n / 1e6,
        "Mkey");
  }

  /**
   * Sorts the whole array with one launch a step; the range covers half of the next power of two.
   */
  static Workload bitonicSort(int n, NDRange range) {
    List<Step> steps = new ArrayList<>();
    for (int merged = 2; merged / 2 < n; merged *= 2) {
      for (int distance = merged / 2; distance > 0; distance /= 2) {
        steps.add(
            step("bitonic_step", range, buffer(0), scalar(n), scalar(merged), scalar(distance)));
      }
    }
    return workload(
        "bitonic_sort",
        n + " uints, " + steps.size() + " launches",
        "bitonic_sort.cl",
        List.of(Data.randomBytes(4 * n, 4).inPlace(EXACT)),
        steps,
        n / 1e6,
        "Mkey");
  }

  static Workload sobel(int width, int height, NDRange range) {
    return workload(
        "sobel",
        width + "x" + height,
        "sobel.cl",
        List.of(Data.randomBytes(width * height, 7), Data.result((long) width * height, EXACT)),
        List.of(step("sobel", range, buffer(0), buffer(1), scalar(width), scalar(height))),
        (double) width * height / 1e6,
        "Mpixel");
  }

  static Workload sha256(int messages, int length, NDRange range) {
    return workload(
        "sha256",
        messages + " messages of " + length + " bytes",
        "sha256.cl",
        List.of(Data.randomBytes(messages * length, 6), Data.result(32L * messages, EXACT)),
        List.of(step("sha256", range, buffer(0), scalar(length), scalar(messages), buffer(1))),
        (double) messages * length / 1e6,
        "MB");
  }

  /** Time steps of the heat equation, to and fro between two buffers. */
  static Workload heat(int width, int height, int steps, NDRange range) {
    List<Step> launches = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      launches.add(
          step(
              "heat",
              range,
              buffer(i % 2),
              buffer(1 - i % 2),
              scalar(width),
              scalar(height),
              scalar(0.2)));
    }
    return workload(
        "heat",
        width + "x" + height + ", " + steps + " steps",
        "heat.cl",
        List.of(
            Data.randomDoubles(width * height, 8).inPlace(DOUBLES),
            Data.result(8L * width * height, DOUBLES)),
        launches,
        (double) width * height * steps / 1e6,
        "Mcell");
  }

  static Workload triad(int n, NDRange range) {
    return workload(
        "triad",
        n + " floats",
        "triad.cl",
        List.of(Data.result(4L * n, FLOATS), Data.randomFloats(n, 1), Data.randomFloats(n, 2)),
        List.of(step("triad", range, buffer(0), buffer(1), buffer(2), scalar(n), scalar(3.0f))),
        12e-9 * n,
        "GB");
  }

  /** So many numbers of each of n generators. */
  static Workload xorshift(int n, int rounds, NDRange range) {
    return workload(
        "xorshift",
        n + " generators, " + rounds + " numbers each",
        "xorshift.cl",
        List.of(Data.randomBytes(4 * n, 5).inPlace(EXACT)),
        List.of(step("xorshift", range, buffer(0), scalar(n), scalar(rounds))),
        (double) n * rounds / 1e9,
        "Gnumber");
  }

  /** So many times all work-groups meet. */
  static Workload gridBarrier(int rounds, NDRange range) {
    int n = Math.toIntExact(range.global().getFirst());
    long groups = n / range.local().getFirst();
    return new Workload(
        "grid_barrier",
        groups + " groups, " + rounds + " barriers",
        source("grid_barrier.cl"),
        "-cl-std=CL3.0",
        List.of(
            Data.randomBytes(4 * n, 9).inPlace(EXACT),
            Data.result(4L * n, EXACT),
            Data.of(new byte[Integer.BYTES])),
        List.of(step("grid_barrier", range, buffer(0), buffer(1), scalar(rounds), buffer(2))),
        Workload.Submission.TOGETHER,
        rounds / 1e3,
        "Kbarrier");
  }

  /** A kernel, and one that enqueues as many such blocks. */
  private static final String EMPTY =
      """
      kernel void empty(void) {}
      #ifdef __opencl_c_device_enqueue
      kernel void parent(int launches)
      {
        for (int i = 0; i < launches; i++)
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64, 64), ^{});
      }
      #endif
      """;

  /** Empty kernels, put into a queue in one of the ways. */
  static Workload emptyLaunches(int launches, Workload.Submission submission) {
    Step empty = new Step("empty", range(64, 64), List.of());
    Step parent = new Step("parent", range(1, 1), List.of(scalar(launches)));
    boolean onDevice = submission == Workload.Submission.ON_DEVICE;
    return new Workload(
        switch (submission) {
          case ONE_BY_ONE -> "launch_latency";
          case TOGETHER -> "launch_queued";
          case RECORDED -> "launch_replayed";
          case ON_DEVICE -> "launch_on_device";
        },
        launches
            + switch (submission) {
              case ONE_BY_ONE -> " empty kernels, one by one";
              case TOGETHER -> " empty kernels, waited for once";
              case RECORDED -> " empty kernels, recorded";
              case ON_DEVICE -> " empty kernels, enqueued by one";
            },
        EMPTY,
        onDevice ? "-cl-std=CL3.0" : "",
        List.of(),
        onDevice ? List.of(parent) : Collections.nCopies(launches, empty),
        submission,
        launches / 1e3,
        "Klaunch");
  }

  static Workload workload(
      String name,
      String size,
      String file,
      List<Data> buffers,
      List<Step> steps,
      double work,
      String unit) {
    return new Workload(
        name, size, source(file), "", buffers, steps, Workload.Submission.TOGETHER, work, unit);
  }

  static Step step(String kernel, NDRange range, Operand... operands) {
    return new Step(kernel, range, List.of(operands));
  }

  static Operand buffer(int index) {
    return new BufferRef(index);
  }

  static Operand scalar(Number value) {
    return new Scalar(value);
  }

  /**
   * Returns the text of a file of {@code examples/} or {@code bench/}, which the build packs beside
   * this class.
   */
  static String source(String file) {
    try (InputStream in = Workloads.class.getResourceAsStream("kernels/" + file)) {
      if (in == null) {
        throw new IllegalStateException("the build has not packed " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
