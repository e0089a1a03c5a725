package dev.barnacle.cl.builtins;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** The rounding modes of conversions (OpenCL C 6.4.3.2), in exact arithmetic. */
enum Rounding {
  RTE("_rte", RoundingMode.HALF_EVEN),
  RTZ("_rtz", RoundingMode.DOWN),
  RTP("_rtp", RoundingMode.CEILING),
  RTN("_rtn", RoundingMode.FLOOR);

  final String suffix;
  private final RoundingMode mode;

  Rounding(String suffix, RoundingMode mode) {
    this.suffix = suffix;
    this.mode = mode;
  }

  /** Rounds a finite number to an integer. */
  BigInteger toInteger(BigDecimal value) {
    return value.setScale(0, mode).toBigInteger();
  }

  /** Rounds a finite number, other than 0, to a floating-point type; the bits of the result. */
  long toReal(BigDecimal value, Real type) {
    double near = value.doubleValue();
    double magnitude = Math.min(Math.max(Math.abs(near), type.min()), type.max());
    // The spacing of the type's numbers just below and above: a power of two may lie between.
    double ulp = type.ulp(magnitude);
    if (value.abs().compareTo(new BigDecimal(Math.scalb(1.0, Math.getExponent(magnitude)))) < 0
        && magnitude > type.minNormal()) {
      ulp = type.ulp(Math.nextDown(magnitude));
    }
    BigDecimal rounded =
        value.divide(new BigDecimal(ulp)).setScale(0, mode).multiply(new BigDecimal(ulp));
    double result;
    if (rounded.abs().compareTo(new BigDecimal(type.max())) > 0) {
      boolean stays =
          mode == RoundingMode.DOWN
              || mode == (value.signum() > 0 ? RoundingMode.FLOOR : RoundingMode.CEILING);
      result = Math.copySign(stays ? type.max() : Double.POSITIVE_INFINITY, near);
    } else {
      result = Math.copySign(rounded.doubleValue(), near == 0 ? value.signum() : near);
    }
    return type.bits(result);
  }
}
