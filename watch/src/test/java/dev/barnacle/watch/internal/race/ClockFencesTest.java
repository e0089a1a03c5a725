package dev.barnacle.watch.internal.race;

import static dev.barnacle.ir.MemoryOrder.ACQUIRE;
import static dev.barnacle.ir.MemoryOrder.ACQ_REL;
import static dev.barnacle.ir.MemoryOrder.RELAXED;
import static dev.barnacle.ir.MemoryOrder.RELEASE;
import static dev.barnacle.ir.MemoryOrder.SEQ_CST;
import static dev.barnacle.ir.MemoryScope.DEVICE;
import static dev.barnacle.ir.MemoryScope.WORK_GROUP;
import static dev.barnacle.watch.internal.race.ClockChecks.BOTH;
import static dev.barnacle.watch.internal.race.ClockChecks.FLAG;
import static dev.barnacle.watch.internal.race.ClockChecks.GLOBAL;
import static dev.barnacle.watch.internal.race.ClockChecks.LOCAL;
import static dev.barnacle.watch.internal.race.ClockChecks.assertClean;
import static dev.barnacle.watch.internal.race.ClockChecks.assertRacy;
import static dev.barnacle.watch.internal.race.ClockChecks.trace;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_READ;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_UPDATE;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_WRITE;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.Region;
import org.junit.jupiter.api.Test;

/** Fences: each rule as a racy and a clean trace. */
class ClockFencesTest {
  /** A message whose release or acquire is a fence. */
  private static Trace fenced(
      int releaseFlags, MemoryScope from, int acquireFlags, MemoryScope to) {
    return trace()
        .write(0, 0, 0)
        .fence(0, 0, releaseFlags, RELEASE, from)
        .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
        .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, RELAXED, DEVICE)
        .fence(1, 0, acquireFlags, ACQUIRE, to)
        .read(1, 0, 0);
  }

  @Test
  void fencesOrderThroughRelaxedAtomics() {
    assertClean(fenced(GLOBAL, DEVICE, GLOBAL, DEVICE));
    assertRacy(fenced(LOCAL, DEVICE, GLOBAL, DEVICE));
    assertRacy(fenced(GLOBAL, DEVICE, LOCAL, DEVICE));
    assertRacy(fenced(GLOBAL, WORK_GROUP, GLOBAL, WORK_GROUP));
    assertRacy(fenced(GLOBAL, WORK_GROUP, GLOBAL, DEVICE));
  }

  @Test
  void fenceMustLieOnTheRightSide() {
    assertRacy(
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .fence(0, 0, GLOBAL, RELEASE, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(1, 0, 0));
    assertRacy(
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE)
            .fence(1, 0, GLOBAL, ACQUIRE, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .read(1, 0, 0));
  }

  @Test
  void fencesAndAtomicsMix() {
    assertClean(
        trace()
            .write(0, 0, 0)
            .fence(0, 0, GLOBAL, ACQ_REL, DEVICE)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP)
            .barrier(0, GLOBAL)
            .atomic(0, 1, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(0, 1, 0));
    assertClean(
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .fence(1, 0, GLOBAL, SEQ_CST, DEVICE)
            .read(1, 0, 0));
  }

  /** A local flag, and global data: ordered only by fences of both memories. */
  private static Trace crossing(int flags) {
    return trace()
        .write(0, 0, 0)
        .fence(0, 0, flags, RELEASE, WORK_GROUP)
        .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
        .atomic(0, 1, ATOMIC_READ, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
        .fence(0, 1, flags, ACQUIRE, WORK_GROUP)
        .read(0, 1, 0);
  }

  @Test
  void fencesOfBothMemoriesOrderBothThroughEither() {
    assertClean(crossing(BOTH));
    assertRacy(crossing(LOCAL));
    assertRacy(crossing(GLOBAL));
  }

  @Test
  void localAtomicDoesNotOrderGlobalMemory() {
    assertRacy(
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELEASE, WORK_GROUP)
            .atomic(0, 1, ATOMIC_READ, Region.LOCAL, FLAG, ACQUIRE, WORK_GROUP)
            .read(0, 1, 0));
    assertClean(
        trace()
            .writeLocal(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELEASE, WORK_GROUP)
            .atomic(0, 1, ATOMIC_READ, Region.LOCAL, FLAG, ACQUIRE, WORK_GROUP)
            .readLocal(0, 1, 0));
  }

  @Test
  void seqCstFenceAndAtomicCrossRegions() {
    // the flag is local; the seq_cst fence of both memories synchronises with the seq_cst update,
    // and that, through a relaxed store of its own work-item, with the other fence
    Trace trace =
        trace()
            .write(0, 0, 0)
            .fence(0, 0, BOTH, SEQ_CST, WORK_GROUP)
            .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(0, 1, ATOMIC_UPDATE, Region.LOCAL, FLAG, SEQ_CST, WORK_GROUP)
            .atomic(0, 1, ATOMIC_WRITE, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(0, 2, ATOMIC_READ, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
            .fence(0, 2, BOTH, SEQ_CST, WORK_GROUP)
            .read(0, 2, 0);
    assertClean(trace);
    Trace own =
        trace()
            .write(0, 0, 0)
            .fence(0, 0, BOTH, SEQ_CST, WORK_GROUP)
            .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(0, 1, ATOMIC_UPDATE, Region.LOCAL, FLAG, SEQ_CST, WORK_GROUP)
            .atomic(0, 1, ATOMIC_WRITE, Region.LOCAL, FLAG, RELAXED, WORK_GROUP)
            .read(0, 1, 0);
    assertRacy(own);
  }
}
