package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressRules;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Updates of one counter, of which one order is enough where all but the last wait or end, and what
 * else is followed once: the same answers as of all executions.
 */
class ExploreEqualUpdatesTest {
  private static final String SOURCE =
      """
      #define N (int)get_num_groups(0)
      #define G (int)get_group_id(0)
      #define DEV memory_scope_device
      #define ADD(v, o) atomic_fetch_add_explicit(c, v, o, DEV)
      #define GET(o) atomic_load_explicit(c, o, DEV)
      #define RLX memory_order_relaxed
      #define ACQ memory_order_acquire
      #define REL memory_order_release
      #define BOTH memory_order_acq_rel
      #define LAST(name, order, which) \\
        kernel void name(global atomic_int *c, global int *d) { \\
          d[G] = G + 1; \\
          if (ADD(1, order) == which) \\
            for (int i = 0; i < N; i++) d[N] += d[i]; \\
        }
      LAST(last, BOTH, N - 1)
      LAST(last_relaxed, RLX, N - 1)
      LAST(last_acquires, ACQ, N - 1)
      LAST(middle, BOTH, N - 2)
      LAST(first, BOTH, 0)
      #define BARRIER(name, step, order, poll, condition) \\
        kernel void name(global atomic_int *c, global int *d) { \\
          d[G] = G + 1; \\
          ADD(step, order); \\
          while (GET(poll) condition) { } \\
          d[N + G] = d[(G + 1) % N]; \\
        }
      BARRIER(counted, 1, BOTH, ACQ, < N)
      BARRIER(counted_releases, 1, REL, ACQ, < N)
      BARRIER(counted_relaxed, 1, RLX, ACQ, < N)
      BARRIER(counted_polls_relaxed, 1, BOTH, RLX, < N)
      BARRIER(counted_early, 1, BOTH, ACQ, < N - 1)
      BARRIER(counted_more, 1, BOTH, ACQ, < N + 1)
      BARRIER(unequal, G + 1, BOTH, ACQ, < 6)
      BARRIER(unequal_early, G + 1, BOTH, ACQ, != 2)
      kernel void own(global atomic_int *c, global int *d) {
        if (ADD(1, RLX) == G) d[G] = 1;
      }
      kernel void two_only(global atomic_int *c, global int *d) {
        if (G == 0) {
          while (GET(ACQ) != 1) { }
          d[0] = 1;
        } else {
          ADD(1, BOTH);
        }
      }
      kernel void looks(global atomic_int *c, global int *d) {
        d[G] = G + 1;
        ADD(1, BOTH);
        if (GET(ACQ) == 2) d[N + G] = 1;
      }
      kernel void reads_before(global atomic_int *c, global int *d) {
        d[G] = G + 1;
        int old = ADD(1, BOTH);
        if (old > 0) d[N + G] = d[0];
        while (GET(ACQ) < N) { }
      }
      kernel void twice(global atomic_int *c, global int *d) {
        for (int r = 1; r < 3; r++) {
          d[G] += r;
          ADD(1, BOTH);
          while (GET(ACQ) < r * N) { }
        }
      }
      kernel void sense(global atomic_int *c, global int *d) {
        global atomic_int *flag = c + 1;
        d[G] = G + 1;
        if (ADD(1, BOTH) == N - 1) {
          atomic_store_explicit(c, 0, RLX, DEV);
          atomic_store_explicit(flag, 1, REL, DEV);
        } else {
          while (atomic_load_explicit(flag, ACQ, DEV) == 0) { }
        }
        d[N + G] = d[(G + 1) % N];
      }
      kernel void exchanges(global atomic_int *c, global int *d) {
        if (atomic_exchange_explicit(c, 7, BOTH, DEV) == 0) d[0] = G + 1;
      }
      kernel void greatest(global atomic_int *c, global int *d) {
        d[G] = 1;
        atomic_fetch_max_explicit(c, 3, BOTH, DEV);
        while (GET(ACQ) < 3) { }
        d[N] = d[0];
      }
      kernel void sequence(global atomic_int *c, global int *d) {
        global atomic_int *a = c + 1, *b = c + 2;
        if (G == 0) {
          atomic_store_explicit(c, 1, RLX, DEV);
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, REL, DEV);
          atomic_store_explicit(a, 1, RLX, DEV);
          atomic_store_explicit(b, 1, RLX, DEV);
          atomic_store_explicit(c, 2, REL, DEV);
          return;
        }
        int s, x, y;
        do {
          s = GET(ACQ);
          x = atomic_load_explicit(a, RLX, DEV);
          y = atomic_load_explicit(b, RLX, DEV);
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, ACQ, DEV);
        } while ((s & 1) || s != GET(RLX));
        d[G] = 10 * x + y + 1;
      }
      #define LOOK_BACK(name, order) \\
        kernel void name(global atomic_int *c, global int *d) { \\
          global int *sum = d, *prefix = d + N; \\
          int s = G + 1; \\
          if (G > 0) { \\
            sum[G] = s; \\
            atomic_store_explicit(&c[G], 1, order, DEV); \\
          } \\
          for (int i = G - 1, f = 0; i >= 0 && f != 2;) { \\
            f = atomic_load_explicit(&c[i], ACQ, DEV); \\
            if (f != 0) s += f == 2 ? prefix[i] : sum[i--]; \\
          } \\
          prefix[G] = s; \\
          atomic_store_explicit(&c[G], 2, REL, DEV); \\
        }
      LOOK_BACK(look_back, REL)
      LOOK_BACK(look_back_relaxed, RLX)
      kernel void handed_on(global atomic_int *c, global int *d) {
        if (G == 0) d[0] = 1;
        if (G == 0 || atomic_load_explicit(&c[G - 1], ACQ, DEV))
          atomic_store_explicit(&c[G], 1, G == 1 ? RLX : REL, DEV);
        if (G == N - 1 && atomic_load_explicit(&c[G - 1], ACQ, DEV)) d[1] = d[0];
      }
      #define CAS(kind, old, to, order, fail) \\
        atomic_compare_exchange_##kind##_explicit(c, &old, to, order, fail, DEV)
      #define GREATEST(name, kind, get, order, fail) \\
        kernel void name(global atomic_int *c, global int *d) { \\
          int mine = (G * 2 + 1) % N + 1, old = GET(get); \\
          while (old < mine && !CAS(kind, old, mine, order, fail)) { } \\
        }
      GREATEST(cas_max, strong, RLX, RLX, RLX)
      GREATEST(cas_max_weak, weak, RLX, RLX, RLX)
      GREATEST(cas_max_acquires, strong, ACQ, BOTH, ACQ)
      GREATEST(cas_max_loads_more, strong, ACQ, RLX, RLX)
      #define COUNT(name, before, body, after) \\
        kernel void name(global atomic_int *c, global int *d) { \\
          int old = GET(RLX), n = 0; \\
          before \\
          do { body } while (!CAS(strong, old, old + 1, RLX, RLX)); \\
          after \\
        }
      COUNT(cas_counts, , , d[G] = old;)
      COUNT(cas_counts_rounds, , n++;, d[G] = n;)
      COUNT(cas_keeps_the_first, int first = old;, , d[G] = old - first;)
      COUNT(cas_leaves, , d[G] = old + 5; if (old >= 2) break;, )
      COUNT(cas_leaves_late, , if (old >= 2) { d[G] = 9; break; } d[G] = old + 5;, )
      COUNT(cas_writes_one, , d[7] = old;, )
      COUNT(cas_writes_where_it_was, , d[old] = G;, )
      COUNT(cas_reads, , n += d[7];, d[G] = n;)
      COUNT(cas_twice, while (!CAS(strong, old, old + 2, RLX, RLX)) { }, , d[G] = old;)
      COUNT(cas_and_back, , , if (old > 0) d[G] = atomic_exchange_explicit(c, 0, RLX, DEV) + 1;)
      COUNT(cas_then_looks, , , d[G] = GET(RLX);)
      COUNT(cas_after_a_look, int was = GET(RLX);, , d[G] = was;)
      #define PUSH(order) \\
        int me = G + 1, old = GET(RLX); \\
        do { d[me] = old; } while (!CAS(strong, old, me, order, RLX));
      kernel void push(global atomic_int *c, global int *d) {
        PUSH(REL)
      }
      kernel void push_and_look(global atomic_int *c, global int *d) {
        PUSH(REL)
        int top = GET(ACQ);
        d[me + 3] = d[top] + 1;
      }
      kernel void push_and_look_relaxed(global atomic_int *c, global int *d) {
        PUSH(RLX)
        int top = GET(ACQ);
        d[me + 3] = d[top] + 1;
      }
      kernel void push_and_see(global atomic_int *c, global int *d) {
        if (G == 0) {
          int top = GET(ACQ);
          if (top != 0) d[7] = d[top] + 1;
          return;
        }
        PUSH(REL)
      }
      kernel void push_and_peek(global atomic_int *c, global int *d) {
        if (G == 0) {
          d[7] = d[2] + 1;
          return;
        }
        PUSH(REL)
      }
      kernel void push_and_pop(global atomic_int *c, global int *d) {
        if (G == 2) return;
        PUSH(REL)
        old = GET(ACQ);
        while (old != 0 && !CAS(strong, old, d[old], ACQ, ACQ)) { }
        d[me + 3] = old;
      }
      kernel void push_and_take_all(global atomic_int *c, global int *d) {
        if (G == 0) {
          d[7] = atomic_exchange_explicit(c, 0, RLX, DEV);
          return;
        }
        PUSH(REL)
      }
      """;

