package dev.barnacle.watch.internal.words.race;

import static dev.barnacle.ir.MemoryOrder.ACQUIRE;
import static dev.barnacle.ir.MemoryOrder.RELAXED;
import static dev.barnacle.ir.MemoryOrder.RELEASE;
import static dev.barnacle.ir.MemoryScope.DEVICE;
import static dev.barnacle.ir.MemoryScope.WORK_GROUP;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_READ;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_UPDATE;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.Trace;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Race;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a kernel's author is told of the synchronisation that a race lacks. */
class MissingEdgeTest {
  private static final int LOCAL = 1;
  private static final int GLOBAL = 2;
  private static final int FLAG = 64;

  private static Trace trace() {
    return new Trace(2, 4, 2);
  }

  private static void assertTells(String explanation, Trace trace) {
    assertEquals(explanation, edge(trace).explanation());
  }

  private static MissingEdge.Facts facts(Trace trace, RaceAccess touch) {
    Trace.Access access = (Trace.Access) trace.steps.get(touch.place());
    return access.kind().atomic()
        ? new MissingEdge.Facts(access.kind(), access.order(), access.scope(), access.bytes())
        : MissingEdge.Facts.plain(access.kind());
  }

  private static Trace message(
      MemoryOrder release, MemoryScope from, MemoryOrder acquire, MemoryScope to) {
    return trace()
        .write(0, 0, 0)
        .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, release, from)
        .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, acquire, to)
        .read(1, 0, 0);
  }

  @Test
  void noBarrier() {
    assertTells(
        "nothing orders the two accesses: no barrier lies between them",
        trace().write(0, 0, 0).read(0, 1, 0));
  }

  @Test
  void sizes() {
    Trace trace = trace().atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, DEVICE);
    trace.steps.add(new Trace.Access(1, 0, Region.GLOBAL, FLAG, 8, ATOMIC_UPDATE, RELAXED, DEVICE));
    assertTells(
        "the atomic operations overlap, but one is of 4 bytes and one of 8: they are not of one"
            + " atomic object",
        trace);
  }

  @Test
  void barrierOfOtherMemory() {
    assertTells(
        "the barrier between them has CLK_LOCAL_MEM_FENCE only, which does not order global memory",
        trace().write(0, 0, 0).barrier(0, LOCAL).read(0, 1, 0));
    assertTells(
        "the barriers between them have no memory fence flag, which does not order local memory",
        trace().writeLocal(0, 0, 0).barrier(0, 0).barrier(0, 0).readLocal(0, 1, 0));
  }

  @Test
  void differentGroups() {
    assertTells(
        "the work-items are in different work-groups, which barriers never order",
        trace().write(0, 0, 0).barrier(0, LOCAL).read(1, 1, 0));
  }

  @Test
  void atomicsOfNarrowScope() {
    assertTells(
        "the atomic operations have work_group scope, but the work-items are in different"
            + " work-groups",
        trace()
            .atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(1, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP));
    assertTells(
        "the atomic operations have different scopes, work_group and device, which do not include"
            + " each other",
        trace()
            .atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(0, 1, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, DEVICE));
  }

  @Test
  void oneIsAtomicOnly() {
    assertTells(
        "only the first access is atomic, and no barrier lies between them",
        trace().atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, 0, RELAXED, DEVICE).read(0, 1, 0));
  }

  private static void assertSuggests(String suggestion, Trace trace) {
    assertEquals(suggestion, edge(trace).suggestion());
  }

  private static MissingEdge edge(Trace trace) {
    List<Race> races = trace.underClocks();
    Race race = races.getLast();
    return MissingEdge.of(
        race, facts(trace, race.earlier()), facts(trace, race.later()), RacyProgram.UNKNOWN);
  }

  @Test
  void releaseOrAcquireIsMissing() {
    assertTells(
        "the atomic read reads from the atomic write, which is no release (memory_order_relaxed),"
            + " and no release fence comes before it",
        message(RELAXED, DEVICE, ACQUIRE, DEVICE));
    assertTells(
        "the atomic read reads what a release has published, but is no acquire"
            + " (memory_order_relaxed), and no acquire fence comes behind it",
        message(RELEASE, DEVICE, RELAXED, DEVICE));
    assertTells(
        "the atomic read reads from the write, which is not atomic and so releases nothing",
        trace()
            .atomic(0, 1, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .write(0, 0, 0)
            .write(0, 0, FLAG)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(1, 0, 0));
  }

  @Test
  void scopesFallShort() {
    Trace narrow =
        trace()
            .write(0, 0, 0)
            .fence(0, 0, 2, RELEASE, WORK_GROUP)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .atomic(0, 1, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(0, 1, 0);
    assertTells(
        "the release has work_group scope and the acquire device scope, which do not include each"
            + " other",
        narrow);
    assertSuggests("Give the acquire memory_scope_work_group.", narrow);
    assertTells(
        "the release has work_group scope, but the work-items are in different work-groups",
        trace()
            .write(0, 0, 0)
            .fence(0, 0, 2, RELEASE, WORK_GROUP)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(1, 0, 0));
  }

  @Test
  void fencesFallShort() {
    assertTells(
        "the fence before the atomic write has no CLK_GLOBAL_MEM_FENCE flag, but the write is to"
            + " global memory",
        fences(LOCAL, RELEASE, GLOBAL, ACQUIRE));
    assertTells(
        "the fence before the atomic write is memory_order_acquire, which releases nothing",
        fences(GLOBAL, ACQUIRE, GLOBAL, ACQUIRE));
    assertTells(
        "the fence behind the atomic read of what a release has published has no"
            + " CLK_GLOBAL_MEM_FENCE flag, but the read is of global memory",
        fences(GLOBAL, RELEASE, LOCAL, ACQUIRE));
    assertTells(
        "the fence behind the atomic read of what a release has published is"
            + " memory_order_release, which acquires nothing",
        fences(GLOBAL, RELEASE, GLOBAL, RELEASE));
  }

  private static Trace fences(int from, MemoryOrder release, int to, MemoryOrder acquire) {
    return trace()
        .write(0, 0, 0)
        .fence(0, 0, from, release, DEVICE)
        .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
        .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, RELAXED, DEVICE)
        .fence(1, 0, to, acquire, DEVICE)
        .read(1, 0, 0);
  }

  /** A fence that has released something before hides nothing of what came behind it. */
  @Test
  void anEarlierReleaseIsNone() {
    assertTells(
        "the atomic read reads from the atomic write, which is no release (memory_order_relaxed),"
            + " and no release fence comes before it",
        trace()
            .fence(0, 0, GLOBAL, RELEASE, DEVICE)
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(1, 0, 0));
  }

  /** One work-item of each group hands over what all have written, with barriers around. */
  @Test
  void groupsHandOver() {
    assertTells(
        "the atomic read reads from the atomic write, which is no release (memory_order_relaxed),"
            + " and no release fence comes before it",
        handOver(GLOBAL, RELAXED, GLOBAL));
    assertTells(
        "the barrier between the first access and the release by another work-item of its"
            + " work-group has no CLK_GLOBAL_MEM_FENCE flag",
        handOver(LOCAL, RELEASE, GLOBAL));
    assertTells(
        "another work-item of its work-group has acquired what the first one did, but no barrier"
            + " with CLK_GLOBAL_MEM_FENCE lies between that and the second access",
        handOver(GLOBAL, RELEASE, LOCAL));
  }

  private static Trace handOver(int before, MemoryOrder release, int behind) {
    return trace()
        .write(0, 2, 0)
        .barrier(0, before)
        .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, release, DEVICE)
        .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
        .barrier(1, behind)
        .read(1, 2, 0);
  }

  @Test
  void otherMemory() {
    assertTells(
        "the accesses are ordered in local memory only, not in global memory",
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELEASE, WORK_GROUP)
            .atomic(0, 1, ATOMIC_READ, Region.LOCAL, FLAG, ACQUIRE, WORK_GROUP)
            .read(0, 1, 0));
  }
}
