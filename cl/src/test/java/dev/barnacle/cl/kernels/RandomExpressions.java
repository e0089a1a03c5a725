package dev.barnacle.cl.kernels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random expressions over the variables of a {@link RandomKernel}. None has undefined behaviour:
 * signed sums are made with unsigned ones ({@link #MACROS}), indices are masked, nothing divides by
 * zero. Floats are only added, subtracted, multiplied, fused, compared and converted, which has one
 * right result, unless the expression is {@link #inexact()}.
 */
final class RandomExpressions {
  /** Elements of the ints and floats that kernels read; masks of indices are one less. */
  static final int INPUTS = 1024;

  static final String MACROS =
      """
      #define ADD(a, b) ((int)((uint)(a) + (uint)(b)))
      #define SUB(a, b) ((int)((uint)(a) - (uint)(b)))
      #define MUL(a, b) ((int)((uint)(a) * (uint)(b)))
      #define DIV(a, b) ((a) / (((b) & 63) + 1))
      #define REM(a, b) ((a) % (((b) & 63) + 1))
      #define SHL(a, b) ((int)((uint)(a) << ((b) & 31)))
      #define SHR(a, b) ((a) >> ((b) & 31))
      #define IN(i) in[(uint)(i) & 1023]
      #define FIN(i) fin[(uint)(i) & 1023]
      typedef struct { int a; short b; char c, d; int e; } Record;
      constant int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, -3};
      """;

  private static final int INTS = 5;
  private static final int FLOATS = 3;

  private final SplittableRandom random;
  private final RandomVector vector;
  private final Deque<String> uniforms = new ArrayDeque<>();

  RandomExpressions(SplittableRandom random, RandomVector vector) {
    this.random = random;
    this.vector = vector;
    uniforms.push("n");
  }

  /** Adds a variable that all work-items of a group agree on, until {@link #leave}. */
  void enter(String uniform) {
    uniforms.push(uniform);
  }

  void leave() {
    uniforms.pop();
  }

  int number(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  @SafeVarargs
  final <T> T one(T... of) {
    return of[random.nextInt(of.length)];
  }

  String variable() {
    return "v" + random.nextInt(INTS);
  }

  String floatVariable() {
    return "f" + random.nextInt(FLOATS);
  }

  /** Declares all variables. */
  static String declarations() {
    StringBuilder text = new StringBuilder();
    for (int v = 0; v < INTS; v++) {
      text.append("int v" + v + " = " + (v % 2 == 0 ? "ADD(id, " : "MUL(n, ") + (v + 1) + ");\n");
    }
    for (int f = 0; f < FLOATS; f++) {
      text.append("float f" + f + " = " + (f == 0 ? "fin[id]" : f + ".5f * n") + ";\n");
    }
    return text + "long l = (long)id << 20; short s = (short)id; uchar c = (uchar)n;\n";
  }

  /** Folds all variables into v0 and f0. */
  static String fold() {
    StringBuilder text = new StringBuilder();
    for (int v = 1; v < INTS; v++) {
      text.append("v0 = ADD(v0, MUL(v" + v + ", " + (2 * v + 1) + "));\n");
    }
    for (int f = 1; f < FLOATS; f++) {
      text.append("f0 = f0 + f" + f + ";\n");
    }
    return text + "v0 = ADD(v0, (int)(l >> 7)); v0 ^= s; v0 = ADD(v0, c);\n";
  }

  /** An int on which all work-items of a group agree. */
  String uniform() {
    String name = new ArrayList<>(uniforms).get(random.nextInt(uniforms.size()));
    return switch (random.nextInt(6)) {
      case 0 -> "ADD(" + name + ", " + random.nextInt(9) + ")";
      case 1 -> "(" + name + " >> 1)";
      case 2 -> "in[" + name + " & 15]";
      case 3 -> "table[" + name + " & 15]";
      default -> name;
    };
  }

  String uniformCondition() {
    return "(" + uniform() + " & 3) " + one("<", ">", "==", "!=") + " " + random.nextInt(4);
  }

  String condition() {
    return switch (random.nextInt(6)) {
      case 0 -> uniformCondition();
      case 1 -> real(1) + one(" < ", " > ", " <= ", " != ") + real(1);
      case 2 -> "(" + integer(1) + " & 3) == " + random.nextInt(4);
      case 3 -> "(uint)" + integer(1) + one(" < ", " > ") + "(uint)" + integer(1);
      default -> integer(1) + one(" < ", " > ", " == ", " != ") + integer(1);
    };
  }

  String integer(int depth) {
    if (depth == 0) {
      return integerLeaf();
    }
    String a = integer(depth - 1);
    String b = integer(depth - 1);
    return switch (random.nextInt(17)) {
      case 0 -> "ADD(" + a + ", " + b + ")";
      case 1 -> "SUB(" + a + ", " + b + ")";
      case 2 -> "MUL(" + a + ", " + b + ")";
      case 3 -> one("DIV(", "REM(") + a + ", " + b + ")";
      case 4 -> one("SHL(", "SHR(") + a + ", " + b + ")";
      case 5 -> "(" + a + one(" & ", " | ", " ^ ") + b + ")";
      case 6 -> "(" + condition() + " ? " + a + " : " + b + ")";
      case 7 -> one("min(", "max(", "mul_hi(", "rotate(", "hadd(") + a + ", " + b + ")";
      case 8 -> "(int)" + one("popcount(", "clz(", "abs(") + a + ")";
      case 9 -> "(int)(" + one("short", "uchar", "char", "ushort") + ")" + a;
      case 10 -> "convert_int_sat(" + real(depth - 1) + ")";
      case 11 -> "(int)((" + one("long", "ulong") + ")" + a + " * " + b + " >> " + number(33) + ")";
      case 12 -> vector.toInt(number(vector.width()));
      case 13, 14, 15 -> load(a);
      default -> a;
    };
  }

  /** A load from memory, at a place that depends on the work-item in some way. */
  private String load(String index) {
    String near = one("id", "id + 1", "2 * id", "3 * id + 2", "4 * id + 1", "id / 2", "id ^ 1");
    return switch (random.nextInt(10)) {
      case 0, 1 -> "in[" + near + "]";
      case 2 -> "IN(" + index + ")";
      case 3 -> "(int)((global const char *)in)[(uint)" + index + " & 4095]";
      case 4 -> "(int)((global const short *)in)[" + near + "]";
      case 5 -> "(int)((global const uchar *)in)[" + near + "]";
      case 6 ->
          "(int)((global const Record *)in)["
              + one("id", "(uint)" + index + " & 255")
              + "]."
              + one("a", "b", "c", "e");
      case 7 -> {
        int width = one(2, 3, 4);
        yield "vload"
            + width
            + "("
            + one("id", "(uint)" + index + " & 127")
            + ", in).s"
            + number(width);
      }
      case 8 -> "table[" + index + " & 15]";
      default -> "a[" + one(index + " & 7", number(8) + "", uniform() + " & 7", "id & 7") + "]";
    };
  }

  private String integerLeaf() {
    return switch (random.nextInt(13)) {
      case 0 -> "id";
      case 1 -> uniform();
      case 2 -> Integer.toString(random.nextInt(100) - 50);
      case 3 -> vector.toInt(number(vector.width()));
      case 4 -> "a[" + number(8) + "]";
      case 5 -> one("(int)s", "(int)c", "(int)(l >> 3)");
      case 6 -> "lid";
      default -> variable();
    };
  }

  /** A float expression with one right result. */
  String real(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(6)) {
        case 0 -> "fin[" + one("id", "2 * id", "3 * id + 1", "id + 1") + "]";
        case 1 -> number(16) + ".25f";
        case 2 -> "b[" + number(4) + "]";
        default -> floatVariable();
      };
    }
    String a = real(depth - 1);
    String b = real(depth - 1);
    return switch (random.nextInt(9)) {
      case 0 -> "(" + a + " + " + b + ")";
      case 1 -> "(" + a + " - " + b + ")";
      case 2 -> "(" + a + " * 0.5f)";
      case 3 -> "fma(" + a + ", 0.25f, " + b + ")";
      case 4 -> "convert_float(" + integer(depth - 1) + " & 0xffff)";
      case 5 -> "FIN(" + integer(depth - 1) + ")";
      case 6 -> "(" + condition() + " ? " + a + " : " + b + ")";
      case 7 -> "b[" + integer(depth - 1) + " & 3]";
      default -> one("floor(", "fabs(", "rint(") + a + ")";
    };
  }

  /** A float within some ulps of the right result, from a moderate argument. */
  String inexact() {
    String argument = "(fmod(fabs(" + real(1) + "), 8.0f) + 0.5f)";
    return one("exp", "log", "sqrt", "sin", "cos", "rsqrt", "exp2", "log2", "atan", "tanh")
        + "("
        + argument
        + ") / "
        + argument;
  }

  /** A vector expression of the kernel's vector type. */
  String vectorValue(int depth) {
    List<String> leaves = List.of("w", "x", "(W)(" + vector.fromInt(variable()) + ")");
    if (depth == 0) {
      return leaves.get(number(leaves.size()));
    }
    String a = vectorValue(depth - 1);
    String b = vectorValue(depth - 1);
    return switch (random.nextInt(7)) {
      case 0 -> "(" + a + " + " + b + ")";
      case 1 -> "(" + a + " - " + b + ")";
      case 2 -> vector.isFloat() ? "(" + a + " * 0.5f)" : "(" + a + " * " + b + ")";
      case 3 ->
          vector.isFloat() ? "fma(" + a + ", (W)(0.5f), " + b + ")" : "(" + a + " ^ " + b + ")";
      case 4 -> one("min(", "max(") + a + ", " + b + ")";
      case 5 -> vector.load(one("id & 15", "(uint)" + integer(0) + " & 15", uniform() + " & 15"));
      default -> vector.swizzled(one("w", "x"), random);
    };
  }
}
