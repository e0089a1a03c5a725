package dev.barnacle.cl.kernels;

import java.util.List;
import java.util.Random;

/**
 * A random kernel of a few work-items that meet in memory, and its launch: atomic operations of all
 * kinds, orders and scopes that reach, in global and in local memory, fences, plain accesses that
 * barriers order, loops, branches on what was read. {@code x}, {@code y} and {@code z} are atomic
 * objects, {@code d} is plain with an element for each work-item, {@code r} gets what each has
 * read.
 *
 * @param body what all work-items do
 */
record RandomLaunch(String body, int global, int local) {
  private static final String PARAMETERS =
      "(global atomic_int *x, global atomic_int *y, global int *d, global int *r,"
          + " global atomic_int *done)";

  private static final List<String> ORDERS =
      List.of("relaxed", "acquire", "release", "acq_rel", "seq_cst");

  /** Makes one up. */
  static RandomLaunch of(Random random) {
    int local = 1 + random.nextInt(2);
    int groups = local == 1 ? 2 + random.nextInt(2) : 1 + random.nextInt(2);
    StringBuilder text = new StringBuilder();
    for (int phase = 0; phase < 2; phase++) {
      for (int i = 0; i < local * groups; i++) {
        text.append("  if (i == ").append(i).append(") {\n");
        for (int n = 1 + random.nextInt(2); n > 0; n--) {
          text.append("    ").append(statement(random)).append('\n');
        }
        text.append("  }\n");
      }
      text.append("  d[i] = v;\n");
      text.append("  barrier(CLK_GLOBAL_MEM_FENCE").append(local(random)).append(");\n");
      text.append("  v += 3 * d[g * n + (l + 1) % n];\n");
      text.append("  barrier(CLK_GLOBAL_MEM_FENCE").append(local(random)).append(");\n");
    }
    return new RandomLaunch(text.toString(), local * groups, local);
  }

  private static String local(Random random) {
    return random.nextBoolean() ? " | CLK_LOCAL_MEM_FENCE" : "";
  }

  private static String statement(Random random) {
    String operation = operation(random);
    return switch (random.nextInt(6)) {
      case 0 -> "if (v & 1) " + operation;
      case 1 -> "for (int k = 0; k < 2; k++) { " + operation + " }";
      case 2 ->
          "{ int e = 0; while (!atomic_compare_exchange_strong_explicit("
              + object(random)
              + ", &e, e + 1, memory_order_acq_rel, memory_order_relaxed, DEV)) { } v += e; }";
      default -> operation;
    };
  }

  private static String operation(Random random) {
    String tail = ", memory_order_" + ORDERS.get(random.nextInt(5)) + ", DEV);";
    String object = object(random);
    int value = 1 + random.nextInt(2);
    return switch (random.nextInt(6)) {
      case 0 -> "v += atomic_fetch_add_explicit(" + object + ", " + value + tail;
      case 1 -> "v += atomic_exchange_explicit(" + object + ", " + value + tail;
      case 2 -> "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE" + tail;
      case 3 ->
          "atomic_store_explicit("
              + object
              + ", "
              + value
              + tail.replace("acquire", "relaxed").replace("acq_rel", "release");
      default ->
          "v += 2 * atomic_load_explicit("
              + object
              + tail.replace("release", "relaxed").replace("acq_rel", "acquire");
    };
  }

  private static String object(Random random) {
    return List.of("x", "x", "y", "&z").get(random.nextInt(4));
  }

  /**
   * Returns the kernel's source.
   *
   * @param end what the last work-item to end does
   */
  String source(String name, String end) {
    return """
    #define DEV memory_scope_device
    kernel void %s%s {
      local atomic_int z;
      int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0);
      int n = get_local_size(0), v = 0;
      if (l == 0) atomic_init(&z, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
    %s  r[i] = v;
    %s}
    """
        .formatted(name, PARAMETERS, body, end);
  }
}
