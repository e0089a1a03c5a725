package dev.barnacle.cli.internal.campaign;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A random kernel that is correct by construction, so that every engine must give the same bits:
 * integers wrap as unsigned ones do, shifts are masked, divisors are odd, floats are not
 * contracted; barriers stand where all work-items come, and between them each work-item writes its
 * own element of local memory and reads any.
 */
final class FuzzKernel {
  private static final int GROUP = 16;
  private static final int STATEMENTS = 12;
  private static final int DEPTH = 3;
  private static final List<String> BINARY = List.of("+", "-", "*", "&", "|", "^");
  private static final List<String> COMPARE = List.of("<", "<=", ">", "==", "!=");

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private final int groups;
  private int names;

  /** Makes the kernel of a seed. */
  FuzzKernel(long seed) {
    random = new SplittableRandom(seed);
    groups = 1 + random.nextInt(4);
    text.append(
        """
        #pragma OPENCL FP_CONTRACT OFF
        kernel void fuzz(global uint *out, global const uint *in, uint n) {
          local uint tile[%1$d];
          uint gid = (uint) get_global_id(0);
          uint lid = (uint) get_local_id(0);
          uint a = in[gid];
          uint b = gid * 2654435761u + n;
          uint c = lid;
          uint4 v = (uint4)(a, b, c, n);
          float f = (float) (a & 1023u);
        """
            .formatted(GROUP));
    for (int i = 0; i < STATEMENTS; i++) {
      statement("  ", DEPTH, true);
    }
    text.append(
        """
          out[gid] = a ^ rotate(b, 7u) ^ (c * 31u) ^ v.x ^ v.y * 3u ^ v.z ^ v.w ^ as_uint(f);
        }
        """);
  }

  /** Returns its source. */
  String source() {
    return text.toString();
  }

  /** Returns the launch file. */
  String launch(String source) {
    int size = groups * GROUP;
    return """
    {"source": "%s", "kernel": "fuzz", "global": [%d], "local": [%d],
     "args": [{"buffer": {"type": "uint", "count": %d}},
              {"buffer": {"type": "uint", "count": %d, "init": "random:%d"}},
              {"value": {"type": "uint", "value": %d}}]}
    """
        .formatted(source, size, GROUP, size, size, random.nextInt(1000), random.nextInt(1000));
  }

  /** Writes a statement; only where all work-items come may it have a barrier. */
  private void statement(String indent, int depth, boolean uniform) {
    int most = depth == 0 ? 5 : uniform ? 9 : 8;
    switch (random.nextInt(most)) {
      case 0, 1 -> line(indent, variable() + " = " + expression(DEPTH) + ";");
      case 2 -> line(indent, variable() + " += " + expression(2) + ";");
      case 3 -> line(indent, "v = " + vector() + ";");
      case 4 -> line(indent, "f = " + real() + ";");
      case 5 -> branch(indent, depth);
      case 6, 7 -> loop(indent, depth, uniform);
      default -> exchange(indent);
    }
  }

  private void branch(String indent, int depth) {
    line(indent, "if (" + condition() + ") {");
    statement(indent + "  ", depth - 1, false);
    line(indent, "} else {");
    statement(indent + "  ", depth - 1, false);
    line(indent, "}");
  }

  private void loop(String indent, int depth, boolean uniform) {
    String i = "i" + names++;
    boolean same = uniform && random.nextBoolean();
    String end = same ? String.valueOf(1 + random.nextInt(5)) : "(" + expression(1) + " & 7u)";
    line(indent, "for (uint " + i + " = 0; " + i + " < " + end + "; " + i + "++) {");
    if (!same) {
      line(
          indent + "  ",
          "if (" + condition() + ") " + (random.nextBoolean() ? "break;" : "continue;"));
    }
    statement(indent + "  ", depth - 1, same);
    line(indent + "  ", variable() + " ^= " + i + " * 5u;");
    line(indent, "}");
  }

  private void exchange(String indent) {
    line(indent, "barrier(CLK_LOCAL_MEM_FENCE);");
    line(indent, "tile[lid] = " + expression(2) + ";");
    line(indent, "barrier(CLK_LOCAL_MEM_FENCE);");
    line(indent, variable() + " ^= tile[(" + expression(1) + ") & " + (GROUP - 1) + "u];");
  }

  private void line(String indent, String words) {
    text.append(indent).append(words).append('\n');
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String variable() {
    return one(List.of("a", "b", "c", "v.x", "v.z"));
  }

  private String condition() {
    return random.nextInt(4) == 0
        ? "f < " + random.nextInt(900) + ".5f"
        : expression(1) + " " + one(COMPARE) + " " + expression(1);
  }

  private String expression(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return leaf();
    }
    String left = expression(depth - 1);
    String right = expression(depth - 1);
    return switch (random.nextInt(11)) {
      case 0 -> "(" + left + " / (" + right + " | 1u))";
      case 1 -> "(" + left + " % (" + right + " | 1u))";
      case 2 -> "(" + left + " << (" + right + " & 31u))";
      case 3 -> "(uint) ((int) (" + left + ") >> (" + right + " & 31u))";
      case 4 -> "(" + left + " < " + right + " ? " + leaf() + " : " + left + ")";
      case 5 -> "(uint) (" + one(List.of("uchar", "short", "char", "ushort")) + ") (" + left + ")";
      case 6 ->
          one(List.of("max", "min", "add_sat", "sub_sat", "mul_hi", "hadd", "rotate", "abs_diff"))
              + "("
              + left
              + ", "
              + right
              + ")";
      case 7 -> one(List.of("popcount", "clz")) + "(" + left + ")";
      case 8 -> "(uint) (((ulong) " + left + " * (ulong) " + right + ") >> 13)";
      default -> "(" + left + " " + one(BINARY) + " " + right + ")";
    };
  }

  private String leaf() {
    return switch (random.nextInt(6)) {
      case 0 -> Integer.toUnsignedString(random.nextInt()) + "u";
      case 1 -> random.nextInt(10) + "u";
      case 2 -> one(List.of("gid", "lid", "n"));
      default -> one(List.of("a", "b", "c", "v.x", "v.y", "v.z", "v.w"));
    };
  }

  private String vector() {
    return switch (random.nextInt(4)) {
      case 0 -> "v.wzyx + (uint4)(" + expression(1) + ")";
      case 1 -> "v * (uint4)(" + leaf() + ", 3u, " + leaf() + ", 7u)";
      case 2 -> "select(v, v.yxwz, v > (uint4)(" + leaf() + "))";
      default -> "(v << (uint4)(" + random.nextInt(32) + "u)) ^ v.zwxy";
    };
  }

  /** Sums and products of numbers that stay finite and small: each engine rounds them the same. */
  private String real() {
    return switch (random.nextInt(5)) {
      case 0 -> "(float) ((" + expression(1) + ") & 1023u)";
      case 1 -> "f * 0.75f + (float) (lid)";
      case 2 -> "fmin(f, " + random.nextInt(500) + ".25f)";
      case 3 -> "fabs(f - " + random.nextInt(500) + ".0f)";
      default -> "f * 0.3f";
    };
  }
}
