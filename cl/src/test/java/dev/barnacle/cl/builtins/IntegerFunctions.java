package dev.barnacle.cl.builtins;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The integer functions (OpenCL C 6.15.3) with references in {@link BigInteger}. */
final class IntegerFunctions {
  private IntegerFunctions() {}

  /** A reference over mathematical values; its value is wrapped into the result type. */
  @FunctionalInterface
  private interface Arithmetic {
    BigInteger of(BigInteger x, BigInteger y, BigInteger z);
  }

  private static Case of(String name, Scalar type, int arity, Scalar result, Arithmetic f) {
    return Case.call(
        name,
        type,
        arity,
        result,
        (w, x, y, z) -> f.of(type.big(x), type.big(y), type.big(z)).longValue());
  }

  private static BigInteger clip(Scalar type, BigInteger value) {
    return value.max(type.least()).min(type.most());
  }

  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (Scalar type : Scalar.INTEGERS) {
      arithmetic(type, cases);
      bits(type, cases);
      withScalars(type, cases);
      if (type.bytes < 8) {
        upsample(type, cases);
      }
    }
    for (Scalar type : List.of(Scalar.INT, Scalar.UINT)) {
      fast24(type, cases);
    }
    dotProducts(cases);
    return cases;
  }

  private static void arithmetic(Scalar t, List<Case> cases) {
    Scalar u = t.integer(false);
    cases.add(of("abs", t, 1, u, (x, y, z) -> x.abs()));
    cases.add(of("abs_diff", t, 2, u, (x, y, z) -> x.subtract(y).abs()));
    cases.add(of("add_sat", t, 2, t, (x, y, z) -> clip(t, x.add(y))));
    cases.add(of("sub_sat", t, 2, t, (x, y, z) -> clip(t, x.subtract(y))));
    cases.add(of("hadd", t, 2, t, (x, y, z) -> x.add(y).shiftRight(1)));
    cases.add(of("rhadd", t, 2, t, (x, y, z) -> x.add(y).add(BigInteger.ONE).shiftRight(1)));
    cases.add(of("max", t, 2, t, (x, y, z) -> x.max(y)));
    cases.add(of("min", t, 2, t, (x, y, z) -> x.min(y)));
    cases.add(of("mul_hi", t, 2, t, (x, y, z) -> x.multiply(y).shiftRight(t.bits())));
    cases.add(of("mad_hi", t, 3, t, (x, y, z) -> x.multiply(y).shiftRight(t.bits()).add(z)));
    cases.add(of("mad_sat", t, 3, t, (x, y, z) -> clip(t, x.multiply(y).add(z))));
    // clamp's result is undefined where the bounds cross.
    cases.add(
        new Case(
            "clamp_" + t,
            List.of(t, t, t),
            t,
            w -> "clamp(x, min(y, z), max(y, z))",
            (w, x, y, z) ->
                t.big(x).max(t.big(y).min(t.big(z))).min(t.big(y).max(t.big(z))).longValue()));
  }

  private static void bits(Scalar t, List<Case> cases) {
    int bits = t.bits();
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    cases.add(
        Case.call(
            "clz", t, 1, t, (w, x, y, z) -> Long.numberOfLeadingZeros(x & mask) - (64 - bits)));
    cases.add(
        Case.call(
            "ctz", t, 1, t, (w, x, y, z) -> Math.min(Long.numberOfTrailingZeros(x & mask), bits)));
    cases.add(Case.call("popcount", t, 1, t, (w, x, y, z) -> Long.bitCount(x & mask)));
    cases.add(Case.call("bit_reverse", t, 1, t, (w, x, y, z) -> Long.reverse(x) >>> (64 - bits)));
    cases.add(
        Case.call(
            "rotate",
            t,
            2,
            t,
            (w, x, y, z) -> {
              int n = (int) (y & (bits - 1));
              return n == 0 ? x : x << n | (x & mask) >>> (bits - n);
            }));
    int[][] fields = {{3, 4}, {0, bits}, {bits / 2, bits / 2}};
    for (int[] field : fields) {
      bitfields(t, field[0], field[1], cases);
    }
  }

  private static void bitfields(Scalar t, int offset, int count, List<Case> cases) {
    String suffix = "_" + t + "_" + offset + "_" + count;
    String arguments = ", %du, %du)".formatted(offset, count);
    long ones = count == 64 ? -1 : (1L << count) - 1;
    cases.add(
        new Case(
            "bitfield_insert" + suffix,
            List.of(t, t),
            t,
            w -> "bitfield_insert(x, y" + arguments,
            (w, x, y, z) -> (x & ~(ones << offset)) | ((y & ones) << offset)));
    cases.add(
        new Case(
            "bitfield_extract_unsigned" + suffix,
            List.of(t),
            t.integer(false),
            w -> "bitfield_extract_unsigned(x" + arguments,
            (w, x, y, z) -> x >>> offset & ones));
    cases.add(
        new Case(
            "bitfield_extract_signed" + suffix,
            List.of(t),
            t.integer(true),
            w -> "bitfield_extract_signed(x" + arguments,
            (w, x, y, z) -> count == 0 ? 0 : (x >>> offset) << (64 - count) >> (64 - count)));
  }

  /** Vectors with scalar second and third operands. */
  private static void withScalars(Scalar t, List<Case> cases) {
    String text = "min(max(x, (T)3), (T)7) ^ clamp(x, (T)5, (T)90)".replace("T", t.cl);
    Expected.Exact reference =
        (w, x, y, z) -> {
          long value = t.saturate(t.big(x).min(BigInteger.valueOf(1000)));
          return Math.clamp(value, 3, 7) ^ Math.clamp(value, 5, 90);
        };
    cases.add(new Case("with_scalars_" + t, List.of(t), t, w -> text, reference));
  }

  private static void upsample(Scalar t, List<Case> cases) {
    Scalar u = t.integer(false);
    cases.add(
        new Case(
            "upsample_" + t,
            List.of(t, u),
            t.wide(),
            w -> "upsample(x, y)",
            (w, x, y, z) -> x << t.bits() | y));
  }

  private static void fast24(Scalar t, List<Case> cases) {
    // Only operands of 24 bits have a promised result.
    String x = t.signed ? "(x << 8 >> 8)" : "(x & 0xffffff)";
    String y = x.replace('x', 'y').replace("0yf", "0xf");
    Expected.Exact product = (w, a, b, c) -> narrow24(t, a) * narrow24(t, b);
    cases.add(
        new Case("mul24_" + t, List.of(t, t), t, w -> "mul24(" + x + ", " + y + ")", product));
    cases.add(
        new Case(
            "mad24_" + t,
            List.of(t, t, t),
            t,
            w -> "mad24(" + x + ", " + y + ", z)",
            (w, a, b, c) -> narrow24(t, a) * narrow24(t, b) + c));
  }

  private static long narrow24(Scalar t, long value) {
    return t.signed ? value << 40 >> 40 : value & 0xffffff;
  }

  /** The products of four bytes: each element holds the packed operands. */
  private static void dotProducts(List<Case> cases) {
    for (String signs : List.of("uu", "ss", "us", "su")) {
      Scalar t = signs.equals("uu") ? Scalar.UINT : Scalar.INT;
      String name = signs + "_" + t;
      Expected.Exact dot = (w, x, y, z) -> dot(signs, x, y);
      Expected.Exact sat =
          (w, x, y, z) -> t.saturate(BigInteger.valueOf(dot(signs, x, y)).add(t.big(z)));
      cases.add(
          scalarsOnly(
              "dot_4x8packed_" + name,
              List.of(Scalar.UINT, Scalar.UINT),
              t,
              "dot_4x8packed_" + name + "(x, y)",
              dot));
      cases.add(
          scalarsOnly(
              "dot_acc_sat_4x8packed_" + name,
              List.of(Scalar.UINT, Scalar.UINT, t),
              t,
              "dot_acc_sat_4x8packed_" + name + "(x, y, z)",
              sat));
      String vectors =
          "as_%s4(x), as_%s4(y)"
              .formatted(
                  signs.charAt(0) == 'u' ? "uchar" : "char",
                  signs.charAt(1) == 'u' ? "uchar" : "char");
      cases.add(
          scalarsOnly(
              "dot_" + name, List.of(Scalar.UINT, Scalar.UINT), t, "dot(" + vectors + ")", dot));
      cases.add(
          scalarsOnly(
              "dot_acc_sat_" + name,
              List.of(Scalar.UINT, Scalar.UINT, t),
              t,
              "dot_acc_sat(" + vectors + ", z)",
              sat));
    }
  }

  private static Case scalarsOnly(
      String name, List<Scalar> types, Scalar result, String text, Expected.Exact f) {
    return new Case(
        name, types, result, w -> w == 1 ? text : Elementwise.of(text, types.size(), result, w), f);
  }

  private static long dot(String signs, long x, long y) {
    long sum = 0;
    for (int i = 0; i < 32; i += 8) {
      long a = signs.charAt(0) == 'u' ? x >>> i & 0xff : (byte) (x >>> i);
      long b = signs.charAt(1) == 'u' ? y >>> i & 0xff : (byte) (y >>> i);
      sum += a * b;
    }
    return sum;
  }
}
