package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Emits integer divisions and remainders of all lanes. Processors have none for vectors, so they
 * divide floating-point numbers: the quotient of integers of n bits, rounded to a number with more
 * than n + 1 bits, and then towards zero, is that of the integers. For a / b is less than the next
 * integer q by 1 / b at least, which is 1 / (q b) of it, and q b is at most a + b. Those of 64 bits
 * are divided so where all of them have no more than 31, as sizes and indices do.
 */
final class VectorDivision {
  /** The largest value of 64 bits that is divided as one of 32. */
  private static final long MOST_NARROW = Integer.MAX_VALUE;

  private final VectorScope scope;

  VectorDivision(VectorScope scope) {
    this.scope = scope;
  }

  void emit(Binary i) {
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      parts.add(part(i, p));
    }
    scope.set(i, parts);
  }

  private String part(Binary i, int part) {
    IntType type = (IntType) i.type().scalar();
    String a = frozen(i.operand(0), part);
    String b = safe(i, a, frozen(i.operand(1), part), type);
    if (i.operand(1) instanceof Constant) {
      return integers(i, type, a, b); // LLVM multiplies
    }
    return type.bits() < 64 ? rounded(i, type, a, b) : narrowed(i, type, a, b);
  }

  private String frozen(Value value, int part) {
    return scope.out().freeze(scope.vectorType(value.type().scalar()), scope.part(value, part));
  }

  private static boolean isSigned(Binary i) {
    return i.op() == Binary.Op.SDIV || i.op() == Binary.Op.SREM;
  }

  /** Returns divisors without those that are undefined, also of lanes that don't run: 1 instead. */
  private String safe(Binary i, String a, String b, IntType type) {
    LlvmText out = scope.out();
    String vector = scope.vectorType(type);
    String truth = scope.vectorType(Types.I1);
    String bad = out.icmp("eq", vector, b, "zeroinitializer");
    if (isSigned(i)) {
      long least = type.bits() == 64 ? Long.MIN_VALUE : -(1L << (type.bits() - 1));
      String isLeast = out.icmp("eq", vector, a, scope.constant(type, least));
      String minus = out.icmp("eq", vector, b, scope.constant(type, -1));
      String both = out.and(truth, isLeast, minus);
      bad = out.or(truth, bad, both);
    }
    return scope.select(bad, vector, scope.constant(type, 1), b);
  }

  /** Divides as LLVM does: one lane after the other, or by multiplication with a constant. */
  private String integers(Binary i, IntType type, String a, String b) {
    return scope.out().binary(i.op().keyword(), scope.vectorType(type), a, b);
  }

  /** Divides integers of up to 32 bits as floating-point numbers. */
  private String rounded(Binary i, IntType type, String a, String b) {
    LlvmText out = scope.out();
    String integers = scope.vectorType(type);
    String floats = scope.vectorType(type.bits() <= 16 ? Types.F32 : Types.F64);
    String widen = isSigned(i) ? "sitofp" : "uitofp";
    String x = out.cast(widen, integers, a, floats);
    String y = out.cast(widen, integers, b, floats);
    String exact = out.binary("fdiv", floats, x, y);
    String towardsZero = isSigned(i) ? "fptosi" : "fptoui";
    String quotient = out.cast(towardsZero, floats, exact, integers);
    if (i.op() == Binary.Op.SDIV || i.op() == Binary.Op.UDIV) {
      return quotient;
    }
    String product = out.mul(integers, quotient, b);
    return out.sub(integers, a, product);
  }

  /** Divides integers of 64 bits, which mostly have fewer. */
  private String narrowed(Binary i, IntType type, String a, String b) {
    LlvmText out = scope.out();
    String longs = scope.vectorType(type);
    String bits = out.or(longs, a, b);
    String most = scope.constant(type, MOST_NARROW);
    String large = out.icmp("ugt", longs, bits, most);
    int number = scope.names().number();
    out.br(scope.any(large), "long" + number, "short" + number);
    out.label("long" + number);
    String wide = integers(i, type, a, b);
    out.br("divided" + number);
    out.label("short" + number);
    String ints = scope.vectorType(Types.I32);
    String c = out.trunc(longs, a, ints);
    String d = out.trunc(longs, b, ints);
    String narrow = out.zext(ints, rounded(i, Types.I32, c, d), longs);
    out.br("divided" + number);
    out.label("divided" + number);
    return out.phi(
        longs,
        LlvmText.incoming(wide, "long" + number),
        LlvmText.incoming(narrow, "short" + number));
  }
}
