package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Atomic operations by neighbouring work-items at once: on one address and on different ones, with
 * and without use of the old values, where all run and where some don't (OpenCL C, 6.15.12).
 */
class AtomicLanesTest extends SimdKernelTests {
  /** Cells of one group (local) or of all (global); see the kernel. */
  private static final int CELLS = 12;

  private static final int ALL = 0;
  private static final int SOME = 4;
  private static final String RELAXED = "memory_order_relaxed";

  enum Op {
    ADD,
    SUB,
    MIN,
    MAX,
    AND,
    OR,
    XOR,
    EXCHANGE;

    String function() {
      return this == EXCHANGE
          ? "atomic_exchange_explicit"
          : "atomic_fetch_" + name().toLowerCase(Locale.ROOT) + "_explicit";
    }

    long apply(String type, long old, long value) {
      boolean unsigned = type.startsWith("u");
      return narrow(
          type,
          switch (this) {
            case ADD -> old + value;
            case SUB -> old - value;
            case MIN ->
                unsigned
                    ? (Long.compareUnsigned(old, value) < 0 ? old : value)
                    : Math.min(old, value);
            case MAX ->
                unsigned
                    ? (Long.compareUnsigned(old, value) > 0 ? old : value)
                    : Math.max(old, value);
            case AND -> old & value;
            case OR -> old | value;
            case XOR -> old ^ value;
            case EXCHANGE -> value;
          });
    }
  }

  /** How work-items meet in memory. */
  record Case(Op op, String type, String order, boolean local) {
    @Override
    public String toString() {
      return op + " " + type + " " + order + (local ? " local" : " global");
    }
  }

  private static long narrow(String type, long value) {
    return switch (type) {
      case "int" -> (int) value;
      case "uint" -> value & 0xFFFFFFFFL;
      default -> value;
    };
  }

  private static final List<String> TYPES = List.of("int", "uint", "long", "ulong");
  private static final List<String> ORDERS =
      List.of(RELAXED, "memory_order_acq_rel", "memory_order_seq_cst");

