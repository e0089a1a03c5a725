package dev.barnacle.cl.kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * A random kernel whose work-items wait for each other in loops, with atomic operations of device
 * scope: at locks (test-and-set, tickets, Peterson's), for partners, in chains that follow the ids
 * upwards and downwards, and at barriers of all work-items; in branches that some take, and in
 * loops. It has no race, and its results follow from the ids, so they are computed here as well.
 */
final class RandomWaits {
  private final Random random;
  private final int items;
  private final int local;
  private final StringBuilder text = new StringBuilder();
  private final int[] x;
  private final List<Sum> sums = new ArrayList<>();
  private int words;
  private int names;

  private record Sum(int at, int value) {}

  /**
   * Makes one.
   *
   * @param items work-items
   * @param local of a work-group
   */
  RandomWaits(long seed, int items, int local) {
    this.random = new Random(seed);
    this.items = items;
    this.local = local;
    this.x = new int[items];
    for (int i = 0; i < items; i++) {
      x[i] = 5 * i + 1;
    }
    int phases = 1 + random.nextInt(4);
    for (int p = 0; p < phases; p++) {
      phase();
    }
  }

  /** The kernel {@code k(global atomic_int *a, global int *v, global int *out)}. */
  String source() {
    return """
    #define DEVICE memory_scope_device
    kernel void k(global atomic_int *a, global int *v, global int *out) {
      local int l[256];
      const int i = get_global_id(0), n = get_global_size(0), j = get_local_id(0);
      const int m = get_local_size(0);
      int x = 5 * i + 1;
    """
        + text
        + "  out[i] = x;\n}\n";
  }

  /** How many words each of the buffers {@code a} and {@code v} needs, all zero. */
  int words() {
    return Math.max(1, words);
  }

  /** What is left in {@code out}. */
  int[] results() {
    return x;
  }

  /** Returns whether what is in {@code v} in the end is right. */
  boolean areRight(int[] v) {
    return sums.stream().allMatch(s -> v[s.at()] == s.value());
  }

  private void line(String line) {
    text.append("  ").append(line).append('\n');
  }

  private int reserve(int count) {
    words += count;
    return words - count;
  }

  private static String load(String pointer) {
    return "atomic_load_explicit(%s, memory_order_acquire, DEVICE)".formatted(pointer);
  }

  private void store(String pointer, String value) {
    line("atomic_store_explicit(%s, %s, memory_order_release, DEVICE);".formatted(pointer, value));
  }

  private void phase() {
    switch (random.nextInt(7)) {
      case 0 -> locked();
      case 1 -> partners();
      case 2 -> chain(random.nextBoolean());
      case 3 -> everybody();
      case 4 -> peterson();
      case 5 -> group();
      default -> {
        locked();
        everybody();
      }
    }
  }

  /** Some or all add to a sum under a lock, once or several times. */
  private void locked() {
    int by = 1 + random.nextInt(3);
    int rounds = 1 + random.nextInt(3);
    int lock = reserve(2);
    int sum = reserve(1);
    int value = 0;
    for (int i = 0; i < items; i++) {
      value += i % by == 0 ? rounds * x[i] : 0;
    }
    sums.add(new Sum(sum, value));
    line("if (i %% %d == 0)".formatted(by));
    line("for (int r = 0; r < %d; r++) {".formatted(rounds));
    switch (random.nextInt(3)) {
      case 0 -> {
        line("int free = 0;");
        line("while (!atomic_compare_exchange_strong_explicit(a + %d, &free, 1,".formatted(lock));
        line("    memory_order_acquire, memory_order_relaxed, DEVICE)) free = 0;");
        line("v[%d] += x;".formatted(sum));
        store("a + " + lock, "0");
      }
      case 1 -> {
        line(
            "while (atomic_exchange_explicit(a + %d, 1, memory_order_acquire, DEVICE));"
                .formatted(lock));
        line("v[%d] += x;".formatted(sum));
        store("a + " + lock, "0");
      }
      default -> {
        line(
            "int t = atomic_fetch_add_explicit(a + %d, 1, memory_order_relaxed, DEVICE);"
                .formatted(lock));
        line("while (%s != t);".formatted(load("a + " + (lock + 1))));
        line("v[%d] += x;".formatted(sum));
        store("a + " + (lock + 1), "t + 1");
      }
    }
    line("}");
  }

  /** Work-items exchange values in pairs, near or far. */
  private void partners() {
    int flags = reserve(items);
    boolean far = random.nextBoolean();
    IntUnaryOperator partner = far ? i -> items - 1 - i : i -> (i ^ 1) < items ? i ^ 1 : i;
    String name = "p" + names++;
    line("const int %s = %s;".formatted(name, far ? "n - 1 - i" : "(i ^ 1) < n ? i ^ 1 : i"));
    line("v[%d + i] = x;".formatted(flags));
    store("a + " + flags + " + i", "1");
    line("while (%s == 0);".formatted(load("a + " + flags + " + " + name)));
    line("x += 3 * v[%d + %s];".formatted(flags, name));
    int[] before = x.clone();
    for (int i = 0; i < items; i++) {
      x[i] = before[i] + 3 * before[partner.applyAsInt(i)];
    }
  }

  /** Each waits for the one before it, or behind it. */
  private void chain(boolean up) {
    int flags = reserve(items);
    String other = up ? "i - 1" : "i + 1";
    line("if (%s) {".formatted(up ? "i > 0" : "i + 1 < n"));
    line("while (%s == 0);".formatted(load("a + " + flags + " + " + other)));
    line("x = 3 * x + v[%d + %s];".formatted(flags, other));
    line("}");
    line("v[%d + i] = x;".formatted(flags));
    store("a + " + flags + " + i", "1");
    for (int s = 1; s < items; s++) {
      int i = up ? s : items - 1 - s;
      x[i] = 3 * x[i] + x[up ? i - 1 : i + 1];
    }
  }

  /** All meet at a barrier that reverses its sense, once or several times. */
  private void everybody() {
    int rounds = 1 + random.nextInt(3);
    int barrier = reserve(2);
    int values = reserve(rounds * items);
    String sense = "s" + names++;
    line("int %s = 0;".formatted(sense));
    line("for (int r = 0; r < %d; r++) {".formatted(rounds));
    line("v[%d + r * n + i] = x;".formatted(values));
    line("%s = !%s;".formatted(sense, sense));
    line(
        "if (atomic_fetch_add_explicit(a + %d, 1, memory_order_acq_rel, DEVICE) == n - 1) {"
            .formatted(barrier));
    line("atomic_store_explicit(a + %d, 0, memory_order_relaxed, DEVICE);".formatted(barrier));
    store("a + " + (barrier + 1), sense);
    line("} else while (%s != %s);".formatted(load("a + " + (barrier + 1)), sense));
    line("x ^= v[%d + r * n + (7 * i + 3 + r) %% n];".formatted(values));
    line("}");
    for (int r = 0; r < rounds; r++) {
      int[] before = x.clone();
      for (int i = 0; i < items; i++) {
        x[i] = before[i] ^ before[(7 * i + 3 + r) % items];
      }
    }
  }

  /** Pairs of the two halves exclude each other without read-modify-write operations. */
  private void peterson() {
    int pairs = items / 2;
    int wants = reserve(2 * pairs);
    int turns = reserve(pairs);
    int values = reserve(pairs);
    String seq = ", memory_order_seq_cst, DEVICE)";
    line("if (i < %d) {".formatted(2 * pairs));
    line("const int pair = i %% %d, me = i / %d;".formatted(pairs, pairs));
    line("atomic_store_explicit(a + %d + 2 * pair + me, 1%s;".formatted(wants, seq));
    line("atomic_store_explicit(a + %d + pair, 1 - me%s;".formatted(turns, seq));
    line("while (atomic_load_explicit(a + %d + 2 * pair + 1 - me%s".formatted(wants, seq));
    line("    && atomic_load_explicit(a + %d + pair%s == 1 - me);".formatted(turns, seq));
    line("v[%d + pair] += x;".formatted(values));
    line("atomic_store_explicit(a + %d + 2 * pair + me, 0%s;".formatted(wants, seq));
    line("}");
    for (int pair = 0; pair < pairs; pair++) {
      sums.add(new Sum(values + pair, x[pair] + x[pair + pairs]));
    }
  }

  /** The work-items of a group exchange values at barriers. */
  private void group() {
    line("l[j] = x;");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    line("x += l[(j + 1) % m];");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    int[] before = x.clone();
    for (int first = 0; first < items; first += local) {
      int size = Math.min(local, items - first);
      for (int j = 0; j < size; j++) {
        x[first + j] = before[first + j] + before[first + (j + 1) % size];
      }
    }
  }
}