  private static final KernelExplorer EACH =
      new KernelExplorer(KernelModel.OPENCL_SCOPED, ProgressRules.FAIR, 50, 8, 1)
          .visitingEach(Integer.MAX_VALUE);
  private static final KernelExplorer NONE = EACH.visitingEach(0);

  private final Context context = Context.builder().watched().create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");

  @AfterEach
  void close() {
    context.close();
  }

  private static Set<String> faults(KernelOutcome outcome) {
    return outcome.faults().stream()
        .map(f -> f.kind().keyword())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> states(KernelOutcome outcome) {
    return outcome.states().stream()
        .map(s -> s.contents().stream().map(Arrays::toString).collect(Collectors.joining()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private KernelOutcome explore(String kernel, int groups, KernelExplorer explorer) {
    Buffer c = context.buffer(new int[8]);
    Buffer d = context.buffer(new int[8]);
    return program
        .kernel(kernel)
        .with(c, d)
        .explore(NDRange.of(groups).local(1), explorer, () -> false);
  }

  @ParameterizedTest
  @CsvSource({
    "last, clean",
    "last_relaxed, data-race",
    "last_acquires, data-race",
    "middle, data-race",
    "first, data-race",
    "counted, clean",
    "counted_releases, clean",
    "counted_relaxed, data-race",
    "counted_polls_relaxed, data-race",
    "counted_early, data-race",
    "counted_more, hang",
    "unequal, clean",
    "unequal_early, data-race hang",
    "own, clean",
    "two_only, hang",
    "looks, clean",
    "reads_before, data-race",
    "twice, clean",
    "sense, clean",
    "exchanges, clean",
    "greatest, data-race",
    "sequence, clean",
    "look_back, clean",
    "look_back_relaxed, data-race",
    "handed_on, data-race",
    "cas_max, clean",
    "cas_max_weak, clean",
    "cas_max_acquires, clean",
    "cas_max_loads_more, clean",
    "cas_counts, clean",
    "cas_counts_rounds, clean",
    "cas_keeps_the_first, clean",
    "cas_leaves, clean",
    "cas_leaves_late, clean",
    "cas_writes_one, data-race",
    "cas_writes_where_it_was, data-race",
    "cas_reads, clean",
    "cas_twice, clean",
    "cas_and_back, clean",
    "cas_then_looks, clean",
    "cas_after_a_look, clean",
    "push, clean",
    "push_and_look, clean",
    "push_and_look_relaxed, data-race",
    "push_and_see, clean",
    "push_and_peek, data-race",
    "push_and_pop, clean",
    "push_and_take_all, clean"
  })
  void answersAreThoseOfAllExecutions(String kernel, String expected) {
    KernelOutcome all = explore(kernel, 3, EACH);
    KernelOutcome some = explore(kernel, 3, NONE);
    assertEquals(expected, faults(all).isEmpty() ? "clean" : String.join(" ", faults(all)));
    assertEquals(faults(all), faults(some), kernel);
    assertEquals(states(all), states(some), kernel);
    assertEquals(all.limits(), some.limits(), kernel);
  }

  /** What has 2^n executions, or more, otherwise. */
  @ParameterizedTest
  @CsvSource({
    "last, 40, 40",
    "counted, 12, 1",
    "look_back, 16, 29",
    "cas_max, 9, 9",
    "cas_max_weak, 9, 9",
    "push, 5, 120"
  })
  void theOrderOfEqualUpdatesDoesNotCount(String kernel, int groups, int executions) {
    Buffer c = context.buffer(new int[4 * groups]);
    Buffer d = context.buffer(new int[4 * groups]);
    KernelOutcome outcome =
        program.kernel(kernel).with(c, d).explore(NDRange.of(groups).local(1), NONE, () -> false);
    assertTrue(outcome.isCorrect(), () -> outcome.faults() + " " + outcome.limits());
    assertEquals(executions, outcome.executions());
  }
}
