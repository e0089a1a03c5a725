package dev.barnacle.cli.internal.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random kernel that is correct by construction, so that every engine must give the same bits.
 * Barriers and collectives stand where all work-items come, and between barriers each work-item
 * writes its own element of local memory and reads any. Atomic operations of a counter commute, and
 * their results are not used. What sub-groups compute is summed over the work-group, so that it
 * tells nothing of their size. What is read from a pipe is added up, and what is written to one is
 * always the same, as packets come in any order; a pipe that is reserved in is written so alone, so
 * that as many packets fit whoever comes first.
 */
public final class FuzzKernel {
  private static final int GROUP = 16;
  private static final int STATEMENTS = 12;
  private static final int DEPTH = 3;
  private static final int COUNTERS = 8;
  private static final int PACKETS = 4096;
  private static final List<String> COUNTING =
      List.of("add", "sub", "or", "and", "xor", "max", "min", "add");

  private static final List<String> RESULT =
      List.of(
          "rotate(b, 7u)",
          "c * 31u",
          "v.x ^ v.y * 3u",
          "v.z ^ v.w",
          "as_uint(f)",
          "(uint) l ^ (uint) (l >> 32)",
          "s.a ^ (uint) s.b",
          "s.c[0] ^ s.c[1] * 5u ^ s.c[2]",
          "w.s0 ^ w.s2 * 7u ^ w.s4",
          "w.s5 * 9u ^ w.s7",
          "array[lid & 7u] ^ array[3]");

  private final SplittableRandom random;
  private final FuzzExpressions one;
  private final StringBuilder text = new StringBuilder();
  private final int groups;
  private final boolean everywhere;
  private final boolean reserves;
  private int names;

  /**
   * Makes the kernel of a seed.
   *
   * @param everywhere whether other platforms run it, so that it has no image, pipe, collective or
   *     queue
   */
  public FuzzKernel(long seed, boolean everywhere) {
    this.everywhere = everywhere;
    random = new SplittableRandom(seed);
    one = new FuzzExpressions(random);
    groups = 1 + random.nextInt(4);
    reserves = random.nextBoolean();
    text.append(
        """
        #pragma OPENCL FP_CONTRACT OFF
        struct part {
          uint a;
          short b;
          uint c[3];
        };
        uint mix2(uint x, uint y) {
        """);
    line("  ", "if (x " + (random.nextBoolean() ? "<" : ">") + " y) return x * 3u + y;");
    line("  ", "return y - (x >> " + random.nextInt(32) + ");");
    text.append("}\nstruct part turned(struct part p, uint by) {\n");
    line("  ", "p.c[by % 3u] += p.a;");
    line("  ", "p.b ^= (short) by;");
    text.append("  return p;\n}\n");
    head();
    for (int i = 0; i < STATEMENTS; i++) {
      statement("  ", DEPTH, true);
    }
    end();
  }

  private void head() {
    text.append("kernel void fuzz(global uint *out, global const uint *in, uint n,\n");
    text.append("                 global atomic_uint *counters");
    text.append(
        everywhere
            ? ") {\n"
            : """
            , read_only image2d_t picture,
                             read_only pipe uint source, write_only pipe uint sink) {
            """);
    text.append(
        """
          local uint tile[%1$d];
          local atomic_uint sums[2];
          uint gid = (uint) get_global_id(0);
          uint lid = (uint) get_local_id(0);
          uint a = in[gid];
          uint b = gid * 2654435761u + n;
          uint c = lid;
          ulong l = (ulong) b << 20 | a;
          uint4 v = (uint4)(a, b, c, n);
          uint8 w = (uint8)(v, v.wxyz);
          float f = (float) (a & 1023u);
          struct part s = {a, (short) b, {c, n, 1u}};
          uint array[%2$d] = {a, b, c, n};
          if (lid < 2u) atomic_init(&sums[lid], 0u);
          barrier(CLK_LOCAL_MEM_FENCE);
        """
            .formatted(GROUP, FuzzExpressions.ARRAY));
  }

  /** Writes what becomes of the variables, a line each, so that few are left where few matter. */
  private void end() {
    line("  ", "barrier(CLK_LOCAL_MEM_FENCE);");
    String scope = "memory_order_relaxed, memory_scope_work_group";
    line("  ", "c ^= atomic_load_explicit(&sums[lid & 1u], " + scope + ");");
    line("  ", "uint result = a;");
    for (String part : RESULT) {
      line("  ", "result ^= " + part + ";");
    }
    line("  ", "out[gid] = result;");
    if (!everywhere && random.nextInt(4) == 0) {
      child();
    }
    text.append("}\n");
  }

