package dev.barnacle.cl.kernels;

import java.util.SplittableRandom;

/**
 * A random kernel without barriers: integer arithmetic under nested branches and loops with uniform
 * and varying bounds, breaks and continues, switches, private arrays, vectors, and loads at
 * computed places. Each work-item reads {@code in} anywhere and writes its own element of {@code
 * out}.
 */
final class RandomKernel {
  private static final int VARIABLES = 5;
  private static final int INPUTS = 64;

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private int loops;

  private RandomKernel(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Returns the source of the kernel {@code k(global const int *in, global int *out, int n)}. */
  static String source(long seed) {
    RandomKernel kernel = new RandomKernel(seed);
    kernel.build();
    return kernel.text.toString();
  }

  private void build() {
    text.append("kernel void k(global const int *in, global int *out, int n) {\n");
    text.append("int id = get_global_id(0);\n");
    for (int v = 0; v < VARIABLES; v++) {
      text.append("int v")
          .append(v)
          .append(" = ")
          .append(v % 2 == 0 ? "id + " : "n * ")
          .append(v + 1)
          .append(";\n");
    }
    text.append("int4 w = (int4)(id, n, 3, v1); int a[4] = {1, 2, 3, id};\n");
    block(3, false);
    text.append(
        "out[id] = v0 ^ v1 * 3 ^ v2 * 5 ^ v3 * 7 ^ v4 * 11 ^ w.x ^ w.y ^ w.z * 13 ^ w.w ^ a[id & 3]"
            + " ^ a[1];\n"
            + "}\n");
  }

  private void block(int depth, boolean inLoop) {
    int statements = 1 + random.nextInt(4);
    for (int s = 0; s < statements; s++) {
      statement(depth, inLoop);
    }
  }

  private void statement(int depth, boolean inLoop) {
    switch (random.nextInt(depth == 0 ? 5 : 11)) {
      case 0, 1, 2 -> text.append(variable()).append(" = ").append(expression(2)).append(";\n");
      case 3 ->
          text.append("a[")
              .append(expression(1))
              .append(" & 3] = ")
              .append(expression(1))
              .append(";\n");
      case 4 ->
          text.append("w.")
              .append("xyzw".charAt(random.nextInt(4)))
              .append(" += ")
              .append(expression(1))
              .append(";\n");
      case 5, 6 -> choice(depth, inLoop);
      case 7, 8 -> loop(depth);
      case 9 -> cases(depth, inLoop);
      default -> leave(inLoop);
    }
  }

  private void choice(int depth, boolean inLoop) {
    text.append("if (").append(condition()).append(") {\n");
    block(depth - 1, inLoop);
    if (random.nextBoolean()) {
      text.append("} else {\n");
      block(depth - 1, inLoop);
    }
    text.append("}\n");
  }

  private void loop(int depth) {
    String counter = "i" + loops++;
    String bound = random.nextBoolean() ? "(n & 7)" : "(" + expression(1) + " & 7)";
    text.append("for (int ")
        .append(counter)
        .append(" = 0; ")
        .append(counter)
        .append(" < ")
        .append(bound);
    text.append("; ").append(counter).append("++) {\n");
    text.append(variable()).append(" += ").append(counter).append(";\n");
    block(depth - 1, true);
    text.append("}\n");
  }

  private void cases(int depth, boolean inLoop) {
    text.append("switch (").append(expression(1)).append(" & 3) {\n");
    for (int c = 0; c < 3; c++) {
      text.append("case ").append(c).append(": {\n");
      block(depth - 1, inLoop);
      text.append(random.nextInt(3) == 0 ? "}\n" : "} break;\n");
    }
    text.append("}\n");
  }

  private void leave(boolean inLoop) {
    String how = inLoop ? (random.nextBoolean() ? "break" : "continue") : "v0++";
    text.append("if (").append(condition()).append(") ").append(how).append(";\n");
  }

  private String variable() {
    return "v" + random.nextInt(VARIABLES);
  }

  private String condition() {
    String[] compare = {"<", ">", "==", "!="};
    return expression(1) + " " + compare[random.nextInt(compare.length)] + " " + expression(1);
  }

  private String expression(int depth) {
    if (depth == 0) {
      return leaf();
    }
    String left = expression(depth - 1);
    String right = expression(depth - 1);
    return switch (random.nextInt(10)) {
      case 0 -> "(" + left + " + " + right + ")";
      case 1 -> "(" + left + " - " + right + ")";
      case 2 -> "(int)((uint)" + left + " * (uint)" + right + ")";
      case 3 -> "(" + left + " / (" + right + " | 1))";
      case 4 -> "(" + left + " >> (" + right + " & 15))";
      case 5 -> "(" + left + " & " + right + ")";
      case 6 -> "in[(uint)" + left + " % " + INPUTS + "]";
      case 7 -> "(" + left + " < " + right + " ? " + left + " : n)";
      case 8 -> "(int)(short)" + left;
      default -> left;
    };
  }

  private String leaf() {
    return switch (random.nextInt(8)) {
      case 0 -> "id";
      case 1 -> "n";
      case 2 -> Integer.toString(random.nextInt(100) - 50);
      case 3 -> "w." + "xyzw".charAt(random.nextInt(4));
      case 4 -> "a[" + random.nextInt(4) + "]";
      default -> variable();
    };
  }
}
