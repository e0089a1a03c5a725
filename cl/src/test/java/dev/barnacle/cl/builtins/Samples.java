package dev.barnacle.cl.builtins;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Arguments to try: edge values in all combinations, and random ones of all magnitudes. */
final class Samples {
  /** Every vector width divides it, so that each has whole vectors. */
  static final int GROUP = 48;

  private Samples() {}

  /** Zeros, ones, infinities, NaN, denormals, extremes and halves between integers. */
  static double[] edges(Real type) {
    double[] positive = {
      0,
      type.min(),
      3 * type.min(),
      type.minNormal() - type.min(),
      type.minNormal(),
      0x1p-10,
      0.25,
      0.5,
      type.round(0.7071067811865476),
      1 - type.ulp(0.5),
      1,
      1 + type.ulp(1),
      1.5,
      2,
      2.5,
      3,
      type.round(Math.PI),
      4,
      10,
      127.5,
      1023,
      2048,
      type.max() / 2,
      type.max(),
      Double.POSITIVE_INFINITY
    };
    double[] edges = new double[2 * positive.length + 1];
    for (int i = 0; i < positive.length; i++) {
      edges[2 * i] = positive[i];
      edges[2 * i + 1] = -positive[i];
    }
    edges[edges.length - 1] = Double.NaN;
    return edges;
  }

  /** Arguments of a function: rows of arity values, a multiple of {@link #GROUP} of them. */
  static double[][] rows(Real type, int arity, long seed) {
    List<double[]> rows = new ArrayList<>();
    double[] edges = edges(type);
    for (double x : edges) {
      if (arity == 1) {
        rows.add(new double[] {x});
        continue;
      }
      for (double y : edges) {
        rows.add(
            arity == 2
                ? new double[] {x, y}
                : new double[] {x, y, edges[rows.size() % edges.length]});
      }
    }
    Random random = new Random(seed);
    int count = rows.size() + 400;
    count += GROUP - count % GROUP;
    while (rows.size() < count) {
      double[] row = new double[arity];
      boolean anyBits = random.nextInt(4) == 0;
      for (int i = 0; i < arity; i++) {
        row[i] = anyBits ? type.ofBits(random.nextLong()) : moderate(type, random);
      }
      rows.add(row);
    }
    return rows.toArray(double[][]::new);
  }

  /** A number whose magnitude is near that of 1, where most functions have most to do. */
  static double moderate(Real type, Random random) {
    double magnitude = Math.scalb(1 + random.nextDouble(), random.nextInt(12) - 6);
    return type.round(random.nextBoolean() ? magnitude : -magnitude);
  }
}
