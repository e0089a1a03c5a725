package dev.barnacle.cl.kernels;

import java.util.SplittableRandom;

/**
 * The OpenCL vector type of a random kernel.
 *
 * @param scalar its elements' type
 * @param width their number
 */
record RandomVector(String scalar, int width) {
  private static final String[] SCALARS = {"uint", "uchar", "ushort", "ulong", "float"};
  private static final int[] WIDTHS = {2, 3, 4, 8, 16};

  static RandomVector of(SplittableRandom random) {
    return new RandomVector(
        SCALARS[random.nextInt(SCALARS.length)], WIDTHS[random.nextInt(WIDTHS.length)]);
  }

  boolean isFloat() {
    return scalar.equals("float");
  }

  String declarations() {
    String type = scalar + width;
    return "typedef %s W; W w = (W)((%s)id), x = (W)((%s)n); w.s1 = (%s)(id + n);\n"
        .formatted(type, scalar, scalar, scalar);
  }

  String toInt(int element) {
    String text = "w.s" + Integer.toHexString(element);
    return isFloat() ? "convert_int_sat(" + text + ")" : "(int)" + text;
  }

  String fromInt(String text) {
    return isFloat() ? "(float)(" + text + " & 0xfff)" : "(" + scalar + ")" + text;
  }

  /** A load of a whole vector, the vector-th of the input. */
  String load(String vector) {
    return isFloat()
        ? "vload%d(%s, fin)".formatted(width, vector)
        : "vload%d(%s, (global const %s *)in)".formatted(width, vector, scalar);
  }

  String store(String vector, String to) {
    return "vstore%d(w, %s, (global %s *)%s);\n".formatted(width, vector, scalar, to);
  }

  String swizzled(String name, SplittableRandom random) {
    StringBuilder text = new StringBuilder(name + ".s");
    for (int i = 0; i < width; i++) {
      text.append(Integer.toHexString(random.nextInt(width)));
    }
    return text.toString();
  }

  /** Folds the vector into v0. */
  String fold() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < width; i++) {
      text.append("v0 = ADD(MUL(v0, 31), " + toInt(i) + ");\n");
    }
    return text.toString();
  }
}
