package dev.barnacle.simd.kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random kernel whose work-items load and store fields of structures, each of its own, in three
 * buffers of which two may be the same one; and what it computes, in Java.
 */
final class RandomStructures {
  private static final int REGISTERS = 4;
  private static final String[] TYPES = {
    "uchar", "ushort", "uint", "uint", "ulong", "float", "float", "double"
  };
  private static final int[] VECTORS = {2, 3, 4};

  /** Ways to write the number of the structure's element {@code A}. */
  private static final String[] PLACES = {
    "STEP * i + A", "i * STEP + A", "A + STEP * u", "STEP * g + A", "STEP * (i + 1) - STEP + A"
  };

  private interface Action {
    /**
     * Does what a work-item does.
     *
     * @param memories the elements of p, q and r
     * @param base the number of the structure's first element
     * @param registers the work-item's
     */
    void run(long[][] memories, int base, long[] registers);
  }

  private final SplittableRandom random;
  private final String type;
  private final int step;
  private final boolean same;
  private final boolean local;
  private final StringBuilder text = new StringBuilder();
  private final List<Action> actions = new ArrayList<>();

  RandomStructures(long seed) {
    random = new SplittableRandom(seed);
    type = TYPES[random.nextInt(TYPES.length)];
    step = 2 + random.nextInt(random.nextInt(4) == 0 ? 17 : 7);
    same = random.nextInt(3) == 0;
    local = random.nextInt(5) == 0;
    int statements = 2 + random.nextInt(20);
    for (int k = 0; k < statements; k++) {
      statement();
    }
  }

  String type() {
    return type;
  }

  int step() {
    return step;
  }

  /** Returns whether {@code q} is to be the first buffer; else it is the third. */
  boolean same() {
    return same;
  }

  int elementBytes() {
    return switch (type) {
      case "uchar" -> 1;
      case "ushort" -> 2;
      case "uint", "float" -> 4;
      default -> 8;
    };
  }

  private boolean isFloat() {
    return type.equals("float") || type.equals("double");
  }

  /** Returns the program; at most {@code group} work-items are in a group. */
  String source(int group) {
    String body =
        """
        kernel void k(global TYPE *p, global TYPE *x, global TYPE *r, int same, int n) {
          int i = get_global_id(0); uint u = get_global_id(0); size_t g = get_global_id(0);
          global TYPE *q = same ? p : x;
          TYPE t0 = 1, t1 = 2, t2 = 3, t3 = 4;
          if (i < n) {
        BODY  }
        }\
        """;
    String kept =
        """
        kernel void k(global TYPE *p0, global TYPE *x, global TYPE *r, int same, int n) {
          local TYPE kept[GROUP * STEP];
          local TYPE *p = kept - get_group_id(0) * get_enqueued_local_size(0) * STEP;
          int i = get_global_id(0); uint u = get_global_id(0); size_t g = get_global_id(0);
          global TYPE *q = x;
          TYPE t0 = 1, t1 = 2, t2 = 3, t3 = 4;
          if (i < n) {
            for (int k = 0; k < STEP; k++) p[i * STEP + k] = p0[i * STEP + k];
        BODY    for (int k = 0; k < STEP; k++) p0[i * STEP + k] = p[i * STEP + k];
          }
        }\
        """;
    return (local && !same ? kept : body)
        .replace("BODY", text)
        .replace("TYPE", type)
        .replace("GROUP", Integer.toString(group))
        .replace("STEP", Integer.toString(step));
  }

  /** Does what {@code items} work-items do. */
  void run(long[][] memories, int items) {
    for (int i = 0; i < items; i++) {
      long[] registers = {1, 2, 3, 4};
      for (Action action : actions) {
        action.run(memories, i * step, registers);
      }
    }
  }

  private void statement() {
    int memory = random.nextInt(5) == 0 ? 1 + random.nextInt(2) : 0;
    String pointer = String.valueOf("pqr".charAt(memory));
    int width = random.nextInt(4) == 0 ? VECTORS[random.nextInt(VECTORS.length)] : 1;
    width = Math.min(width, step);
    int element = random.nextInt(step - width + 1);
    String place = PLACES[random.nextInt(PLACES.length)].replace("A", Integer.toString(element));
    int register = random.nextInt(REGISTERS);
    int other = random.nextInt(REGISTERS);
    switch (random.nextInt(3)) {
      case 0 -> load(pointer, memory, place, element, register, width);
      case 1 -> store(pointer, memory, place, element, register, width);
      default -> compute(register, other);
    }
  }

  private void load(
      String pointer, int memory, String place, int element, int register, int width) {
    if (width == 1) {
      line("t%d = %s[%s];".formatted(register, pointer, place));
      add((m, base, t) -> t[register] = m[memory][base + element]);
      return;
    }
    line("{ %s%d v = vload%d(0, %s + (%s));".formatted(type, width, width, pointer, place));
    for (int w = 0; w < width; w++) {
      int part = w;
      int target = (register + w) % REGISTERS;
      line("t%d = v.s%d;".formatted(target, w));
      add((m, base, t) -> t[target] = m[memory][base + element + part]);
    }
    line("}");
  }

  private void store(
      String pointer, int memory, String place, int element, int register, int width) {
    if (width == 1) {
      line("%s[%s] = t%d;".formatted(pointer, place, register));
      add((m, base, t) -> m[memory][base + element] = t[register]);
      return;
    }
    String values = "t%d";
    for (int w = 0; w < width; w++) {
      int part = w;
      int source = (register + w) % REGISTERS;
      values = w == 0 ? "t" + source : values + ", t" + source;
      add((m, base, t) -> m[memory][base + element + part] = t[source]);
    }
    line(
        "vstore%d((%s%d)(%s), 0, %s + (%s));"
            .formatted(width, type, width, values, pointer, place));
  }

  /** Floats are only moved, so that nothing is rounded. */
  private void compute(int register, int other) {
    if (isFloat()) {
      line("t%d = t%d;".formatted(register, other));
      add((m, base, t) -> t[register] = t[other]);
      return;
    }
    long mask = -1L >>> (64 - 8 * elementBytes());
    line("t%d = t%d * 3 + t%d;".formatted(register, register, other));
    add((m, base, t) -> t[register] = t[register] * 3 + t[other] & mask);
  }

  private void line(String statement) {
    text.append("    ").append(statement).append('\n');
  }

  private void add(Action action) {
    actions.add(action);
  }
}