  /** Writes a kernel that runs after this one, on the results. */
  private void child() {
    line("  ", "if (gid == 0u)");
    line("  ", "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,");
    line("  ", "                 ndrange_1D(get_global_size(0)), ^{");
    line("  ", "                   size_t i = get_global_id(0);");
    line("  ", "                   uint old = out[i];");
    line("  ", "                   for (uint k = 0; k < (old & 7u); k++)");
    line("  ", "                     old = mix2(old, k + " + random.nextInt(100) + "u);");
    line("  ", "                   out[i] = old;");
    line("  ", "                 });");
  }

  /** Returns its source. */
  public String source() {
    return text.toString();
  }

  /** Returns the launch file. */
  public String launch(String source) {
    int size = groups * GROUP;
    List<String> arguments = new ArrayList<>();
    arguments.add("{\"buffer\": {\"type\": \"uint\", \"count\": " + size + "}}");
    arguments.add(random("buffer", "\"uint\", \"count\": " + size));
    arguments.add("{\"value\": {\"type\": \"uint\", \"value\": " + random.nextInt(1000) + "}}");
    arguments.add(random("buffer", "\"uint\", \"count\": " + COUNTERS));
    if (!everywhere) {
      arguments.add(random("image", "\"uint\", \"size\": [5, 4]"));
      arguments.add(
          random("pipe", "\"uint\", \"elements\": 1, \"packets\": " + random.nextInt(9, 99)));
      arguments.add("{\"pipe\": {\"type\": \"uint\", \"packets\": " + PACKETS + "}}");
    }
    return """
    {"source": "%s", "kernel": "fuzz", "options": "-cl-std=CL3.0", "global": [%d], "local": [%d],
     "args": [%s]}
    """
        .formatted(source, size, GROUP, String.join(",\n              ", arguments));
  }

  private String random(String kind, String what) {
    return "{\"%s\": {\"type\": %s, \"init\": \"random:%d\"}}"
        .formatted(kind, what, random.nextInt(1000));
  }

  /** Writes a statement; only where all work-items come may it have a barrier or a collective. */
  private void statement(String indent, int depth, boolean uniform) {
    int plain = 10;
    int most = depth == 0 ? plain : uniform ? plain + 8 : plain + 4;
    switch (random.nextInt(most)) {
      case 0, 1 -> line(indent, one.variable() + " = " + one.expression(DEPTH) + ";");
      case 2 -> line(indent, one.variable() + " += " + one.expression(2) + ";");
      case 3 -> line(indent, "v = " + one.vector() + ";");
      case 4 -> line(indent, "f = " + one.real() + ";");
      case 5 -> line(indent, "w = " + one.wide() + ";");
      case 6 -> line(indent, "l = " + one.longNumber() + ";");
      case 7 -> line(indent, one.element() + " ^= " + one.expression(2) + ";");
      case 8 -> structure(indent);
      case 9 -> count(indent);
      case 10 -> branch(indent, depth);
      case 11 -> cases(indent, depth);
      case 12, 13 -> loop(indent, depth, uniform);
      case 14 -> collective(indent);
      case 15 -> packets(indent);
      default -> exchange(indent);
    }
  }

  private void structure(String indent) {
    if (random.nextBoolean()) {
      line(indent, "s = turned(s, " + one.expression(1) + ");");
    } else {
      line(indent, "s.c[(" + one.expression(1) + ") % 3u] = " + one.expression(2) + ";");
    }
  }

  /** Adds to a counter, or reads a texel. */
  private void count(String indent) {
    if (!everywhere && random.nextInt(4) == 0) {
      packet(indent);
      return;
    }
    if (!everywhere && random.nextInt(3) == 0) {
      String at = "(int2)((int) (" + one.expression(1) + "), (int) (" + one.expression(1) + "))";
      line(indent, "v ^= read_imageui(picture, " + at + " % (int2)(4, 3) & (int2)(3, 3));");
      return;
    }
    int counter = random.nextInt(COUNTERS);
    boolean local = random.nextInt(3) == 0;
    String name = local ? "sums[" + counter % 2 + "]" : "counters[" + counter + "]";
    String operation = local ? (counter % 2 == 0 ? "add" : "xor") : COUNTING.get(counter);
    line(
        indent,
        "atomic_fetch_%s_explicit(&%s, %s, memory_order_%s, memory_scope_%s);"
            .formatted(
                operation,
                name,
                one.expression(1),
                one.one(List.of("relaxed", "acq_rel", "seq_cst")),
                local ? "work_group" : "device"));
  }

