package dev.barnacle.bench.internal;

import static dev.barnacle.bench.internal.Data.Check.EXACT;
import static dev.barnacle.bench.internal.Data.Check.FLOATS;
import static dev.barnacle.bench.internal.Workloads.buffer;
import static dev.barnacle.bench.internal.Workloads.range;
import static dev.barnacle.bench.internal.Workloads.scalar;
import static dev.barnacle.bench.internal.Workloads.step;

import dev.barnacle.bench.internal.Workload.Step;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** The kernels of {@code classic.cl}, at sizes worth timing. */
final class Classic {
  /** {@code GROUP} of {@code classic.cl}. */
  private static final int GROUP = 256;

  /** Its {@code TILE}. */
  private static final int TILE = 16;

  private static final int MOST_STEPS = 256;

  private static final Map<String, DoubleFunction<Workload>> WORKLOADS = new LinkedHashMap<>();

  static {
    WORKLOADS.put("tree_reduce", Classic::treeReduce);
    WORKLOADS.put("scan_hillis_steele", scale -> scan("scan_hillis_steele", GROUP, scale));
    WORKLOADS.put("scan_blelloch", scale -> scan("scan_blelloch", 2 * GROUP, scale));
    WORKLOADS.put("sgemm_256x1", scale -> sgemm("sgemm_256x1", GROUP, 1, scale));
    WORKLOADS.put("sgemm_16x16", scale -> sgemm("sgemm_16x16", TILE, TILE, scale));
    WORKLOADS.put("transpose", Classic::transpose);
    WORKLOADS.put("stencil", Classic::stencil);
    WORKLOADS.put("escape", Classic::escape);
    WORKLOADS.put("histogram_plain", Classic::histogram);
  }

  private Classic() {}

  /** Returns the workloads by name, as those of {@link Suite}. */
  static Map<String, DoubleFunction<Workload>> workloads() {
    return Collections.unmodifiableMap(WORKLOADS);
  }

  private static Workload workload(
      String name, String size, List<Data> buffers, Step step, double work, String unit) {
    return Workloads.workload(name, size, "classic.cl", buffers, List.of(step), work, unit);
  }

  private static Workload treeReduce(double scale) {
    int n = Suite.multiple((1 << 22) * scale, GROUP);
    return workload(
        "tree_reduce",
        n + " floats",
        List.of(Data.randomFloats(n, 1), Data.result(4L * n / GROUP, FLOATS)),
        step("tree_reduce", range(n, GROUP), buffer(0), buffer(1)),
        4e-9 * n,
        "GB");
  }

  private static Workload scan(String name, int block, double scale) {
    int n = Suite.multiple((1 << 22) * scale, block);
    return workload(
        name,
        n + " ints in blocks of " + block,
        List.of(Data.randomBytes(4 * n, 2), Data.result(4L * n, EXACT)),
        step(name, range((long) n / block * GROUP, GROUP), buffer(0), buffer(1)),
        4e-9 * n,
        "GB");
  }

  private static Workload sgemm(String name, int width, int height, double scale) {
    int n = Suite.multiple(512 * Math.cbrt(scale), GROUP);
    return workload(
        name,
        n + "x" + n + "x" + n,
        List.of(
            Data.randomFloats(n * n, 3),
            Data.randomFloats(n * n, 4),
            Data.result(4L * n * n, FLOATS)),
        step("sgemm_plain", range(n, n, width, height), buffer(0), buffer(1), buffer(2), scalar(n)),
        2e-9 * n * n * n,
        "Gflop");
  }

  private static Workload transpose(double scale) {
    int side = side(scale);
    return workload(
        "transpose",
        side + "x" + side,
        List.of(Data.randomFloats(side * side, 5), Data.result(4L * side * side, EXACT)),
        step(
            "transpose",
            range(side, side, TILE, TILE),
            buffer(0),
            buffer(1),
            scalar(side),
            scalar(side)),
        8e-9 * side * side,
        "GB");
  }

  private static Workload stencil(double scale) {
    int side = side(scale);
    return workload(
        "stencil",
        side + "x" + side,
        List.of(Data.randomFloats(side * side, 6), Data.result(4L * side * side, FLOATS)),
        step(
            "stencil",
            range(side, side, TILE, TILE),
            buffer(0),
            buffer(1),
            scalar(side),
            scalar(side)),
        8e-9 * side * side,
        "GB");
  }

  private static int side(double scale) {
    return Suite.multiple(2048 * Math.sqrt(scale), 64);
  }

  private static Workload escape(double scale) {
    int side = Suite.multiple(1024 * Math.sqrt(scale), 64);
    return workload(
        "escape",
        side + "x" + side + ", " + MOST_STEPS + " steps",
        List.of(Data.result(4L * side * side, EXACT)),
        step(
            "escape",
            range(side, side, TILE, TILE),
            buffer(0),
            scalar(side),
            scalar(-2.25f),
            scalar(-1.5f),
            scalar(3.0f / side),
            scalar(MOST_STEPS)),
        (double) side * side / 1e6,
        "Mpixel");
  }

  private static Workload histogram(double scale) {
    int n = Suite.multiple((1 << 24) * scale, GROUP);
    return workload(
        "histogram_plain",
        n + " bytes",
        List.of(Data.randomBytes(n, 7), Data.result(1024, EXACT)),
        step("histogram_plain", range(n, GROUP), buffer(0), buffer(1)),
        1e-9 * n,
        "GB");
  }
}
