package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the engine that watches says of asynchronous copies (OpenCL C, 6.15.11). */
class AsyncCopyFindingsTest extends WatchedBodies {
  private static final FindingKind RACE = FindingKind.DATA_RACE;
  private static final FindingKind DIVERGENCE = FindingKind.BARRIER_DIVERGENCE;

  /**
   * Bodies of kernels with {@code a} and {@code o}: 256 ints of zero, {@code t}: 64 of local
   * memory, {@code i}: the global id, below 64, {@code l}: the local one, below 16.
   */
  static Stream<Arguments> kernels() {
    return Stream.of(
        clean(
            "a copy that is waited for",
            "event_t e = async_work_group_copy(t, a, 16, 0); wait_group_events(1, &e);"
                + " o[i] = t[15 - l];"),
        faulty(
            "a count below zero",
            FindingKind.OUT_OF_BOUNDS,
            "event_t e = async_work_group_copy(t, a, (size_t) -1, 0); wait_group_events(1, &e);"),
        faulty(
            "a barrier is no wait",
            RACE,
            "event_t e = async_work_group_copy(t, a, 16, 0); barrier(CLK_LOCAL_MEM_FENCE);"
                + " o[i] = t[l]; wait_group_events(1, &e);"),
        faulty(
            "a wait is no barrier for what work-items write",
            RACE,
            "t[16 + l] = i; event_t e = async_work_group_copy(t, a, 16, 0);"
                + " wait_group_events(1, &e); o[i] = t[l] + t[31 - l];"),
        clean(
            "a wait and a barrier",
            "t[16 + l] = i; event_t e = async_work_group_copy(t, a, 16, 0);"
                + " wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE);"
                + " o[i] = t[l] + t[31 - l];"),
        clean(
            "a copy out of local memory, and its source written again",
            "t[l] = i; barrier(CLK_LOCAL_MEM_FENCE);"
                + " event_t e = async_work_group_copy(o + (i - l), t, 16, 0);"
                + " wait_group_events(1, &e); t[15 - l] = 1; o[i] = 1;"),
        faulty(
            "a copy that nobody waits for",
            RACE,
            "event_t e = async_work_group_copy(t, a, 16, 0); o[i] = i;"),
        faulty(
            "a write while a copy reads",
            RACE,
            "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); event_t e = async_work_group_copy(o + i - l,"
                + " t, 16, 0); t[l] = 2; wait_group_events(1, &e);"),
        faulty(
            "a copy of what has just been written",
            RACE,
            "t[l] = l; event_t e = async_work_group_copy(o + i - l, t, 16, 0);"
                + " wait_group_events(1, &e);"),
        clean(
            "copies in a loop with one event",
            "event_t e = 0; for (int j = 0; j < 4; j++) e = async_work_group_copy(t + 16 * j,"
                + " a + 16 * j, 16, e); wait_group_events(1, &e); o[i] = t[i];"),
        clean(
            "copies with an event each",
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0); e[1] ="
                + " async_work_group_copy(t + 16, a, 16, 0); wait_group_events(2, e);"
                + " o[i] = t[l] + t[31 - l];"),
        faulty(
            "a wait for the other copy",
            RACE,
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0); e[1] ="
                + " async_work_group_copy(t + 16, a, 16, 0); wait_group_events(1, e);"
                + " o[i] = t[l] + t[31 - l]; wait_group_events(1, e + 1);"),
        clean(
            "two buffers in turn",
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0);"
                + " for (int j = 0; j < 4; j++) { int n = (j + 1) & 1;"
                + " if (j < 3) e[n] = async_work_group_copy(t + 16 * n, a + 16 * j, 16, 0);"
                + " wait_group_events(1, &e[1 - n]); o[i] += t[16 * (1 - n) + 15 - l];"
                + " barrier(CLK_LOCAL_MEM_FENCE); }"),
        faulty(
            "two buffers in turn, without a barrier",
            RACE,
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0);"
                + " for (int j = 0; j < 4; j++) { int n = (j + 1) & 1;"
                + " if (j < 3) e[n] = async_work_group_copy(t + 16 * n, a + 16 * j, 16, 0);"
                + " wait_group_events(1, &e[1 - n]); o[i] += t[16 * (1 - n) + 15 - l]; }"),
        faulty(
            "copies that overlap",
            RACE,
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0); e[1] ="
                + " async_work_group_copy(t + 15, a, 16, 0); wait_group_events(2, e);"),
        clean(
            "copies that lie between each other",
            "t[l] = t[l + 16] = l; barrier(CLK_LOCAL_MEM_FENCE); event_t e ="
                + " async_work_group_strided_copy(o + i - l, t, 8, 2, 0);"
                + " e = async_work_group_strided_copy(o + i - l + 1, t, 8, 2, e);"
                + " wait_group_events(1, &e);"),
        faulty(
            "copies one after the other",
            RACE,
            "event_t e = async_work_group_copy(t, a, 16, 0); e = async_work_group_copy(o + i - l,"
                + " t, 16, e); wait_group_events(1, &e);"),
        clean(
            "copies one after the other, with a fence between them",
            "event_t e = async_work_group_copy(t, a, 16, 0); "
                + "async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE); e ="
                + " async_work_group_copy(o + i - l, t, 16, e); wait_group_events(1, &e);"),
        faulty(
            "copies with a fence of other memory between them",
            RACE,
            "event_t e = async_work_group_copy(t, a, 16, 0); "
                + "async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE); e ="
                + " async_work_group_copy(o + i - l, t, 16, e); wait_group_events(1, &e);"),
        clean(
            "a wait for the copy behind a fence",
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0);"
                + " async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
                + " e[1] = async_work_group_copy(t + 16, a, 16, 0); wait_group_events(1, e + 1);"
                + " o[i] = t[15 - l]; wait_group_events(1, e);"),
        faulty(
            "a wait for the copy behind a fence of other memory",
            RACE,
            "event_t e[2]; e[0] = async_work_group_copy(t, a, 16, 0);"
                + " async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE);"
                + " e[1] = async_work_group_copy(t + 16, a, 16, 0); wait_group_events(1, e + 1);"
                + " o[i] = t[15 - l]; wait_group_events(1, e);"),
        faulty(
            "a fence is no wait",
            RACE,
            "event_t e = async_work_group_copy(t, a, 16, 0);"
                + " async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE); o[i] = t[15 - l];"
                + " wait_group_events(1, &e);"),
        faulty(
            "a fence by one work-item",
            DIVERGENCE,
            "event_t e = async_work_group_copy(t, a, 16, 0); if (l == 0)"
                + " async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE); wait_group_events(1, &e);"),
        faulty(
            "a fence with flags of each work-item's own",
            FindingKind.INVALID_ARGUMENT,
            "event_t e = async_work_group_copy(t, a, 16, 0); async_work_group_copy_fence("
                + "l > 3 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);"
                + " wait_group_events(1, &e);"),
        clean(
            "lines and planes",
            "event_t e = async_work_group_copy_3D3D(t, 0, a, 0, 4, 4, 4, 2, 16, 128, 4, 32, 0);"
                + " wait_group_events(1, &e); o[i] = t[15 - l];"),
        faulty(
            "lines that are not waited for",
            RACE,
            "event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, 4, 4, 16, 4, 0);"
                + " o[i] = t[15 - l]; wait_group_events(1, &e);"),
        clean(
            "a work-item writes between the lines",
            "event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, 4, 4, 16, 8, 0);"
                + " if (l < 4) t[8 * l + 4] = l; wait_group_events(1, &e); o[i] = t[l & 3];"),
        faulty(
            "lines out of bounds",
            FindingKind.OUT_OF_BOUNDS,
            "event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, 4, 4, 85, 4, 0);"
                + " wait_group_events(1, &e);"),
        faulty(
            "lines that overlap at their source",
            FindingKind.INVALID_ARGUMENT,
            "event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, 4, 4, 3 + a[255], 4, 0);"
                + " wait_group_events(1, &e);"),
        faulty(
            "planes that overlap at their source",
            FindingKind.INVALID_ARGUMENT,
            "event_t e = async_work_group_copy_3D3D(t, 0, a, 0, 4, 4, 4, 2, 16, 63, 4, 16, 0);"
                + " wait_group_events(1, &e);"),
        faulty(
            "other numbers of lines",
            DIVERGENCE,
            "event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, 4, 1 + (l > 7), 16, 4, 0);"
                + " wait_group_events(1, &e);"),
        faulty(
            "a copy by one work-item",
            DIVERGENCE,
            "event_t e = 0; if (l == 0) e = async_work_group_copy(t, a, 16, 0);"
                + " wait_group_events(1, &e); o[i] = i;"),
        faulty(
            "a copy by all but one",
            DIVERGENCE,
            "event_t e = 0; if (l != 0) e = async_work_group_copy(t, a, 16, 0);"
                + " wait_group_events(1, &e); o[i] = i;"),
        faulty(
            "a copy of each work-item's own",
            FindingKind.INVALID_ARGUMENT,
            "event_t e = async_work_group_copy(t + l, a + l, 1, 0); wait_group_events(1, &e);"),
        faulty(
            "a stride of 0",
            FindingKind.INVALID_ARGUMENT,
            "event_t e = async_work_group_strided_copy(t, a, 1, a[255], 0);"
                + " wait_group_events(1, &e);"),
        clean(
            "a stride of 1",
            "event_t e = async_work_group_strided_copy(t, a, 16, 1 + a[255], 0);"
                + " wait_group_events(1, &e);"),
        faulty(
            "an event that has been waited for",
            FindingKind.INVALID_ARGUMENT,
            "event_t e = async_work_group_copy(t, a, 16, 0); wait_group_events(1, &e);"
                + " barrier(CLK_LOCAL_MEM_FENCE); wait_group_events(1, &e);"),
        clean(
            "the event of a new copy, and that of none",
            "event_t e = 0; wait_group_events(1, &e); e = async_work_group_copy(t, a, 16, 0);"
                + " wait_group_events(1, &e); e = async_work_group_copy(t, a, 16, 0);"
                + " wait_group_events(1, &e);"),
        clean(
            "with atomic operations that synchronise",
            "atomic_fetch_add((global atomic_int *)o, 1); event_t e = async_work_group_copy(t, a,"
                + " 16, 0); wait_group_events(1, &e); if (t[15 - l]) o[i] = 1;"),
        faulty(
            "not waited for, with atomic operations that synchronise",
            RACE,
            "atomic_fetch_add((global atomic_int *)o, 1); event_t e = async_work_group_copy(t, a,"
                + " 16, 0); barrier(CLK_LOCAL_MEM_FENCE); if (t[15 - l]) o[i] = 1;"
                + " wait_group_events(1, &e);"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void finds(String name, String body, List<FindingKind> kinds) {
    Report report = check(body);
    assertEquals(
        kinds, report.findings().stream().map(Finding::kind).distinct().toList(), report::toString);
  }

  private Report check(String body) {
    String source =
        "kernel void k(global const int *a, global int *o) { local int t[64];"
            + " int i = get_global_id(0), l = get_local_id(0); "
            + body
            + " }";
    try (Program program = context.build(source, "-cl-std=CL2.0");
        Buffer in = context.buffer(1024);
        Buffer out = context.buffer(1024)) {
      return program.kernel("k").with(in, out).check(NDRange.of(64).local(16));
    }
  }

  @Test
  void divergenceSaysWhoCallsAndWhoDoesNot() {
    Finding finding =
        check(
                "event_t e = 0; if (l > 1) e = async_work_group_copy(t, a, 16, 0);"
                    + " wait_group_events(1, &e);")
            .findings()
            .getFirst();
    assertEquals(
        "14 work-items (local ids 2, 3, 4, 5, …) call async_work_group_copy,"
            + " 2 work-items (local ids 0, 1) do not",
        finding.message());
  }

  @Test
  void aWaitThatOrdersNothingElseIsNamed() {
    Finding finding =
        check(
                "t[16 + l] = i; event_t e = async_work_group_copy(t, a, 16, 0);"
                    + " wait_group_events(1, &e); o[i] = t[31 - l];")
            .findings()
            .getFirst();
    assertTrue(finding.explanation().startsWith("wait_group_events lies"), finding.explanation());
    assertEquals("Put barrier(CLK_LOCAL_MEM_FENCE) between them.", finding.suggestion());
  }

  @Test
  void aCopyWithoutAWaitIsSaidToBeWithout() {
    Finding finding = check("async_work_group_copy(t, a, 16, 0);").findings().getFirst();
    assertEquals("the work-group ends while an asynchronous copy may still run", finding.message());
    assertTrue(finding.suggestion().startsWith("Call wait_group_events"), finding.suggestion());
  }
}
