package dev.barnacle.cl.kernels;

import dev.barnacle.cl.NDRange;
import java.util.SplittableRandom;

/**
 * A random kernel whose results don't depend on the order in which work-items run: control flow
 * nested three deep with breaks, continues and early returns, barriers where all work-items of a
 * group come to them, memory accesses of all shapes, vectors of all widths, functions, atomics.
 *
 * <p>Each work-item writes its own elements of {@code out} and {@code fout}; {@code counters} take
 * sums, maxima and exclusive ors; {@code tile} is exchanged between barriers.
 *
 * @param source with the kernel {@code k(global const int *in, global const float *fin, global int
 *     *out, global float *fout, global uint *counters, int n)}
 * @param range what it is to be launched over
 * @param n its last argument
 */
record RandomKernel(String source, NDRange range, int n) {
  /** Elements of {@code out} for each work-item. */
  static final int RESULTS = 24;

  /** Elements of {@code fout} for each work-item: a right one, and an inexact one. */
  static final int FLOAT_RESULTS = 2;

  static final int COUNTERS = 48;

  private static final int MOST_ITEMS = 250;

  static RandomKernel of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new RandomKernel(new Writer(random).kernel(), range(random), random.nextInt(64));
  }

  /** Returns the number of work-items. */
  int items() {
    return Math.toIntExact(range.global().stream().reduce(1L, (a, b) -> a * b));
  }

  private static NDRange range(SplittableRandom random) {
    int x = 1 + random.nextInt(65);
    int groups = 1 + random.nextInt(Math.max(1, Math.min(3, MOST_ITEMS / x)));
    int rest = random.nextBoolean() ? 0 : random.nextInt(x);
    int width = x * groups - rest;
    if (random.nextInt(4) != 0 || width > MOST_ITEMS / 3) {
      return NDRange.of(width).local(x);
    }
    return NDRange.of(width, 3).local(x, 1L + random.nextInt(3));
  }

  /** Writes the source. */
  private static final class Writer {
    private final StringBuilder text = new StringBuilder();
    private final RandomVector vector;
    private final RandomExpressions some;
    private final boolean barriers;
    private final boolean returns;
    private int names;

    /**
     * Where a statement stands.
     *
     * @param depth how much deeper control flow may nest
     * @param loop it is in a loop (or a switch in one) that it may leave
     * @param together all work-items of a group come here, or none
     */
    private record Place(int depth, boolean loop, boolean together) {
      Place apart() {
        return new Place(depth, loop, false);
      }

      Place deeper() {
        return new Place(depth - 1, loop, together);
      }
    }

    Writer(SplittableRandom random) {
      this.vector = RandomVector.of(random);
      this.some = new RandomExpressions(random, vector);
      this.barriers = random.nextInt(3) == 0;
      this.returns = !barriers && random.nextInt(3) == 0;
    }

    String kernel() {
      text.append(RandomExpressions.MACROS);
      text.append(
          """
          %sint twist(int p, int q, private int *a) {
            for (int i = 0; i < (q & 3); i++) {
              if (p == i * 7) return a[i];
              a[p & 7] = ADD(a[p & 7], i);
              p = SUB(p, SHR(q, i));
            }
            return p ^ q;
          }
          kernel void k(global const int *in, global const float *fin, global int *out,
                        global float *fout, global uint *counters, int n) {
          local int tile[256], bins[8];
          const int id = get_global_id(1) * get_global_size(0) + get_global_id(0);
          const int lid = get_local_linear_id();
          const int items = get_local_size(0) * get_local_size(1);
          """
              .formatted(some.chance(50) ? "__attribute__((noinline)) " : ""));
      text.append(RandomExpressions.declarations()).append(vector.declarations());
      text.append(
          """
          int a[8] = {1, 2, 3, id, n, 6, 7, lid};
          float b[4] = {fin[id], 1.5f, 2.0f, n}, inexact = 1.0f;
          """);
      block(new Place(3, false, true));
      text.append(RandomExpressions.fold()).append(vector.fold());
      text.append("for (int i = 0; i < 8; i++) v0 = ADD(MUL(v0, 7), a[i]);\n");
      text.append("f0 += b[id & 3] + b[1];\n");
      text.append("out[").append(RESULTS).append(" * id] = v0;\n");
      text.append("fout[2 * id] = f0 + 0.0f; fout[2 * id + 1] = inexact;\n}\n");
      return text.toString();
    }

    private void line(String line) {
      text.append(line).append('\n');
    }

    private void block(Place place) {
      int statements = 1 + some.number(4);
      for (int s = 0; s < statements; s++) {
        statement(place);
      }
    }

    private void statement(Place place) {
      if (place.together && barriers && some.chance(30)) {
        groupStatement();
        return;
      }
      switch (some.number(place.depth == 0 ? 12 : 21)) {
        case 0, 1, 2 -> line("%s = %s;".formatted(some.variable(), some.integer(2)));
        case 3, 4 -> line("%s = %s;".formatted(some.floatVariable(), some.real(2)));
        case 5 -> line("w = %s;".formatted(some.vectorValue(2)));
        case 6 -> line("x = %s;".formatted(some.vectorValue(1)));
        case 7 -> privateStore();
        case 8 -> globalStore();
        case 9 -> atomic();
        case 10 -> narrow();
        case 11 ->
            line(
                "%s = twist(%s, %s, a);"
                    .formatted(some.variable(), some.integer(1), some.variable()));
        case 12, 13 -> choice(place);
        case 14, 15 -> loop(place);
        case 16 -> countdown(place);
        case 17 -> cases(place);
        case 18, 19 -> strided(place);
        default -> leave(place);
      }
    }

    private void privateStore() {
      String where = some.one(some.integer(1) + " & 7", some.uniform() + " & 7", "id & 7", "5");
      switch (some.number(3)) {
        case 0 -> line("b[%s & 3] = %s;".formatted(some.integer(1), some.real(1)));
        case 1 ->
            line(
                "{ private int *p = %s ? &a[1] : &a[%d]; *p = ADD(*p, %s); }"
                    .formatted(some.condition(), some.number(8), some.variable()));
        default -> line("a[%s] = %s;".formatted(where, some.integer(1)));
      }
    }

    /**
     * Stores to the work-item's own elements: 1 to 3 as ints, 4 to 7 as bytes, the rest a vector.
     */
    private void globalStore() {
      switch (some.number(4)) {
        case 0 ->
            line(
                "((global uchar *)out)[%d * id + 16 + (%s & 15)] = (uchar)%s;"
                    .formatted(4 * RESULTS, some.integer(1), some.variable()));
        case 1 -> {
          if (vector.width() * (vector.scalar().equals("ulong") ? 8 : 4) <= 64) {
            text.append("{ global int *own = out + ").append(RESULTS).append(" * id + 8; ");
            text.append(vector.store("0", "own")).append("}\n");
          } else {
            line("out[%d * id + 1] = %s;".formatted(RESULTS, some.variable()));
          }
        }
        default ->
            line("out[%d * id + %d] = %s;".formatted(RESULTS, 1 + some.number(3), some.integer(1)));
      }
    }

    private void atomic() {
      String where = some.one(some.number(16) + "", "(" + some.integer(1) + " & 15)", "(id & 15)");
      switch (some.number(5)) {
        case 0 ->
            line("atomic_max(&counters[16 + %s], (uint)%s);".formatted(where, some.integer(1)));
        case 1 ->
            line("atomic_xor(&counters[32 + %s], (uint)%s);".formatted(where, some.integer(1)));
        case 2 -> line("atomic_inc(&counters[%s]);".formatted(where));
        case 3 ->
            line(
                ("atomic_fetch_add_explicit((volatile global atomic_uint *)&counters[%s], (uint)%s,"
                        + " memory_order_relaxed, memory_scope_device);")
                    .formatted(where, some.variable()));
        default -> line("atomic_add(&counters[%s], (uint)%s);".formatted(where, some.integer(1)));
      }
    }

    private void narrow() {
      switch (some.number(3)) {
        case 0 -> line("l = (long)((ulong)l * 3 + (ulong)%s);".formatted(some.integer(1)));
        case 1 -> line("s = (short)%s;".formatted(some.integer(1)));
        default -> line("c = (uchar)%s; inexact = %s;".formatted(some.integer(1), some.inexact()));
      }
    }

    /** What all work-items of a group do together. */
    private void groupStatement() {
      String fence = "barrier(CLK_LOCAL_MEM_FENCE);";
      switch (some.number(6)) {
        case 0, 1 -> {
          String other =
              some.one(
                  "(lid + " + some.number(9) + ") % items",
                  "items - 1 - lid",
                  "(uint)" + some.integer(1) + " % items",
                  "0");
          line("tile[lid] = %s; %s".formatted(some.integer(1), fence));
          line("%s = tile[%s]; %s".formatted(some.variable(), other, fence));
        }
        case 2 -> {
          line("for (int i = lid; i < 8; i += items) bins[i] = i; %s".formatted(fence));
          line(
              "if (%s) atomic_add(&bins[%s & 7], %s);"
                  .formatted(some.condition(), some.integer(1), "lid"));
          line("atomic_inc(&bins[%s]); %s".formatted(some.one("3", "lid & 7"), fence));
          line("%s = bins[%s & 7]; %s".formatted(some.variable(), some.integer(1), fence));
        }
        case 3 ->
            line(
                "%s = (int)work_group_reduce_%s((uint)%s);"
                    .formatted(some.variable(), some.one("add", "min", "max"), some.integer(1)));
        case 4 ->
            line(
                "%s = (int)work_group_scan_%s_add((uint)%s);"
                    .formatted(
                        some.variable(), some.one("inclusive", "exclusive"), some.integer(1)));
        default ->
            line("v1 = work_group_%s(%s);".formatted(some.one("any", "all"), some.condition()));
      }
    }

    private void choice(Place place) {
      boolean uniform = some.chance(40);
      Place inner = uniform ? place.deeper() : place.deeper().apart();
      line("if (%s) {".formatted(uniform ? some.uniformCondition() : some.condition()));
      block(inner);
      if (some.chance(50)) {
        line("} else {");
        block(inner);
      }
      line("}");
    }

    private void loop(Place place) {
      String counter = "i" + names++;
      boolean uniform = some.chance(60);
      String bound = uniform ? some.uniform() + " & 7" : some.integer(1) + " & 7";
      line("for (int %s = 0, e = %s; %s < e; %s++) {".formatted(counter, bound, counter, counter));
      // A loop that work-items are to stay in together can't be left by some of them.
      boolean together = uniform && place.together && some.chance(60);
      if (uniform) {
        some.enter(counter);
      }
      line("%s = ADD(%s, %s);".formatted(some.variable(), some.variable(), counter));
      block(new Place(place.depth - 1, !together, together));
      if (uniform) {
        some.leave();
      }
      line("}");
    }

    /** A loop from the work-item's id on, or a test of it, which most vectors pass together. */
    private void strided(Place place) {
      String counter = "i" + names++;
      Place body = new Place(place.depth - 1, true, false);
      if (some.chance(40)) {
        line("if (id < n * %d) {".formatted(1 + some.number(4)));
        block(place.deeper().apart());
        line("}");
        return;
      }
      String type = some.one("int", "uint", "long", "ulong");
      String start = some.one("id", "lid", "id + 3", "id * 2");
      line(
          "for (%s %s = %s; %s < n * %d; %s += %d) {"
              .formatted(
                  type,
                  counter,
                  start,
                  counter,
                  1 + some.number(5),
                  counter,
                  30 + some.number(50)));
      line("%s = ADD(%s, (int)%s);".formatted(some.variable(), some.variable(), counter));
      block(body);
      line("}");
    }

    private void countdown(Place place) {
      String counter = "i" + names++;
      line("{ int %s = %s & 7;".formatted(counter, some.integer(1)));
      Place body = new Place(place.depth - 1, true, false);
      switch (some.number(3)) {
        case 0 -> {
          line("do { " + counter + "--;");
          block(body);
          line("} while (" + counter + " > 0 && " + some.condition() + "); }");
        }
        case 1 -> {
          line("while (" + counter + " > 0) { " + counter + "--;");
          block(body);
          line("} }");
        }
        default -> skipping(counter, body);
      }
    }

    /** A loop whose only way out comes after a {@code continue}. */
    private void skipping(String counter, Place body) {
      line("while (true) { " + counter + "--;");
      line("if (" + counter + " > 0 && " + some.condition() + ") {");
      line(some.variable() + " = " + some.integer(1) + "; continue; }");
      block(new Place(body.depth, false, false));
      line("if (" + counter + " <= 0 || " + some.condition() + ") break;");
      line("} }");
    }

    private void cases(Place place) {
      boolean uniform = some.chance(30);
      Place inner = uniform ? place.deeper() : place.deeper().apart();
      line("switch (%s & 3) {".formatted(uniform ? some.uniform() : some.integer(1)));
      for (int c = 0; c < 3; c++) {
        line("case %d: {".formatted(c));
        block(inner);
        line(some.chance(30) ? "}" : "} break;");
      }
      line("}");
    }

    private void leave(Place place) {
      if (place.loop) {
        line("if (%s) %s;".formatted(some.condition(), some.one("break", "continue")));
      } else if (returns) {
        line(
            "if (%s) { out[%d * id] = %s; return; }"
                .formatted(some.condition(), RESULTS, some.variable()));
      } else {
        line("if (%s) v0 = ADD(v0, 1);".formatted(some.uniformCondition()));
      }
    }
  }
}