  /** Reads a packet, or writes one. */
  private void packet(String indent) {
    boolean reads = reserves || random.nextBoolean();
    line(indent, "{");
    line(indent, "  uint packet = n;");
    line(indent, "  if (" + (reads ? "read_pipe(source" : "write_pipe(sink") + ", &packet) == 0)");
    line(
        indent,
        "    atomic_fetch_add_explicit(&counters[0], packet, memory_order_relaxed,"
            + " memory_scope_device);");
    line(indent, "}");
  }

  /** Reserves packets of a work-group, and writes them. */
  private void packets(String indent) {
    if (everywhere || !reserves) {
      exchange(indent);
      return;
    }
    line(indent, "{");
    line(indent, "  uint packet = n;");
    line(indent, "  reserve_id_t id = work_group_reserve_write_pipe(sink, " + GROUP + "u);");
    line(indent, "  if (is_valid_reserve_id(id)) {");
    line(indent, "    write_pipe(sink, id, " + (GROUP - 1) + "u - lid, &packet);");
    line(indent, "    work_group_commit_write_pipe(sink, id);");
    line(indent, "  }");
    line(indent, "}");
  }

  private void branch(String indent, int depth) {
    line(indent, "if (" + one.condition() + ") {");
    statement(indent + "  ", depth - 1, false);
    line(indent, "} else {");
    statement(indent + "  ", depth - 1, false);
    line(indent, "}");
  }

  private void cases(String indent, int depth) {
    line(indent, "switch ((" + one.expression(1) + ") % 5u) {");
    for (int i = 0; i < 3; i++) {
      line(indent, i < 2 ? "case " + i * 2 + "u:" : "default:");
      statement(indent + "  ", depth - 1, false);
      if (random.nextInt(3) > 0) {
        line(indent + "  ", "break;");
      }
    }
    line(indent, "}");
  }

  private void loop(String indent, int depth, boolean uniform) {
    String i = "i" + names++;
    boolean same = uniform && random.nextBoolean();
    String end = same ? String.valueOf(1 + random.nextInt(5)) : "(" + one.expression(1) + " & 7u)";
    line(indent, "for (uint " + i + " = 0; " + i + " < " + end + "; " + i + "++) {");
    if (!same) {
      line(
          indent + "  ",
          "if (" + one.condition() + ") " + (random.nextBoolean() ? "break;" : "continue;"));
    }
    statement(indent + "  ", depth - 1, same);
    line(indent + "  ", one.variable() + " ^= " + i + " * 5u;");
    line(indent, "}");
  }

  /** Writes what all work-items of a group compute together. */
  private void collective(String indent) {
    if (everywhere) {
      exchange(indent);
      return;
    }
    String value = one.expression(1);
    switch (random.nextInt(5)) {
      case 0 -> line(indent, "a ^= work_group_reduce_add(" + value + ");");
      case 1 -> line(indent, "b += work_group_scan_inclusive_max(" + value + ");");
      case 2 ->
          line(indent, "c ^= work_group_broadcast(" + value + ", " + random.nextInt(GROUP) + ");");
      case 3 -> {
        line(indent, "{");
        line(indent, "  uint part = sub_group_reduce_add(" + value + ");");
        line(indent, "  if (get_sub_group_local_id() == 0)");
        line(
            indent,
            "    atomic_fetch_add_explicit(&counters[0], part, memory_order_relaxed,"
                + " memory_scope_device);");
        line(indent, "}");
      }
      default -> {
        line(indent, "{");
        line(indent, "  uint before = sub_group_scan_exclusive_add(1u);");
        line(indent, "  a += before == get_sub_group_local_id() ? 3u : 5u;");
        line(indent, "  b ^= (uint) sub_group_any((int) (" + value + " == n)) & 0u;");
        line(indent, "}");
      }
    }
  }

  private void exchange(String indent) {
    line(indent, "barrier(CLK_LOCAL_MEM_FENCE);");
    line(indent, "tile[lid] = " + one.expression(2) + ";");
    line(indent, "barrier(CLK_LOCAL_MEM_FENCE);");
    line(indent, one.variable() + " ^= tile[(" + one.expression(1) + ") & " + (GROUP - 1) + "u];");
  }

  private void line(String indent, String words) {
    text.append(indent).append(words).append('\n');
  }
}