  /** Every operation with a type and an order; all of them with barnacle.test.everything. */
  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    boolean everything = Boolean.getBoolean("barnacle.test.everything");
    int turn = 0;
    for (Op op : Op.values()) {
      for (String type : TYPES) {
        for (String order : ORDERS) {
          boolean its =
              type.equals(TYPES.get(turn % 4)) && order.equals(ORDERS.get(turn % ORDERS.size()));
          if (everything || its) {
            cases.add(new Case(op, type, order, false));
            cases.add(new Case(op, type, order, true));
          }
        }
      }
      turn++;
    }
    return cases.stream();
  }

  /**
   * Cells 0 and 1 are one address for all, with old values unused and used; cells 2 to 4 and 5 to 7
   * are met in threes; cells 8 and 9 are one address with one operand for all; all in a loop that
   * work-items leave at different times, under a condition.
   */
  private static String source(Case c) {
    return """
    kernel void k(global const T *values, global T *cells, global T *olds, int n, int but, T same) {
      CELLS
      for (int i = get_global_id(0); i < n; i += get_global_size(0))
        if ((i & but) == 0) {
          T v = values[i];
          DO(&c[0], v);
          olds[4 * i] = DO(&c[1], v);
          DO(&c[2 + i % 3], v);
          olds[4 * i + 1] = DO(&c[5 + i * i % 3], v);
          DO(&c[8], same);
          olds[4 * i + 2] = DO(&c[9], same);
          olds[4 * i + 3] = DO(&c[10], v + same);
        }
      END
    }\
    """
        .replace(
            "CELLS",
            c.local() ? LOCAL_CELLS : "volatile global atomic_T *c = (global atomic_T *)cells;")
        .replace("END", c.local() ? LOCAL_END : "")
        .replace("DO(", c.op().function() + "(")
        .replace("v);", "v, ORDER, SCOPE);")
        .replace("same);", "same, ORDER, SCOPE);")
        .replace("ORDER", c.order())
        .replace("SCOPE", c.local() ? "memory_scope_work_group" : "memory_scope_device")
        .replace("atomic_T", "atomic_" + c.type())
        .replace("T ", c.type() + " ");
  }

  private static final String LOCAL_CELLS =
      """
      local atomic_T c[12];
      if (get_local_id(0) == 0)
        for (int k = 0; k < 12; k++)
          atomic_store_explicit(&c[k], cells[12 * get_group_id(0) + k], memory_order_relaxed);
      barrier(CLK_LOCAL_MEM_FENCE);
      """;
  private static final String LOCAL_END =
      """
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = get_local_id(0); k < 12; k += get_local_size(0))
        cells[12 * get_group_id(0) + k] = atomic_load_explicit(&c[k], memory_order_relaxed);
      """;

  @ParameterizedTest
  @MethodSource("cases")
  void everyWorkItemsOperationCountsOnce(Case c) {
    for (TestRange range : List.of(line(3, 1), line(26, 7), line(3 * 64 + 17, 64))) {
      for (int but : new int[] {ALL, SOME}) {
        check(c, range, but);
      }
    }
  }

  private void check(Case c, TestRange range, int but) {
    int n = 2 * global(range) + 5;
    int groups = (global(range) + local(range) - 1) / local(range);
    long same = 37;
    long[] values = IntStream.range(0, n).mapToLong(i -> narrow(c.type(), value(i))).toArray();
    long[] cells = new long[CELLS * groups];
    for (int k = 0; k < cells.length; k++) {
      cells[k] = narrow(c.type(), 0x5A5A5A5A5A5A5A5AL * (k + 1));
    }
    long[] before = cells.clone();
    long[] olds = new long[4 * n];
    launch(c, range, values, cells, olds, n, but, same);
    for (int g = 0; g < (c.local() ? groups : 1); g++) {
      Meeting[] meetings = new Meeting[CELLS];
      for (int k = 0; k < CELLS; k++) {
        meetings[k] = new Meeting(c, before[CELLS * g + k], cells[CELLS * g + k]);
      }
      for (int i = 0; i < n; i++) {
        if ((i & but) == 0 && (!c.local() || groupOf(i, range) == g)) {
          meetings[0].add(values[i]);
          meetings[1].add(values[i], olds[4 * i]);
          meetings[2 + i % 3].add(values[i]);
          meetings[5 + i * i % 3].add(values[i], olds[4 * i + 1]);
          meetings[8].add(same);
          meetings[9].add(same, olds[4 * i + 2]);
          meetings[10].add(narrow(c.type(), values[i] + same), olds[4 * i + 3]);
        }
      }
      for (int k = 0; k < CELLS; k++) {
        meetings[k].check(c + " " + range + " but " + but + " cell " + k);
      }
    }
  }

  private static int groupOf(int i, TestRange range) {
    return i % global(range) / local(range);
  }

  private static long value(int i) {
    return (((i + 1) * 0x9E3779B97F4A7C15L) >>> 7) ^ (i % 5 == 0 ? -1L : 0);
  }

  private void launch(
      Case c,
      TestRange range,
      long[] values,
      long[] cells,
      long[] olds,
      int n,
      int but,
      long same) {
    if (c.type().endsWith("long")) {
      run(source(c), "k", range, values, cells, olds, n, but, same);
      return;
    }
    int[] narrowCells = ints(cells);
    int[] narrowOlds = ints(olds);
    run(source(c), "k", range, ints(values), narrowCells, narrowOlds, n, but, (int) same);
    IntStream.range(0, cells.length).forEach(k -> cells[k] = narrow(c.type(), narrowCells[k]));
    IntStream.range(0, olds.length).forEach(k -> olds[k] = narrow(c.type(), narrowOlds[k]));
  }

  private static int[] ints(long[] values) {
    return Arrays.stream(values).mapToInt(v -> (int) v).toArray();
  }

  /**
   * What happened at one cell. There is an order of the operations in which each finds what the one
   * before left: so every value is found as often as it is left, but for the first and the last.
   */
  private static final class Meeting {
    private final Case c;
    private final long last;
    private final Map<Long, Integer> leftMinusFound = new HashMap<>();
    private boolean ordered = true;
    private long folded;

    Meeting(Case c, long first, long last) {
      this.c = c;
      this.last = last;
      this.folded = first;
      leftMinusFound.merge(first, 1, Integer::sum);
      leftMinusFound.merge(last, -1, Integer::sum);
    }

    void add(long value) {
      folded = c.op().apply(c.type(), folded, value);
      ordered = false;
    }

    void add(long value, long old) {
      folded = c.op().apply(c.type(), folded, value);
      leftMinusFound.merge(old, -1, Integer::sum);
      leftMinusFound.merge(c.op().apply(c.type(), old, value), 1, Integer::sum);
    }

    void check(String what) {
      if (c.op() != Op.EXCHANGE) {
        assertEquals(folded, last, what);
      }
      if (ordered) {
        leftMinusFound.values().removeIf(count -> count == 0);
        assertEquals(
            Map.of(), leftMinusFound, () -> what + ": values left but not found, or found");
      }
    }
  }

  /** Compare-and-exchange on local memory: each cell is claimed once, by who finds it free. */
  @ParameterizedTest
  @MethodSource("ranges")
  void localCompareAndExchange(TestRange range) {
    int[] found = new int[global(range)];
    int[] owner = new int[global(range)];
    int[] sum = new int[global(range)];
    run(
        """
        kernel void claim(global int *found, global int *owner, global int *sum) {
          local int owners[8], last;
          int l = get_local_id(0), g = get_global_id(0);
          for (int k = l; k < 8; k += get_local_size(0))
            owners[k] = -1;
          if (l == 0)
            last = 0;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (l % 4 != 1)
            found[g] = atomic_cmpxchg(&owners[l * l % 8], -1, l);
          int expected = atomic_or(&last, 0);
          while (true) {
            int was = atomic_cmpxchg(&last, expected, expected + l + 1);
            if (was == expected)
              break;
            expected = was;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
          owner[g] = owners[l * l % 8];
          sum[g] = last;
        }\
        """,
        "claim", range, found, owner, sum);
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            int i = first + l;
            assertEquals(size * (size + 1) / 2, sum[i]);
            if (l % 4 == 1) {
              assertEquals(0, found[i], "has not asked");
              assertNotEquals(l, owner[i]);
            } else {
              assertEquals(l * l % 8, owner[i] * owner[i] % 8, "the owner wanted this cell");
              assertEquals(owner[i] == l ? -1 : owner[i], found[i]);
            }
          }
        });
  }

  /** A lock that is taken in a loop and given back behind it: work-items must not run together. */
  @Test
  void lockGivenBackBehindTheLoop() {
    TestRange range = line(3 * 32, 32);
    int[] sum = {0};
    run(
        """
        kernel void lock(volatile global int *lock, global int *sum) {
          for (int done = 0; !done;)
            if (atomic_cmpxchg(lock, 0, 1) == 0) {
              atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
              *sum += get_global_id(0);
              atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
              atomic_xchg(lock, 0);
              done = 1;
            }
          while (atomic_cmpxchg(lock, 0, 1) != 0)
            ;
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
          *sum += 1000;
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
          atomic_xchg(lock, 0);
        }\
        """,
        "lock",
        range,
        new int[1],
        sum);
    int n = global(range);
    assertEquals(n * (n - 1) / 2 + 1000 * n, sum[0]);
  }

  /** Tickets of a compaction: each place is taken once, bounds are kept, loops end. */
  @Test
  void compactionWithTickets() {
    TestRange range = line(5 * 48 + 11, 48);
    int n = 4 * global(range);
    int[] in = numbers(n);
    int[] out = new int[n];
    int[] counter = new int[1];
    run(
        """
        kernel void compact(global const int *in, int n, int limit, global int *out, global int *counter) {
          for (int i = get_global_id(0); i < n; i += get_global_size(0))
            if (in[i] % 3 == 0) {
              int at = atomic_inc(counter);
              if (at < limit)
                out[at] = in[i];
            }
        }\
        """,
        "compact", range, in, n, n, out, counter);
    int[] kept = Arrays.stream(in).filter(v -> v % 3 == 0).toArray();
    assertEquals(kept.length, counter[0]);
    Arrays.sort(out, 0, kept.length);
    assertArrayEquals(kept, Arrays.copyOf(out, kept.length));
  }
}
