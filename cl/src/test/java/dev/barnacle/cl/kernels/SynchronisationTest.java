package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Synchronisation algorithms with loops, and each with one thing too weak. The verdicts are those
 * of the model (docs/memory-model.md) on the same algorithm as a litmus test.
 */
class SynchronisationTest {
  private static final String OPERATIONS =
      """
      #define LOAD(p, o) atomic_load_explicit(p, memory_order_##o, memory_scope_device)
      #define STORE(p, v, o) atomic_store_explicit(p, v, memory_order_##o, memory_scope_device)
      #define SWAP(p, v, o) atomic_exchange_explicit(p, v, memory_order_##o, memory_scope_device)
      #define TAKE(p, e, v, o) atomic_compare_exchange_strong_explicit(p, e, v, memory_order_##o, \\
          memory_order_relaxed, memory_scope_device)
      #define FENCE(o) atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_##o, \\
          memory_scope_device)
      """;

  /** A pair that differs in one place. */
  private static Stream<Arguments> pair(String name, String body, String strong, String weak) {
    return Stream.of(
        Arguments.of(name, body.formatted(strong), List.of()),
        Arguments.of(name + ", too weak", body.formatted(weak), List.of(FindingKind.DATA_RACE)));
  }

  /** Bodies of kernels with {@code f}: flags, {@code d}: ints, all zero, for two work-groups. */
  static Stream<Arguments> algorithms() {
    String peterson =
        """
        STORE(f + i, 1, relaxed);
        %s;
        FENCE(seq_cst);
        while (LOAD(f + 1 - i, acquire) && LOAD(f + 2, relaxed) == 1 - i) ;
        d[0]++;
        STORE(f + i, 0, release);
        """;
    String petersonSeqCst =
        """
        STORE(f + i, 1, seq_cst);
        STORE(f + 2, 1 - i, %s);
        while (LOAD(f + 1 - i, seq_cst) && LOAD(f + 2, seq_cst) == 1 - i) ;
        d[0]++;
        STORE(f + i, 0, release);
        """;
    String lookBack =
        """
        d[i] = 1;
        STORE(f + i, 1, %s);
        int sum = 0;
        for (int p = i - 1; p >= 0; ) {
          if (LOAD(f + p, acquire) == 1) {
            sum += d[p];
            p--;
          }
        }
        d[64 + i] = sum;
        """;
    return Stream.of(
            // Both can enter when neither fence has the stores of the turn in order.
            pair(
                "Peterson's lock with fences",
                peterson,
                "SWAP(f + 2, 1 - i, acq_rel)",
                "STORE(f + 2, 1 - i, release)"),
            // The later store of the turn may come before the earlier one in modification order.
            pair("Peterson's lock", petersonSeqCst, "seq_cst", "release"),
            // Nothing that the loop computes but the way taken depends on what it waits for.
            pair("a look-back", lookBack, "release", "relaxed"))
        .flatMap(s -> s);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("algorithms")
  void finds(String name, String body, List<FindingKind> kinds) {
    Report report = check(body, 2, WatchOptions.AUTOMATIC);
    assertEquals(
        kinds, report.findings().stream().map(Finding::kind).distinct().toList(), report::toString);
  }

  @Test
  void whoWaitsForASuccessfulExchangeLetsOthersRun() {
    String first = "if (i == 0) { d[0] = 1; STORE(f, 1, release); } else { ";
    String second = "int e = 1; while (!TAKE(f, &e, 2, acquire)) e = 1; d[0]++; }";
    for (int schedules = 1; schedules <= 2; schedules++) {
      Report report = check(first + second, 2, schedules);
      assertEquals(List.of(), report.findings(), report::toString);
    }
  }

  @Test
  void manyWorkGroupsWaitForEachOther() {
    String barrier =
        "if (i == 0) d[0] = 1; atomic_fetch_add_explicit(f, 1, memory_order_acq_rel,"
            + " memory_scope_device); while (LOAD(f, acquire) != 2000) ; int r = d[0];";
    Report report = check(barrier, 2000, WatchOptions.AUTOMATIC);
    assertEquals(List.of(), report.findings(), report::toString);
  }

  private static Report check(String body, int items, int schedules) {
    String source =
        OPERATIONS
            + "kernel void k(global atomic_int *f, global int *d) { int i = get_global_id(0); "
            + body
            + " }";
    WatchOptions options =
        WatchOptions.defaults().withSchedules(schedules).withTimeout(Duration.ofMinutes(2));
    try (Context context = Context.builder().watched().watch(options).create();
        Program program = context.build(source, "-cl-std=CL3.0");
        Buffer f = context.buffer(1024);
        Buffer d = context.buffer(1024)) {
      return program.kernel("k").with(f, d).check(NDRange.of(items).local(1));
    }
  }
}
