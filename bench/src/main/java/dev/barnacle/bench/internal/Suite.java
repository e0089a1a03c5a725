package dev.barnacle.bench.internal;

import static dev.barnacle.bench.internal.Workloads.range;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;

/** The examples, and the kernels of {@code bench/}, at sizes worth timing. */
final class Suite {
  private static final Set<String> NO_EXAMPLES = Set.of("triad", "xorshift", "grid_barrier");
  private static final Set<String> NEED_PROGRESS = Set.of("grid_barrier");
  private static final Map<String, DoubleFunction<Workload>> WORKLOADS = new LinkedHashMap<>();

  static {
    WORKLOADS.put("mandelbrot", Suite::mandelbrot);
    WORKLOADS.put("nbody", Suite::nbody);
    WORKLOADS.put("sgemm", Suite::sgemm);
    WORKLOADS.put("sgemm_tiled", Suite::sgemmTiled);
    WORKLOADS.put("black_scholes", Suite::blackScholes);
    WORKLOADS.put("reduce", Suite::reduce);
    WORKLOADS.put("histogram_global", scale -> histogram("histogram_global", scale));
    WORKLOADS.put("histogram_local", scale -> histogram("histogram_local", scale));
    WORKLOADS.put("bitonic_segments", Suite::bitonicSegments);
    WORKLOADS.put("bitonic_sort", Suite::bitonicSort);
    WORKLOADS.put("sobel", Suite::sobel);
    WORKLOADS.put("sha256", Suite::sha256);
    WORKLOADS.put("heat", Suite::heat);
    WORKLOADS.put("triad", Suite::triad);
    WORKLOADS.put("xorshift", Suite::xorshift);
    WORKLOADS.put("grid_barrier", Suite::gridBarrier);
  }

  private Suite() {}

  /**
   * Returns the workloads by name, in the tables' order; each makes one for a scale, where 1 is the
   * size of the published tables and 0.1 is about a tenth of the work.
   */
  static Map<String, DoubleFunction<Workload>> workloads() {
    return Collections.unmodifiableMap(WORKLOADS);
  }

  /** Returns these and the classic ones. */
  static Map<String, DoubleFunction<Workload>> all() {
    Map<String, DoubleFunction<Workload>> all = new LinkedHashMap<>(WORKLOADS);
    all.putAll(Classic.workloads());
    return all;
  }

  /** Returns whether a workload is one of the examples, over which the geometric mean is taken. */
  static boolean isExample(String name) {
    return WORKLOADS.containsKey(name) && !NO_EXAMPLES.contains(name);
  }

  /**
   * Returns whether a workload may end only where work-groups wait for others that have not begun.
   */
  static boolean needsProgress(String name) {
    return NEED_PROGRESS.contains(name);
  }

  /** Returns a workload at a size at which it takes no time to run. */
  static Workload smallest(String name) {
    DoubleFunction<Workload> factory = WORKLOADS.get(name);
    if (factory == null) {
      throw new IllegalArgumentException("no workload is called " + name);
    }
    return factory.apply(0.001);
  }

  private static Workload mandelbrot(double scale) {
    int side = multiple(1024 * Math.sqrt(scale), 64);
    return Workloads.mandelbrot(side, side, 500, range(side, side, 64, 1));
  }

  private static Workload nbody(double scale) {
    int bodies = multiple(8192 * Math.sqrt(scale), 64);
    return Workloads.nbody(bodies, range(bodies, 64));
  }

  private static Workload sgemm(double scale) {
    int side = multiple(512 * Math.cbrt(scale), 64);
    return Workloads.sgemm(side, side, side, range(side, side, 64, 1));
  }

  private static Workload sgemmTiled(double scale) {
    int side = multiple(512 * Math.cbrt(scale), 64);
    return Workloads.sgemmTiled(side, side, side, range(side, side, 16, 16));
  }

  private static Workload blackScholes(double scale) {
    int options = multiple((1 << 21) * scale, 256);
    return Workloads.blackScholes(options, range(options, 256));
  }

  private static Workload reduce(double scale) {
    return Workloads.reduce(multiple((1 << 24) * scale, 1), range(32768, 256));
  }

  private static Workload histogram(String kernel, double scale) {
    return Workloads.histogram(kernel, multiple((1 << 24) * scale, 1), range(16384, 256));
  }

  private static Workload bitonicSegments(double scale) {
    int segments = multiple(512 * scale, 1);
    return Workloads.bitonicSegments(1024 * segments, 1024, range(64L * segments, 64));
  }

  private static Workload bitonicSort(double scale) {
    int n = multiple((1 << 19) * scale, 1);
    long pairs = Math.max(256, n == 1 ? 1 : Integer.highestOneBit(n - 1));
    return Workloads.bitonicSort(n, range(pairs, 256));
  }

  private static Workload sobel(double scale) {
    int side = multiple(2048 * Math.sqrt(scale), 64);
    return Workloads.sobel(side, side, range(side, side, 64, 1));
  }

  private static Workload sha256(double scale) {
    int messages = multiple((1 << 16) * scale, 64);
    return Workloads.sha256(messages, 256, range(messages, 64));
  }

  private static Workload heat(double scale) {
    int side = multiple(2048 * Math.sqrt(scale), 64);
    return Workloads.heat(side, side, 10, range(side, side, 64, 4));
  }

  private static Workload triad(double scale) {
    int n = multiple((1 << 24) * scale, 64);
    return Workloads.triad(n, range(n, 64));
  }

  private static Workload xorshift(double scale) {
    int n = multiple((1 << 16) * scale, 64);
    return Workloads.xorshift(n, 1000, range(n, 64));
  }

  private static Workload gridBarrier(double scale) {
    int groups = 64 * Runtime.getRuntime().availableProcessors();
    return Workloads.gridBarrier(multiple(100 * scale, 1), range(64L * groups, 64));
  }

  /** Returns about so much, a multiple of a number and at least that. */
  static int multiple(double size, int of) {
    return Math.max(1, Math.toIntExact(Math.round(size / of))) * of;
  }
}
