package dev.barnacle.cli.internal.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random expressions of a {@link FuzzKernel}: integers wrap as unsigned ones do, shifts are masked,
 * divisors are odd, and floats are numbers that each engine rounds the same.
 */
final class FuzzExpressions {
  /** The elements of the kernel's private array. */
  static final int ARRAY = 8;

  private static final List<String> BINARY = List.of("+", "-", "*", "&", "|", "^");
  private static final List<String> COMPARE = List.of("<", "<=", ">", "==", "!=");
  private static final List<String> SMALL = List.of("uchar", "short", "char", "ushort");
  private static final List<String> OF_TWO =
      List.of("max", "min", "add_sat", "sub_sat", "mul_hi", "hadd", "rhadd", "rotate", "abs_diff");

  private final SplittableRandom random;

  FuzzExpressions(SplittableRandom random) {
    this.random = random;
  }

  /** Returns one of several words. */
  String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Returns a variable or member that may be assigned to. */
  String variable() {
    return one(List.of("a", "b", "c", "v.x", "v.z", "s.a", "s.c[1]", "w.s3"));
  }

  /** Returns an element of the private array. */
  String element() {
    return "array[(" + expression(1) + ") & " + (ARRAY - 1) + "u]";
  }

  String condition() {
    return switch (random.nextInt(6)) {
      case 0 -> "f < " + random.nextInt(900) + ".5f";
      case 1 -> "l > " + random.nextInt(1000) + "000000007ul";
      case 2 -> one(List.of("any", "all")) + "(as_int4(v) " + one(List.of("<", ">=")) + " 0)";
      default -> expression(1) + " " + one(COMPARE) + " " + expression(1);
    };
  }

  String expression(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return leaf();
    }
    String left = expression(depth - 1);
    String right = expression(depth - 1);
    return switch (random.nextInt(15)) {
      case 0 -> "(" + left + " / (" + right + " | 1u))";
      case 1 -> "(" + left + " % (" + right + " | 1u))";
      case 2 -> "(" + left + " << (" + right + " & 31u))";
      case 3 -> "(uint) ((int) (" + left + ") >> (" + right + " & 31u))";
      case 4 -> "(" + left + " < " + right + " ? " + leaf() + " : " + left + ")";
      case 5 -> "(uint) (" + one(SMALL) + ") (" + left + ")";
      case 6 -> one(OF_TWO) + "(" + left + ", " + right + ")";
      case 7 -> one(List.of("popcount", "clz", "ctz")) + "(" + left + ")";
      case 8 -> "(uint) (((ulong) " + left + " * (ulong) " + right + ") >> 13)";
      case 9 -> "mix2(" + left + ", " + right + ")";
      case 10 -> "upsample((ushort) (" + left + "), (ushort) (" + right + "))";
      case 11 -> "mad24((uint) (" + left + ") & 0xffffu, (" + right + ") & 0xffu, " + leaf() + ")";
      default -> "(" + left + " " + one(BINARY) + " " + right + ")";
    };
  }

  private String leaf() {
    return switch (random.nextInt(7)) {
      case 0 -> Integer.toUnsignedString(random.nextInt()) + "u";
      case 1 -> random.nextInt(10) + "u";
      case 2 -> one(List.of("gid", "lid", "n"));
      case 3 -> one(List.of("s.a", "(uint) s.b", "s.c[0]", "s.c[2]", "(uint) l", "w.s1", "w.s6"));
      default -> one(List.of("a", "b", "c", "v.x", "v.y", "v.z", "v.w"));
    };
  }

  /** Returns four unsigned integers. */
  String vector() {
    return switch (random.nextInt(8)) {
      case 0 -> "v.wzyx + (uint4)(" + expression(1) + ")";
      case 1 -> "v * (uint4)(" + leaf() + ", 3u, " + leaf() + ", 7u)";
      case 2 -> "select(v, v.yxwz, v > (uint4)(" + leaf() + "))";
      case 3 -> "convert_uint4(convert_" + one(List.of("uchar", "short", "char")) + "4_sat(v))";
      case 4 -> "shuffle(v, v.zwxy & 3u)";
      case 5 -> "shuffle2(v, w.lo, w.hi & 7u)";
      case 6 ->
          "as_uint4(as_uchar16(v).s" + one(List.of("fedcba9876543210", "08192a3b4c5d6e7f")) + ")";
      default -> "(v << (uint4)(" + random.nextInt(32) + "u)) ^ v.zwxy";
    };
  }

  /** Returns eight unsigned integers. */
  String wide() {
    return switch (random.nextInt(4)) {
      case 0 -> "w.s76543210 + (uint8)(" + expression(1) + ")";
      case 1 -> "(uint8)(v, w.s0246 ^ " + leaf() + ")";
      case 2 -> "w * 5u + (uint8)(w.hi, v)";
      default -> "select(w, w.s10325476, w < (uint8)(" + leaf() + "))";
    };
  }

  /** Returns a number of 64 bits. */
  String longNumber() {
    return switch (random.nextInt(6)) {
      case 0 -> "l * 6364136223846793005ul + " + leaf();
      case 1 -> "mul_hi(l, " + Long.toUnsignedString(random.nextLong()) + "ul)";
      case 2 -> "(l >> (" + leaf() + " & 63u)) ^ (ulong) " + leaf();
      case 3 -> "l / ((ulong) (" + expression(1) + ") | 1ul)";
      case 4 -> "upsample(" + leaf() + ", " + leaf() + ")";
      default -> "rotate(l, (ulong) (" + leaf() + ")) + l % 1000003ul";
    };
  }

  /** Returns sums and products of numbers that stay finite and small. */
  String real() {
    return switch (random.nextInt(8)) {
      case 0 -> "(float) ((" + expression(1) + ") & 1023u)";
      case 1 -> "f * 0.75f + (float) (lid)";
      case 2 -> "fmin(f, " + random.nextInt(500) + ".25f)";
      case 3 -> "fabs(f - " + random.nextInt(500) + ".0f)";
      case 4 -> "floor(f) + copysign(0.5f, f - 100.0f)";
      case 5 -> "convert_float(convert_uchar_sat(f)) + trunc(f * 0.125f)";
      case 6 -> "(f > 10.0f ? rint(f) : f)";
      default -> "f * 0.3f";
    };
  }
}
