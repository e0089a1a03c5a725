package dev.barnacle.cl.builtins;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Explicit conversions among all types (OpenCL C 6.4.3), against exact arithmetic. */
final class Conversions {
  /** The rounding modes by suffix, the empty one among them. */
  private static final List<Optional<Rounding>> MODES =
      Stream.concat(
              Stream.of(Optional.<Rounding>empty()), Stream.of(Rounding.values()).map(Optional::of))
          .toList();

  private Conversions() {}

  /**
   * Conversions of all pairs of types. Where the rounding mode can matter each is tried, with and
   * without saturation where the rounding mode is the same; elsewhere one, in turn.
   */
  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (Scalar from : Scalar.values()) {
      for (Scalar to : Scalar.values()) {
        boolean exact = !from.isReal() && (!to.isReal() || to.bytes > 2 * from.bytes);
        int turn = from.index() + to.index();
        for (int i = 0; i < MODES.size(); i++) {
          if (!exact || i == turn % MODES.size()) {
            boolean saturated = !to.isReal() && (exact || (i + turn) % 2 == 0);
            cases.add(conversion(from, to, MODES.get(i), saturated));
          }
        }
      }
    }
    return cases;
  }

  private static Case conversion(
      Scalar from, Scalar to, Optional<Rounding> mode, boolean saturated) {
    String suffix = (saturated ? "_sat" : "") + mode.map(m -> m.suffix).orElse("");
    Rounding rounding = mode.orElse(to.isReal() ? Rounding.RTE : Rounding.RTZ);
    List<long[]> rows =
        Arrays.stream(arguments(from, to))
            .filter(x -> saturated || isDefined(from, to, rounding, x))
            .mapToObj(x -> new long[] {x})
            .toList();
    return new Case(
        "%s_to_%s%s".formatted(from, to, suffix),
        List.of(from),
        to,
        w -> "convert_" + Widths.type(to.cl, w) + suffix + "(x)",
        (Expected.Exact) (w, x, y, z) -> convert(from, to, rounding, saturated, x),
        rows);
  }

  /** Edge values, random ones, and numbers about the ends of the other type's range. */
  private static long[] arguments(Scalar from, Scalar to) {
    List<Long> values = new ArrayList<>();
    Random random = new Random(from.index() * 31 + to.index());
    from.edgesAndRandom(random, 150).forEach(values::add);
    if (from.isReal() && !to.isReal()) {
      for (BigInteger end : List.of(to.least(), to.most())) {
        for (double off : new double[] {-1.5, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 1.5}) {
          values.add(from.real().bits(from.real().round(end.doubleValue() + off)));
        }
      }
    }
    if (from == Scalar.DOUBLE && to.isReal()) {
      aboutTies(to.real(), random, values);
    }
    return values.stream().mapToLong(from::wrap).toArray();
  }

  /** Doubles at, and next to, the middle of two numbers of a narrower type. */
  private static void aboutTies(Real type, Random random, List<Long> values) {
    for (int i = 0; i < 60; i++) {
      double x = type.ofBits(random.nextLong());
      double tie = Math.abs(x) < type.max() / 2 ? x + type.ulp(x) / 2 : 1.5 * type.min();
      for (double value : new double[] {tie, Math.nextUp(tie), Math.nextDown(tie)}) {
        values.add(Double.doubleToRawLongBits(value));
      }
    }
  }

  /** Whether a conversion without saturation has a defined result. */
  private static boolean isDefined(Scalar from, Scalar to, Rounding mode, long x) {
    if (!from.isReal() || to.isReal()) {
      return true;
    }
    double number = from.number(x);
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return false;
    }
    BigInteger rounded = mode.toInteger(new BigDecimal(number));
    return rounded.equals(rounded.max(to.least()).min(to.most()));
  }

  private static long convert(Scalar from, Scalar to, Rounding mode, boolean saturated, long x) {
    if (!from.isReal()) {
      BigInteger value = from.big(x);
      return to.isReal()
          ? value.signum() == 0 ? 0 : mode.toReal(new BigDecimal(value), to.real())
          : saturated ? to.saturate(value) : value.longValue();
    }
    double number = from.number(x);
    if (to.isReal()) {
      boolean special = number == 0 || Double.isNaN(number) || Double.isInfinite(number);
      return special ? to.real().bits(number) : mode.toReal(new BigDecimal(number), to.real());
    }
    if (Double.isNaN(number)) {
      return 0;
    }
    if (Double.isInfinite(number)) {
      return (number > 0 ? to.most() : to.least()).longValue();
    }
    return to.saturate(mode.toInteger(new BigDecimal(number)));
  }
}
