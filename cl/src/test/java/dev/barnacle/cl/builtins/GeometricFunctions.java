package dev.barnacle.cl.builtins;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The geometric functions (OpenCL C 6.15.5) of one type and width against exact arithmetic. */
final class GeometricFunctions {
  private static final MathContext PRECISE = MathContext.DECIMAL128;

  private final Real type;
  private final int width;
  private final List<String> wrong = new ArrayList<>();

  GeometricFunctions(Real type, int width) {
    this.type = type;
    this.width = width;
  }

  String kernelName() {
    return "geometric_" + type.cl + width;
  }

  /** A kernel that gives dot, length, distance, (float only) their fast forms, and normalize. */
  String source() {
    String vector = Widths.type(type.cl, width);
    String prefix = type == Real.FLOAT ? "fast_" : "";
    return """
    kernel void %s(global const T *px, global const T *py, global T *scalars, global T *unit, global T *fast_unit) {
      size_t i = get_global_id(0);
      V x = %s, y = %s;
      scalars[i * 5] = dot(x, y);
      scalars[i * 5 + 1] = length(x);
      scalars[i * 5 + 2] = distance(x, y);
      scalars[i * 5 + 3] = %s;
      scalars[i * 5 + 4] = %s;
      %s
      %s
    }
    """
        .formatted(
            kernelName(),
            Widths.load("px", width),
            Widths.load("py", width),
            prefix + "length(x)",
            prefix + "distance(x, y)",
            Widths.store("normalize(x)", "unit", width),
            Widths.store(prefix + "normalize(x)", "fast_unit", width))
        .replaceAll("\\bT\\b", type.cl)
        .replaceAll("\\bV\\b", vector);
  }

  /** Vectors of all magnitudes, alone and mixed, and with zeros, infinities and NaNs in them. */
  private double[][] vectors(long seed) {
    Random random = new Random(seed);
    double root = Math.sqrt(type.max());
    double[] scales = {1, 1, 1, type.max() / 8, type.minNormal(), root, 1 / root, 0};
    double[] specials = {0, -0.0, 1, Double.POSITIVE_INFINITY, Double.NaN, type.min(), type.max()};
    double[][] vectors = new double[240][width];
    for (double[] vector : vectors) {
      double scale = scales[random.nextInt(scales.length)];
      boolean special = random.nextInt(6) == 0;
      boolean mixed = random.nextInt(4) == 0;
      for (int i = 0; i < width; i++) {
        scale = mixed ? scales[random.nextInt(scales.length)] : scale;
        double plain = type.round(Samples.moderate(type, random) * scale / 64);
        vector[i] = special && random.nextBoolean() ? specials[random.nextInt(7)] : plain;
      }
    }
    return vectors;
  }

  String run(Kernels kernels) {
    double[][] xs = vectors(1);
    double[][] ys = vectors(2);
    try (Arena arena = Arena.ofShared()) {
      long bytes = (long) xs.length * width * type.bytes;
      MemorySegment x = arena.allocate(bytes, 128);
      MemorySegment y = arena.allocate(bytes, 128);
      MemorySegment scalars = arena.allocate((long) xs.length * 5 * type.bytes, 128);
      MemorySegment unit = arena.allocate(bytes, 128);
      MemorySegment fast = arena.allocate(bytes, 128);
      for (int v = 0; v < xs.length; v++) {
        for (int i = 0; i < width; i++) {
          type.set(x, (long) v * width + i, xs[v][i]);
          type.set(y, (long) v * width + i, ys[v][i]);
        }
      }
      kernels.run(kernelName(), xs.length, x, y, scalars, unit, fast);
      for (int v = 0; v < xs.length; v++) {
        checkScalars(xs[v], ys[v], scalars, v * 5);
        checkUnit("normalize", xs[v], unit, v, limit(2, 4.5, 1) + width);
        double length = length(xs[v]);
        if (type == Real.FLOAT && length > 1e-15 && length < 1e15) {
          checkUnit("fast_normalize", xs[v], fast, v, 8192 + width);
        }
      }
    }
    return String.join("\n", wrong.subList(0, Math.min(10, wrong.size())));
  }

  /** The limit for float, double or half. */
  private double limit(double ofFloat, double ofDouble, double ofHalf) {
    return switch (type) {
      case FLOAT -> ofFloat;
      case DOUBLE -> ofDouble;
      case HALF -> ofHalf;
    };
  }

