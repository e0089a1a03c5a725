package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the engine that watches finds in small kernels, and what it does not find. */
class WatchFindingsTest extends WatchedBodies {
  /** Bodies of kernels with {@code o}: 256 ints of zero, {@code i}: the global id, below 64. */
  static Stream<Arguments> kernels() {
    return Stream.of(
        faulty(
            "a component behind the last",
            FindingKind.OUT_OF_BOUNDS,
            "int4 v = (int4)(1, 2, 3, 4); o[i] = v[i & 7];"),
        faulty(
            "a component behind the last, written",
            FindingKind.OUT_OF_BOUNDS,
            "int4 v = 0; v[i & 7] = 1; o[i] = v.x + v.w;"),
        clean("a component by its index", "int8 v = 0; v[i & 7] = 1; o[i] = v[(i + 1) & 7];"),
        clean("a char next to a char", "((global char *)o)[i] = 1;"),
        faulty(
            "a barrier for images between accesses to a buffer",
            FindingKind.DATA_RACE,
            "o[i] = i; barrier(CLK_IMAGE_MEM_FENCE); o[64 + i] = o[i ^ 1];"),
        clean(
            "a barrier for images and global memory",
            "o[i] = i; barrier(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); o[64 + i] = o[i ^ 1];"),
        faulty(
            "broadcasts of different work-items",
            FindingKind.INVALID_ARGUMENT,
            "o[i] = work_group_broadcast(i, get_local_id(0));"),
        faulty(
            "a broadcast of nobody",
            FindingKind.INVALID_ARGUMENT,
            "o[i] = work_group_broadcast(i, get_local_size(0));"),
        faulty(
            "a broadcast whose sender, and only it, names itself",
            FindingKind.INVALID_ARGUMENT,
            "o[i] = work_group_broadcast(i, i % 32 == 3 || i % 32 == 5 ? 3 : 5);"),
        clean("a broadcast", "o[i] = work_group_broadcast(i, 2);"),
        faulty(
            "a reduction between accesses to local memory",
            FindingKind.DATA_RACE,
            "local int t[64]; t[get_local_id(0)] = i; o[i] = work_group_reduce_add(i);"
                + " o[i] += t[get_local_id(0) ^ 1];"),
        clean(
            "a reduction and a barrier between accesses to local memory",
            "local int t[64]; t[get_local_id(0)] = i; o[i] = work_group_reduce_add(i);"
                + " barrier(CLK_LOCAL_MEM_FENCE); o[i] += t[get_local_id(0) ^ 1];"),
        faulty(
            "a vote between accesses to global memory",
            FindingKind.DATA_RACE,
            "o[i] = i; o[64 + i] = work_group_any(i == 3) + o[i ^ 1];"),
        clean(
            "all functions of work-groups, one after the other",
            "o[i] = work_group_reduce_max(i) + work_group_scan_exclusive_add(i)"
                + " + work_group_scan_inclusive_min(i) + work_group_all(i >= 0) + work_group_any(0)"
                + " + work_group_broadcast(i, 1);"),
        faulty("one char for all", FindingKind.DATA_RACE, "((global char *)o)[3] = i;"),
        faulty(
            "an atomic int in an atomic long",
            FindingKind.DATA_RACE,
            "if (i == 0) atomic_fetch_add_explicit((global atomic_long *)o, (long)1,"
                + " memory_order_relaxed, memory_scope_device); else"
                + " atomic_fetch_add_explicit((global atomic_int *)o + 1, 1,"
                + " memory_order_relaxed, memory_scope_device);"),
        clean(
            "an atomic int beside an atomic long",
            "if (i & 1) atomic_fetch_add_explicit((global atomic_long *)o, (long)1,"
                + " memory_order_relaxed, memory_scope_device); else"
                + " atomic_fetch_add_explicit((global atomic_int *)o + 2, 1,"
                + " memory_order_relaxed, memory_scope_device);"),
        clean("work-items of one launch in different places", "o[i] = o[i + 64];"),
        faulty("the neighbour's place", FindingKind.DATA_RACE, "o[i] = i; o[(i + 1) % 64] = i;"),
        faulty("far behind the end", FindingKind.OUT_OF_BOUNDS, "o[(ulong)(i + 1) << 38] = 1;"),
        faulty("before the start", FindingKind.OUT_OF_BOUNDS, "o[(long)i - 1000] = 1;"),
        faulty("null", FindingKind.NULL_DEREFERENCE, "global int *p = 0; p[i] = 1;"),
        faulty(
            "a pointer made of a number",
            FindingKind.NULL_DEREFERENCE,
            "global int *p = (global int *)(ulong)4096; p[i] = 1;"),
        faulty(
            "an odd address",
            FindingKind.MISALIGNED,
            "*(global int *)((global char *)(o + i) + 1) = 1;"),
        faulty(
            "a loop without an end",
            FindingKind.NO_PROGRESS,
            "int n = 0; while (n >= 0) { n = (n + 1) & 255; o[i] = n; }"),
        faulty(
            "a loop of barriers without an end",
            FindingKind.NO_PROGRESS,
            "while (o[255] == 0) barrier(CLK_GLOBAL_MEM_FENCE);"),
        faulty("division by zero", FindingKind.DIVISION_BY_ZERO, "o[i] = 5 / o[i + 64];"),
        faulty(
            "a barrier for some",
            FindingKind.BARRIER_DIVERGENCE,
            "if (i < 3) barrier(CLK_LOCAL_MEM_FENCE);"),
        faulty(
            "different barriers",
            FindingKind.BARRIER_DIVERGENCE,
            "if (i < 3) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE);"),
        faulty(
            "different trip counts",
            FindingKind.BARRIER_DIVERGENCE,
            "for (int k = 0; k <= i; k++) barrier(CLK_LOCAL_MEM_FENCE);"),
        faulty(
            "as many barriers, in other iterations",
            FindingKind.BARRIER_DIVERGENCE,
            "for (int a = 0; a < 2 + i % 2; a++) for (int b = 0; b < 3 - i % 2; b++)"
                + " barrier(CLK_LOCAL_MEM_FENCE);"),
        faulty(
            "a barrier left out in one iteration by each",
            FindingKind.BARRIER_DIVERGENCE,
            "for (int k = 0; k < 64; k++) { if (k == i) continue;"
                + " barrier(CLK_LOCAL_MEM_FENCE); }"),
        faulty(
            "a sub-group function in other iterations",
            FindingKind.BARRIER_DIVERGENCE,
            "for (int k = 0; k < 16; k++) { if (k == i % 16) continue;"
                + " o[i] += sub_group_reduce_add(k); }"),
        clean(
            "a barrier behind loops that differ",
            "for (int k = 0; k < 3; k++) { for (int l = 0; l < i; l++) { if (l == 7 * k) continue;"
                + " o[i] += l; } barrier(CLK_LOCAL_MEM_FENCE); if (k == i) continue; o[i]++; }"),
        clean(
            "a barrier in a loop of each group's own length",
            "for (int k = 0; k <= get_group_id(0); k++) barrier(CLK_LOCAL_MEM_FENCE);"),
        clean(
            "a barrier in a loop until a flag in memory is set",
            "local int done; int n = 0; do { barrier(CLK_LOCAL_MEM_FENCE);"
                + " if (get_local_id(0) == 0) done = n > 3; barrier(CLK_LOCAL_MEM_FENCE); n++; }"
                + " while (!done);"),
        clean(
            "components of one vector",
            "global int4 *v = (global int4 *)o; if (i == 0) v->x = 1; else if (i == 1) v->yw ="
                + " (int2)(2, 3); else if (i == 2) v->z += 4;"),
        clean(
            "components of one element of a variable",
            "local int4 t[3]; int l = get_local_id(0); if (l == 0) t[2].w = 5; if (l == 1) t[2].xy"
                + " = (int2)(6, 7); barrier(CLK_LOCAL_MEM_FENCE); o[i] = t[2].x + t[2].w;"),
        faulty(
            "one component",
            FindingKind.DATA_RACE,
            "global int4 *v = (global int4 *)o; if (i == 0) v->x = 1; else if (i == 1) v->xw ="
                + " (int2)(2, 3);"),
        faulty(
            "a component and the whole vector",
            FindingKind.DATA_RACE,
            "global int4 *v = (global int4 *)o; if (i == 0) v->x = 1; else if (i == 1) { int4 t ="
                + " *v; o[9] = t.y; }"),
        faulty(
            "a component and a whole vector that is changed",
            FindingKind.DATA_RACE,
            "global int4 *v = (global int4 *)o; if (i == 0) v->x = 1; else if (i == 1) { int4 t ="
                + " *v; t.y = 2; *v = t; }"),
        clean(
            "values of components",
            "global int3 *v = (global int3 *)o + i; v->zx = (int2)(i, 7); v->y = v->x - 2;"
                + " int3 t = *v; if (t.x != 7 || t.y != 5 || t.z != i) o[1000] = 1;"),
        faulty(
            "a shuffle from a work-item that does not exist",
            FindingKind.INVALID_ARGUMENT,
            "o[i] = sub_group_shuffle(i, get_sub_group_local_id() + 1);"),
        faulty(
            "a shuffle from a work-item that does not take part",
            FindingKind.INVALID_ARGUMENT,
            "if (i % 16 < 8) o[i] = sub_group_shuffle_xor(i, 8);"),
        clean("a shuffle of some", "if (i % 16 < 8) o[i] = sub_group_shuffle_xor(i, 4);"),
        clean(
            "relative shuffles past the end, as in a reduction",
            "int s = i; for (int d = 8; d > 0; d >>= 1) s += sub_group_shuffle_down(s, d);"
                + " if (i % 16 == 0) o[i] = s;"),
        faulty(
            "a broadcast of different senders",
            FindingKind.INVALID_ARGUMENT,
            "o[i] = sub_group_broadcast(i, i % 16);"),
        faulty(
            "a local flag for global memory",
            FindingKind.DATA_RACE,
            "o[i] = 1; barrier(CLK_LOCAL_MEM_FENCE); o[i + 64] = o[i ^ 31];"),
        clean(
            "a global flag for global memory",
            "o[i] = 1; barrier(CLK_GLOBAL_MEM_FENCE); o[i + 64] = o[i ^ 31];"),
        clean(
            "a lock",
            "global atomic_int *m = (global atomic_int *)o; int e = 0;"
                + " while (!atomic_compare_exchange_strong_explicit(m, &e, 1, memory_order_acquire,"
                + " memory_order_relaxed, memory_scope_device)) e = 0; o[1] += 1;"
                + " atomic_store_explicit(m, 0, memory_order_release, memory_scope_device);"),
        faulty(
            "a lock that does not acquire",
            FindingKind.DATA_RACE,
            "global atomic_int *m = (global atomic_int *)o; int e = 0;"
                + " while (!atomic_compare_exchange_strong_explicit(m, &e, 1, memory_order_relaxed,"
                + " memory_order_relaxed, memory_scope_device)) e = 0; o[1] = 1;"
                + " atomic_store_explicit(m, 0, memory_order_release, memory_scope_device);"),
        clean(
            "a wait for a work-item that comes later",
            "global atomic_int *m = (global atomic_int *)o;"
                + " if (i == 63) { o[1] = 5; atomic_store(m, 1); }"
                + " if (i == 0) { while (!atomic_load(m)); o[2] = o[1]; }"),
        faulty(
            "a wait without synchronisation",
            FindingKind.DATA_RACE,
            "while (o[255] == 0) { if (i == 63) o[255] = 1; }"),
        faulty(
            "a wait with all variables in memory",
            FindingKind.DATA_RACE,
            "int x; if (i < 64) x = 1; int f = 0;"
                + " while (f == 0) { if (i == 63) o[255] = x; f = o[255]; }"),
        faulty(
            "a wait for nobody",
            FindingKind.NO_PROGRESS,
            "if (i == 0) while (*(volatile global int *)o == 0);"),
        clean("a group function", "o[i] = work_group_reduce_add(i);"),
        faulty(
            "a neighbour in the sub-group without a barrier",
            FindingKind.DATA_RACE,
            "o[i] = i; o[i + 64] = o[i ^ 1];"),
        clean(
            "a sub-group barrier",
            "o[i] = i; sub_group_barrier(CLK_GLOBAL_MEM_FENCE); o[i + 64] = o[i ^ 1];"),
        faulty(
            "a sub-group barrier of other memory",
            FindingKind.DATA_RACE,
            "o[i] = i; sub_group_barrier(CLK_LOCAL_MEM_FENCE); o[i + 64] = o[i ^ 1];"),
        faulty(
            "a sub-group barrier between sub-groups",
            FindingKind.DATA_RACE,
            "o[i] = i; sub_group_barrier(CLK_GLOBAL_MEM_FENCE); o[i + 64] = o[i ^ 16];"),
        faulty(
            "a wide scope does not make it a barrier of the group",
            FindingKind.DATA_RACE,
            "o[i] = i; sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);"
                + " o[i + 64] = o[i ^ 16];"),
        clean(
            "a group barrier between sub-groups",
            "o[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); o[i + 64] = o[i ^ 16];"),
        faulty(
            "a sub-group function orders nothing",
            FindingKind.DATA_RACE,
            "o[i] = i; int s = sub_group_reduce_add(i); o[i + 64] = o[i ^ 1] + s;"),
        clean(
            "atomics of sub-group scope in a sub-group",
            "atomic_fetch_add_explicit((global atomic_int *)o + i / 16, 1, memory_order_relaxed,"
                + " memory_scope_sub_group);"),
        faulty(
            "atomics of sub-group scope between sub-groups",
            FindingKind.DATA_RACE,
            "atomic_fetch_add_explicit((global atomic_int *)o + i / 32, 1, memory_order_relaxed,"
                + " memory_scope_sub_group);"),
        clean(
            "atomics of work-group scope between sub-groups",
            "atomic_fetch_add_explicit((global atomic_int *)o + i / 32, 1, memory_order_relaxed,"
                + " memory_scope_work_group);"),
        faulty(
            "a sub-group barrier for some",
            FindingKind.BARRIER_DIVERGENCE,
            "if (i % 16 < 3) sub_group_barrier(CLK_LOCAL_MEM_FENCE);"),
        clean(
            "a sub-group barrier for some sub-groups",
            "if (get_sub_group_id() == 1) sub_group_barrier(CLK_LOCAL_MEM_FENCE);"),
        faulty(
            "different sub-group functions",
            FindingKind.BARRIER_DIVERGENCE,
            "if (i & 1) o[i] = sub_group_any(i); else o[i] = sub_group_any(i);"),
        faulty(
            "different trip counts in a sub-group",
            FindingKind.BARRIER_DIVERGENCE,
            "for (int k = 0; k <= i; k++) o[i] += sub_group_reduce_add(k);"),
        clean(
            "a sub-group function behind a barrier, in another iteration of each sub-group",
            "barrier(CLK_GLOBAL_MEM_FENCE); for (int k = 0; k < 4; k++)"
                + " if (k == get_sub_group_id() % 4) o[i] += sub_group_reduce_add(1);"),
        clean(
            "different trip counts of sub-groups",
            "for (int k = 0; k <= i / 16; k++) o[i] += sub_group_reduce_add(k);"),
        faulty(
            "a sub-group at a barrier of the group that another leaves out",
            FindingKind.BARRIER_DIVERGENCE,
            "if (get_sub_group_id() == 0) barrier(CLK_LOCAL_MEM_FENCE);"
                + " else sub_group_barrier(CLK_LOCAL_MEM_FENCE);"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void finds(String name, String body, List<FindingKind> kinds) {
    checkKinds(body, kinds);
  }

  /** Also where there has been another barrier before. */
  @Test
  void iterationsAreToldApartBehindOtherBarriers() {
    String body =
        "barrier(CLK_LOCAL_MEM_FENCE); for (int k = 0; k < 2; k++)"
            + " if (k == (i & 1)) { barrier(CLK_LOCAL_MEM_FENCE); o[i] += k; }";
    String message = check(context, body).findings().getFirst().message();
    assertTrue(message.contains("at one barrier in different iterations"), message);
  }

  @Test
  void writesOfOneValueCanBeCountedOnly() {
    WatchOptions lenient = WatchOptions.defaults().withSameValueBenign(true);
    try (Context benign = Context.builder().watched().watch(lenient).create()) {
      Report same = check(benign, "o[0] = 5;");
      assertTrue(same.isClean(), same::toString);
      assertEquals(63, same.benign());
      assertEquals(FindingKind.DATA_RACE, check(benign, "o[0] = i;").findings().getFirst().kind());
    }
    assertEquals(FindingKind.DATA_RACE, check(context, "o[0] = 5;").findings().getFirst().kind());
  }

  @Test
  void aKernelThatRunsAwayIsStopped() {
    WatchOptions impatient = WatchOptions.defaults().withTimeout(Duration.ofMillis(200));
    try (Context watched = Context.builder().watched().watch(impatient).create()) {
      Report report = check(watched, "for (int k = 0; k != -1; k += 2) o[i] = k;");
      assertEquals(FindingKind.TIMEOUT, report.findings().getFirst().kind());
    }
  }

  /** Its work-items jump back from one barrier to the next only. */
  @Test
  void aKernelThatRunsAwayFromBarrierToBarrierIsStopped() {
    WatchOptions impatient = WatchOptions.defaults().withTimeout(Duration.ofMillis(200));
    try (Context watched = Context.builder().watched().watch(impatient).create()) {
      Report report = check(watched, "for (int k = 0; k != -1; k += 2) { barrier(1); o[i] = k; }");
      assertEquals(FindingKind.TIMEOUT, report.findings().getFirst().kind());
    }
  }

  /** None of its work-items takes long. */
  @Test
  void aKernelOfManyWorkItemsIsStopped() {
    WatchOptions impatient = WatchOptions.defaults().withTimeout(Duration.ofMillis(200));
    String source = "kernel void k(global int *o) { if (get_global_id(0) == 0) o[0] = 1; }";
    try (Context watched = Context.builder().watched().watch(impatient).create();
        Program program = watched.build(source);
        Buffer buffer = watched.buffer(4)) {
      Report report = program.kernel("k").with(buffer).check(NDRange.of(1L << 34).local(64));
      Finding finding = report.findings().getFirst();
      assertEquals(FindingKind.TIMEOUT, finding.kind());
      assertTrue(finding.message().contains("work-groups have begun"), finding::message);
      assertEquals(1, finding.count());
    }
  }

  /** Such a kernel becomes many methods, from one to the other of which its loop goes. */
  @Test
  void aLargeKernelThatRunsAwayIsStopped() {
    String many =
        IntStream.range(0, 900)
            .mapToObj(k -> "if (o[" + k % 64 + "] > i + " + k + ") s = s * 31 + o[s & 255];")
            .collect(Collectors.joining("\n"));
    WatchOptions impatient = WatchOptions.defaults().withTimeout(Duration.ofMillis(200));
    try (Context watched = Context.builder().watched().watch(impatient).create()) {
      Report report = check(watched, "int s = 0; while (o[1] == 0) {" + many + "} o[i] = s;");
      assertEquals(FindingKind.TIMEOUT, report.findings().getFirst().kind());
    }
  }

  /** Clang gives such a function a parameter more, {@code agg.result}. */
  @Test
  void aFunctionMayReturnAStruct() {
    String source =
        "typedef struct { float4 v; int a[3]; } S;"
            + " S make(int x) { S s; s.v = x; s.a[0] = 1; s.a[1] = x; s.a[2] = 3; return s; }"
            + " kernel void k(global int *o) { S s = make(get_global_id(0) + 5); barrier(0);"
            + " o[get_global_id(0)] = s.a[1] + (int)s.v.w; }";
    try (Program program = context.build(source, OPTIONS);
        Buffer buffer = context.buffer(256)) {
      Report report = program.kernel("k").with(buffer).check(NDRange.of(64).local(32));
      assertTrue(report.isClean(), report::toString);
      int[] out = new int[64];
      buffer.read(out);
      assertArrayEquals(IntStream.range(0, 64).map(i -> 2 * (i + 5)).toArray(), out);
    }
  }

  @Test
  void oneWriteOfAllWorkItemsNeedsNoBarrierButOneWriter() {
    String one = check(context, "o[0] = i;").findings().getFirst().suggestion();
    assertTrue(one.startsWith("Let only one work-item write it, or each an element"), one);
    String two = check(context, "o[i] = i; o[i ^ 1] = i;").findings().getFirst().suggestion();
    assertEquals("Put barrier(CLK_GLOBAL_MEM_FENCE) between them.", two);
  }

  @Test
  void aLaunchEndsWhereOneFindingIsEnough() {
    try (Program program = context.build("kernel void k(global int *o) { o[-1] = 1; }", OPTIONS);
        Buffer buffer = context.buffer(4)) {
      BoundKernel kernel = program.kernel("k").with(buffer);
      NDRange range = NDRange.of(64).local(1);
      assertEquals(64, kernel.check(range).findings().getFirst().count());
      assertEquals(
          64, kernel.check(range, Set.of(FindingKind.DATA_RACE)).findings().getFirst().count());
      assertEquals(
          1, kernel.check(range, Set.of(FindingKind.OUT_OF_BOUNDS)).findings().getFirst().count());
    }
  }

  @Test
  void eachOrderStartsWithTheSameVariables() {
    String source =
        "global atomic_int n = 0; kernel void k(global int *o) { int t ="
            + " atomic_fetch_add_explicit(&n, 1, memory_order_relaxed, memory_scope_device);"
            + " if (t >= 64) o[100000] = 1; }";
    WatchOptions more = WatchOptions.defaults().withSchedules(3);
    try (Context watched = Context.builder().watched().watch(more).create();
        Program program = watched.build(source, OPTIONS);
        Buffer buffer = watched.buffer(1024)) {
      Report report = program.kernel("k").with(buffer).check(NDRange.of(64).local(32));
      assertTrue(report.isClean(), report::toString);
      Report second = program.kernel("k").with(buffer).check(NDRange.of(64).local(32));
      assertEquals(FindingKind.OUT_OF_BOUNDS, second.findings().getFirst().kind());
    }
  }

  @Test
  void aLoopWithoutAWayOutIsNoWait() {
    Finding finding = check(context, "while (1) o[i]++;").findings().getFirst();
    assertEquals(FindingKind.NO_PROGRESS, finding.kind());
    assertEquals("a work-item runs a loop that has no way out", finding.message());
  }

  @Test
  void anotherOrderReachesOtherValues() {
    String body =
        "global atomic_int *m = (global atomic_int *)o;"
            + " int t = atomic_fetch_add_explicit(m, 1, memory_order_relaxed, memory_scope_device);"
            + " if (i == 5 && t == 58) o[100000] = 1;";
    assertTrue(check(context, body).isClean());
    WatchOptions more = WatchOptions.defaults().withSchedules(2);
    try (Context reversed = Context.builder().watched().watch(more).create()) {
      assertEquals(FindingKind.OUT_OF_BOUNDS, check(reversed, body).findings().getFirst().kind());
    }
  }
}
