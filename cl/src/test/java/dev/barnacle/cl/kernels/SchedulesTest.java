package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which values kernels with atomic operations come to in the orders in which they are run where
 * nothing says in how many.
 */
class SchedulesTest {
  private static final String LOAD = "atomic_load_explicit(%s, %s, memory_scope_device)";
  private static final String STORE = "atomic_store_explicit(%s, %d, %s, memory_scope_device);";

  private static String acquire(String flag) {
    return LOAD.formatted(flag, "memory_order_acquire");
  }

  private static String relaxed(String flag) {
    return LOAD.formatted(flag, "memory_order_relaxed");
  }

  private static String release(String flag, int value) {
    return STORE.formatted(flag, value, "memory_order_release");
  }

  private static String set(String flag, int value) {
    return STORE.formatted(flag, value, "memory_order_relaxed");
  }

  /** Bodies of kernels with {@code f} and {@code g}: flags, {@code o}: 64 ints, all zero. */
  static Stream<Arguments> kernels() {
    List<FindingKind> race = List.of(FindingKind.DATA_RACE);
    String lock = "if (" + acquire("f") + " == 0) { " + set("f", 1) + " o[0]++; ";
    String there =
        "if (i == 0) { o[0] = 1; " + release("f", 1) + " if (" + acquire("g") + ") o[0] = 2;";
    String back = " } else if (" + acquire("f") + ") { o[1] = o[0]; ";
    String chain = "if (i == 1) { o[0] = 1; " + release("f", 1) + " } else if (i == 2) { if (";
    String end = ") " + release("g", 1) + " } else if (" + acquire("g") + ") o[1] = o[0];";
    String turns = "if (i == 2) { " + set("f", 1) + " } else if (i == 0) { if (";
    String turn = " == 1) { o[0] = 1; %s } } else if (i == 3) { if (";
    String last = " == 2) o[1] = o[0]; }";
    return Stream.of(
        Arguments.of("a lock of a load and a store", 2, lock + release("f", 0) + " }", race),
        Arguments.of("there and back, relaxed", 2, there + back + set("g", 1) + " }", race),
        Arguments.of("there and back", 2, there + back + release("g", 1) + " }", List.of()),
        Arguments.of("a chain, relaxed", 3, chain + relaxed("f") + end, race),
        Arguments.of("a chain", 3, chain + acquire("f") + end, List.of()),
        Arguments.of(
            "tickets of a load and a store",
            4,
            "int t = atomic_load(f); atomic_store(f, t + 1); o[t] = i;",
            race),
        Arguments.of(
            "turns of groups, relaxed",
            4,
            turns + relaxed("f") + turn.formatted(set("f", 2)) + acquire("f") + last,
            race),
        Arguments.of(
            "turns of groups",
            4,
            turns + relaxed("f") + turn.formatted(release("f", 2)) + acquire("f") + last,
            List.of()),
        Arguments.of("tickets", 4, "o[atomic_fetch_add(f, 1)] = i;", List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void finds(String name, int items, String body, List<FindingKind> kinds) {
    for (int local : IntStream.of(1, 2, items).filter(l -> items % l == 0).distinct().toArray()) {
      Report report = check(body, items, local, WatchOptions.AUTOMATIC, new StringBuilder());
      assertEquals(
          kinds,
          report.findings().stream().map(Finding::kind).distinct().toList(),
          report::toString);
    }
  }

  /** Kernels in which something is wrong only where a load reads an old value, and their twins. */
  static Stream<Arguments> staleKernels() {
    String buffers =
        "int r; if (i == 0) { %1$s %3$s r = %4$s; } else { %2$s %3$s r = %5$s; } if (!r) o[0] = i;";
    String fence =
        "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_%s, memory_scope_device);";
    String strong = "memory_order_seq_cst";
    String f = STORE.formatted("f", 1, strong);
    String g = STORE.formatted("g", 1, strong);
    String sent = "if (i == 0) { " + set("f", 1) + " %s } ";
    String crash = "else if (" + acquire("g") + ") o[" + relaxed("f") + " - 1] = 1;";
    String spin = "if (i == 0) { " + set("f", 1) + " } else while (!" + relaxed("f") + ");";
    List<FindingKind> race = List.of(FindingKind.DATA_RACE);
    return Stream.of(
        Arguments.of(
            "store buffering, relaxed",
            buffers.formatted(set("f", 1), set("g", 1), "", relaxed("g"), relaxed("f")),
            race),
        Arguments.of(
            "store buffering, release and acquire",
            buffers.formatted(release("f", 1), release("g", 1), "", acquire("g"), acquire("f")),
            race),
        Arguments.of(
            "store buffering, seq_cst",
            buffers.formatted(f, g, "", LOAD.formatted("g", strong), LOAD.formatted("f", strong)),
            List.of()),
        Arguments.of(
            "store buffering, fences",
            buffers.formatted(
                set("f", 1), set("g", 1), fence.formatted("seq_cst"), relaxed("g"), relaxed("f")),
            List.of()),
        Arguments.of(
            "store buffering, weak fences",
            buffers.formatted(
                set("f", 1), set("g", 1), fence.formatted("acq_rel"), relaxed("g"), relaxed("f")),
            race),
        Arguments.of(
            "an index that comes late",
            sent.formatted(set("g", 1)) + crash,
            List.of(FindingKind.OUT_OF_BOUNDS)),
        Arguments.of("an index that is sent", sent.formatted(release("g", 1)) + crash, List.of()),
        Arguments.of("a wait for what comes late", spin, List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("staleKernels")
  void findsWhatComesOfOldValues(String name, String body, List<FindingKind> kinds) {
    for (int local : new int[] {1, 2}) {
      Report report = check(body, 2, local, WatchOptions.AUTOMATIC, new StringBuilder());
      assertEquals(
          kinds,
          report.findings().stream().map(Finding::kind).distinct().toList(),
          report::toString);
      for (Finding finding : report.findings()) {
        assertTrue(finding.note().contains("read an older value"), report::toString);
      }
    }
  }

  @Test
  void workItemsPartWhereTheyReadDifferentValues() {
    // All work-items see f set behind the barrier only where its flag orders global memory.
    String body = "if (i == 0) %s barrier(%s); if (%s) barrier(CLK_LOCAL_MEM_FENCE); o[i] = 1;";
    Report weak = check(body.formatted(set("f", 1), "CLK_LOCAL_MEM_FENCE", relaxed("f")), 4, 4);
    assertEquals(FindingKind.BARRIER_DIVERGENCE, weak.findings().getFirst().kind());
    Report strong = check(body.formatted(set("f", 1), "CLK_GLOBAL_MEM_FENCE", relaxed("f")), 4, 4);
    assertTrue(strong.isClean(), strong::toString);
  }

  @Test
  void whatIsFoundWithoutOldValuesIsToldWithoutThem() {
    Report report = check("o[0] = i + " + relaxed("f") + ";" + set("f", 1), 2, 1);
    assertEquals("", report.findings().getFirst().note());
  }

  @Test
  void aMissingReleaseIsNamedWhereNothingElseOrders() {
    String first = "if (i == 0) { o[0] = 1; " + set("f", 1) + " } else ";
    Report report = check(first + "if (" + relaxed("f") + ") o[1] = o[0];", 4, 2);
    assertTrue(report.findings().getFirst().explanation().contains("no release"), report::toString);
    Report mixed = check("atomic_fetch_add(f, 1); o[i] = *(volatile global int *)f;", 4, 4);
    assertTrue(mixed.findings().getFirst().suggestion().contains("atomic as"), mixed::toString);
  }

  @Test
  void aKernelPrintsOnceUnderAllOrders() {
    StringBuilder out = new StringBuilder();
    check("atomic_fetch_add(f, 1); printf(\"%d,\", i);", 4, 1, WatchOptions.AUTOMATIC, out);
    assertEquals("0,1,2,3,", out.toString());
  }

  @Test
  void whoWaitsForWhatNobodyDoesIsTold() {
    Report report = check("while (!" + acquire("f") + ") o[i] = 1;", 4, 2);
    assertEquals(FindingKind.NO_PROGRESS, report.findings().getFirst().kind());
  }

  @Test
  void aWaitThatCountsIsNoStandstill() {
    Report report =
        check("int n = 0; while (!" + acquire("f") + " && n < 100000) n++; o[i] = n;", 4, 2);
    assertTrue(report.isClean(), report::toString);
  }

  private static Report check(String body, int items, int local) {
    return check(body, items, local, WatchOptions.AUTOMATIC, new StringBuilder());
  }

  private static Report check(String body, int items, int local, int schedules, StringBuilder out) {
    String source =
        "kernel void k(global atomic_int *f, global atomic_int *g, global int *o)"
            + " { int i = get_global_id(0); "
            + body
            + " }";
    WatchOptions options =
        WatchOptions.defaults().withSchedules(schedules).withTimeout(Duration.ofMinutes(2));
    try (Context context = Context.builder().watched().watch(options).output(out::append).create();
        Program program = context.build(source, "-cl-std=CL2.0");
        Buffer f = context.buffer(4);
        Buffer g = context.buffer(4);
        Buffer o = context.buffer(256)) {
      return program.kernel("k").with(f, g, o).check(NDRange.of(items).local(local));
    }
  }
}