  private void checkScalars(double[] x, double[] y, MemorySegment results, int at) {
    dot(x, y, type.get(results, at));
    double[] difference = new double[width];
    for (int i = 0; i < width; i++) {
      difference[i] = x[i] - y[i];
    }
    double lengthLimit = limit(2.75 + 0.5 * width, 5.5 + width, 0.25 + 0.5 * width);
    within("length", x, length(x), type.get(results, at + 1), Math.max(lengthLimit, 0.5));
    double limit = limit(2.5 + 2 * width, 5.5 + 2 * width, 2 * width);
    boolean exact = type != Real.DOUBLE || Arrays.stream(difference).allMatch(Double::isFinite);
    if (exact) {
      within("distance", x, length(difference), type.get(results, at + 2), limit);
      fast("fast_length", x, type.get(results, at + 3));
      fast("fast_distance", difference, type.get(results, at + 4));
    }
  }

  /** The fast forms may overflow and underflow. */
  private void fast(String name, double[] x, double actual) {
    double expected = length(x);
    if (type == Real.FLOAT && expected > 1e-15 && expected < 1e15) {
      within(name, x, expected, actual, 8191.5 + 2 * width);
    }
  }

  private void dot(double[] x, double[] y, double actual) {
    BigDecimal sum = BigDecimal.ZERO;
    double maxX = 0;
    double maxY = 0;
    for (int i = 0; i < width; i++) {
      if (!Double.isFinite(x[i]) || !Double.isFinite(y[i])) {
        return;
      }
      maxX = Math.max(maxX, Math.abs(x[i]));
      maxY = Math.max(maxY, Math.abs(y[i]));
      sum = sum.add(new BigDecimal(x[i]).multiply(new BigDecimal(y[i])));
    }
    double tolerance = maxX * maxY * (2 * width - 1) * type.ulp(1) + width * type.min();
    boolean overflows = !Double.isFinite(tolerance) || maxX * maxY * width > type.max();
    if (!overflows && !(Math.abs(sum.doubleValue() - actual) <= tolerance)) {
      wrong.add(
          "dot "
              + Arrays.toString(x)
              + Arrays.toString(y)
              + " is "
              + actual
              + ", not "
              + sum.doubleValue());
    }
  }

  private double length(double[] x) {
    boolean nan = false;
    boolean infinite = false;
    BigDecimal sum = BigDecimal.ZERO;
    for (double value : x) {
      nan |= Double.isNaN(value);
      infinite |= Double.isInfinite(value);
      sum = nan || infinite ? sum : sum.add(new BigDecimal(value).pow(2));
    }
    return nan ? Double.NaN : infinite ? Double.POSITIVE_INFINITY : sum.sqrt(PRECISE).doubleValue();
  }

  private void within(String name, double[] x, double expected, double actual, double ulps) {
    if (!(type.error(actual, expected) <= ulps)) {
      wrong.add(name + " of " + Arrays.toString(x) + " is " + actual + ", not " + expected);
    }
  }

  /** normalize: zeros stay, NaNs spread, infinities count as ones beside zeros (7.5.1). */
  private void checkUnit(String name, double[] x, MemorySegment results, int at, double ulps) {
    double[] v = x.clone();
    if (Arrays.stream(x).anyMatch(Double::isInfinite)
        && Arrays.stream(x).noneMatch(Double::isNaN)) {
      for (int i = 0; i < width; i++) {
        v[i] = Math.copySign(Double.isInfinite(x[i]) ? 1.0 : 0.0, x[i]);
      }
    }
    double length = length(v);
    for (int i = 0; i < width; i++) {
      double expected = length == 0 ? v[i] : Double.isNaN(length) ? Double.NaN : quotient(v[i], v);
      double actual = type.get(results, (long) at * width + i);
      within(name + "[" + i + "]", x, expected, actual, ulps);
    }
  }

  private static double quotient(double element, double[] v) {
    BigDecimal sum = BigDecimal.ZERO;
    for (double value : v) {
      sum = sum.add(new BigDecimal(value).pow(2));
    }
    return element == 0
        ? element
        : new BigDecimal(element).divide(sum.sqrt(PRECISE), PRECISE).doubleValue();
  }
}
