package dev.barnacle.cl.builtins;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * vload_half, vloada_half, vstore_half and vstorea_half in all rounding modes (OpenCL C 6.15.7), in
 * private memory.
 */
final class HalfMemory {
  private HalfMemory() {}

  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (Scalar from : List.of(Scalar.FLOAT, Scalar.DOUBLE)) {
      cases.add(store(from, "", Rounding.RTE, ""));
      for (Rounding mode : Rounding.values()) {
        cases.add(store(from, "", mode, mode.suffix));
        cases.add(store(from, "a", mode, mode.suffix));
      }
    }
    for (String aligned : List.of("", "a")) {
      cases.add(load(aligned));
    }
    return cases;
  }

  /** Stores x rounded at index 1 of an array of halves, and reads it back as it is. */
  private static Case store(Scalar from, String aligned, Rounding mode, String suffix) {
    return new Case(
        "vstore" + aligned + "_half" + suffix + "_" + from,
        List.of(from),
        Scalar.HALF,
        w -> {
          // The aligned form has no scalars, and gives width 3 the room of 4.
          int room = !aligned.isEmpty() && w == 3 ? 4 : w;
          String number = w == 1 ? "" : "" + w;
          String element = w == 1 ? "h[1]" : "vload" + w + "(0, h + " + room + ")";
          return "({ half h[%d] __attribute__((aligned(64))); vstore%s_half%s%s(x, 1, h); %s; })"
              .formatted(2 * room, w == 1 ? "" : aligned, number, suffix, element);
        },
        (Expected.Exact) (w, x, y, z) -> rounded(from.number(x), mode),
        arguments(from));
  }

  private static Case load(String aligned) {
    return new Case(
        "vload" + aligned + "_half",
        List.of(Scalar.HALF),
        Scalar.FLOAT,
        w -> {
          int room = !aligned.isEmpty() && w == 3 ? 4 : w;
          String number = w == 1 ? "" : "" + w;
          String store = w == 1 ? "h[1] = x" : "vstore" + w + "(x, 0, h + " + room + ")";
          return "({ half h[%d] __attribute__((aligned(64))); %s; vload%s_half%s(1, h); })"
              .formatted(2 * room, store, w == 1 ? "" : aligned, number);
        },
        (w, x, y, z) -> Real.FLOAT.bits(Real.HALF.ofBits(x)));
  }

  private static long rounded(double x, Rounding mode) {
    boolean special = x == 0 || Double.isNaN(x) || Double.isInfinite(x);
    return special ? Real.HALF.bits(x) : mode.toReal(new BigDecimal(x), Real.HALF);
  }

  /** Numbers about those of half and the middles between them, beside the usual ones. */
  private static List<long[]> arguments(Scalar from) {
    Random random = new Random(11);
    List<long[]> rows = new ArrayList<>();
    from.edgesAndRandom(random, 100).forEach(x -> rows.add(new long[] {x}));
    for (int i = 0; i < 100; i++) {
      double half = Real.HALF.ofBits(random.nextLong());
      double tie = Double.isFinite(half) ? half + Real.HALF.ulp(half) / 2 : 65520;
      double next = from == Scalar.FLOAT ? Math.nextUp((float) tie) : Math.nextUp(tie);
      for (double x : new double[] {half, tie, next}) {
        rows.add(new long[] {from.real().bits(x)});
      }
    }
    return rows;
  }
}
