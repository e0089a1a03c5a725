package dev.barnacle.watch.internal.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.Page;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.RaceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Each rule of order by barriers as a racy and a clean trace, and any trace against its oracle. */
class IntervalDetectorTest {
  private static final int LOCAL = 1;
  private static final int GLOBAL = 2;
  private static final int IMAGE = 4;

  private static Trace trace() {
    return new Trace(3, 4, 2);
  }

  private static void assertRacy(Trace trace) {
    assertEquals(BarrierOracle.racyBytes(trace), Trace.bytes(trace.underIntervals()));
    assertTrue(!trace.underIntervals().isEmpty(), () -> "no race is reported:\n" + trace);
    assertEquals(Trace.bytes(trace.underIntervals()), Trace.bytes(trace.underClocks()));
  }

  private static void assertClean(Trace trace) {
    assertEquals(List.of(), trace.underIntervals());
    assertEquals(List.of(), trace.underClocks());
  }

  @Test
  void writeAndWriteRace() {
    assertRacy(trace().write(0, 0, 0).write(0, 1, 0));
    assertClean(trace().write(0, 0, 0).write(0, 1, 4));
  }

  @Test
  void writeAndReadRaceInEitherOrder() {
    assertRacy(trace().write(0, 0, 0).read(0, 1, 0));
    assertRacy(trace().read(0, 0, 0).write(0, 1, 0));
    assertClean(trace().read(0, 0, 0).read(0, 1, 0));
  }

  @Test
  void oneWorkItemDoesNotRaceWithItself() {
    assertClean(trace().write(0, 0, 0).barrier(0, 0).read(0, 0, 0).write(0, 0, 0));
  }

  @Test
  void barrierOrdersTheMemoryOfItsFlags() {
    assertClean(trace().write(0, 0, 0).barrier(0, GLOBAL).read(0, 1, 0));
    assertRacy(trace().write(0, 0, 0).barrier(0, LOCAL).read(0, 1, 0));
    assertRacy(trace().write(0, 0, 0).barrier(0, 0).read(0, 1, 0));
    assertClean(trace().writeLocal(0, 0, 0).barrier(0, LOCAL).readLocal(0, 1, 0));
    assertRacy(trace().writeLocal(0, 0, 0).barrier(0, GLOBAL).readLocal(0, 1, 0));
    assertClean(trace().write(0, 0, 0).barrier(0, LOCAL | GLOBAL).write(0, 1, 0));
  }

  @Test
  void imageFenceDoesNotOrderBuffers() {
    assertRacy(trace().write(0, 0, 0).barrier(0, IMAGE).read(0, 1, 0));
    assertClean(trace().write(0, 0, 0).barrier(0, IMAGE | GLOBAL).read(0, 1, 0));
  }

  @Test
  void barrierDoesNotOrderOtherWorkGroups() {
    assertRacy(trace().write(0, 0, 0).barrier(0, GLOBAL).barrier(1, GLOBAL).read(1, 1, 0));
    assertClean(trace().write(0, 0, 0).barrier(0, GLOBAL).barrier(1, GLOBAL).read(1, 1, 4));
  }

  @Test
  void barrierOrdersWhatWasBeforeTheOneBefore() {
    assertClean(trace().write(0, 0, 0).barrier(0, GLOBAL).barrier(0, LOCAL).read(0, 1, 0));
  }

  @Test
  void charNextToCharIsNoRace() {
    Trace next = trace();
    next.access(0, 0, AccessKind.WRITE, Region.GLOBAL, 0, 1);
    next.access(0, 1, AccessKind.WRITE, Region.GLOBAL, 1, 1);
    assertClean(next);
    Trace same = trace();
    same.access(0, 0, AccessKind.WRITE, Region.GLOBAL, 1, 1);
    same.access(0, 1, AccessKind.WRITE, Region.GLOBAL, 1, 1);
    assertRacy(same);
  }

  @Test
  void intAndTheCharsInItRace() {
    Trace apart = trace();
    apart.write(0, 0, 0);
    apart.access(0, 1, AccessKind.WRITE, Region.GLOBAL, 4, 1);
    assertClean(apart);
    Trace inside = trace();
    inside.write(0, 0, 0);
    inside.access(0, 1, AccessKind.WRITE, Region.GLOBAL, 3, 1);
    assertRacy(inside);
    assertEquals(3, inside.underIntervals().getFirst().offset());
    assertEquals(1, inside.underIntervals().getFirst().bytes());
  }

  @Test
  void vectorRaceIsOneRaceOfAllItsBytes() {
    Trace trace = trace();
    trace.write(0, 0, 64);
    trace.access(0, 1, AccessKind.WRITE, Region.GLOBAL, 0, 64);
    trace.access(0, 2, AccessKind.READ, Region.GLOBAL, 0, 128);
    List<Race> races = trace.underIntervals();
    assertEquals(2, races.size());
    assertEquals(0, races.get(0).offset());
    assertEquals(64, races.get(0).bytes());
    assertEquals(64, races.get(1).offset());
    assertEquals(4, races.get(1).bytes());
  }

  @Test
  void copyAcrossPagesIsChecked() {
    Trace trace = trace();
    trace.access(0, 0, AccessKind.WRITE, Region.GLOBAL, 10, 2 * Page.BYTES);
    trace.access(1, 0, AccessKind.READ, Region.GLOBAL, Page.BYTES - 1, 3);
    assertRacy(trace);
  }

  @Test
  void writerRacesWithAnyOfManyReaders() {
    Trace trace = trace().read(0, 0, 0).read(0, 1, 0).read(0, 2, 0);
    assertRacy(trace.write(0, 0, 0));
    Trace other = trace().read(0, 0, 0).barrier(0, GLOBAL).read(0, 1, 0).read(0, 2, 0);
    assertRacy(other.write(0, 1, 0));
    assertClean(trace().read(0, 0, 0).read(0, 1, 0).barrier(0, GLOBAL).write(0, 2, 0));
  }

  @Test
  void readerOfAnotherGroupIsKept() {
    assertRacy(trace().read(0, 0, 0).read(0, 1, 0).read(1, 0, 0).barrier(0, GLOBAL).write(0, 2, 0));
  }

  @Test
  void readersOfOneWorkItemDoNotHideAnother() {
    // the second slot has an old stamp of the work-item that is in the first
    assertRacy(
        trace()
            .read(0, 0, 0)
            .barrier(0, LOCAL)
            .read(0, 1, 0)
            .barrier(0, LOCAL)
            .read(0, 0, 0)
            .read(0, 2, 0)
            .write(0, 0, 0));
  }

  @Test
  void atomicsRaceWithPlainAccessesOnly() {
    Trace atomics = trace();
    atomics.access(0, 0, AccessKind.ATOMIC_UPDATE, Region.GLOBAL, 0, 4);
    atomics.access(1, 1, AccessKind.ATOMIC_UPDATE, Region.GLOBAL, 0, 4);
    atomics.access(2, 1, AccessKind.ATOMIC_READ, Region.GLOBAL, 0, 4);
    atomics.access(2, 1, AccessKind.ATOMIC_WRITE, Region.GLOBAL, 0, 4);
    assertClean(atomics);
    assertRacy(atomics.read(2, 3, 0));
    Trace reads = trace().read(0, 0, 0);
    assertClean(reads.access(0, 1, AccessKind.ATOMIC_READ, Region.GLOBAL, 0, 4));
    assertRacy(reads.access(0, 2, AccessKind.ATOMIC_UPDATE, Region.GLOBAL, 0, 4));
    Trace write = trace().access(0, 1, AccessKind.ATOMIC_READ, Region.GLOBAL, 0, 4);
    assertRacy(write.write(0, 2, 0));
    Trace after = trace().access(0, 1, AccessKind.ATOMIC_UPDATE, Region.GLOBAL, 0, 4);
    assertClean(after.barrier(0, GLOBAL).read(0, 2, 0));
  }

  @Test
  void localMemoryIsNewForEachWorkGroup() {
    List<Race> races = new ArrayList<>();
    for (RaceDetector detector :
        List.of(
            Detectors.intervals(3, 4, 10, races::add), Detectors.clocks(3, 4, 10, races::add))) {
      RaceShadow local = detector.shadow(Region.LOCAL, 64);
      Accessor who = detector.accessor();
      for (int group : new int[] {1, 0, 2}) {
        local.clear();
        who.enter(detector.group(group, 4, 4));
        who.item(group);
        local.write(who, 0, 4, 0);
        local.read(who, 0, 4, 1);
        local.read(who, 4, 4, 1);
        local.atomic(who, 8, 4, 1, relaxed(AccessKind.ATOMIC_UPDATE));
        local.write(who, 12, 4, 1);
      }
      assertEquals(List.of(), races);
    }
  }

  private static AtomicAccess relaxed(AccessKind kind) {
    return new AtomicAccess(kind, dev.barnacle.ir.MemoryOrder.RELAXED, MemoryScope.DEVICE);
  }

  @Test
  void raceSaysWhoAndWhereAndWhichBarriersLieBetween() {
    Trace trace = trace().read(2, 0, 4).barrier(2, LOCAL).barrier(2, 0).write(2, 3, 4);
    Race race = trace.underIntervals().getFirst();
    assertEquals(new RaceAccess(2, 0, 0, 0, AccessKind.READ), race.earlier());
    assertEquals(new RaceAccess(2, 3, 2, 3, AccessKind.WRITE), race.later());
    assertEquals(4, race.offset());
    assertEquals(4, race.bytes());
    assertEquals(2, race.barriersBetween());
    assertEquals(LOCAL, race.flagsBetween());
    Race clocks = trace.underClocks().getFirst();
    assertEquals(race.earlier(), clocks.earlier());
    assertEquals(race.later(), clocks.later());
    assertEquals(LOCAL, clocks.flagsBetween());
  }

  @Test
  void launchThatIsTooLargeIsRefused() {
    EngineException launch =
        assertThrows(
            EngineException.class,
            () -> Detectors.intervals(1L << 40, 1 << 12, 1 << 12, race -> {}));
    assertEquals(EngineException.Kind.OUT_OF_RESOURCES, launch.kind());
    RaceDetector detector = Detectors.intervals(1L << 40, 1 << 10, 1 << 10, race -> {});
    Accessor who = detector.accessor();
    who.enter(detector.group(0, 4, 4));
    who.barrier(LOCAL);
    who.barrier(LOCAL);
    who.barrier(LOCAL);
    assertEquals(
        EngineException.Kind.OUT_OF_RESOURCES,
        assertThrows(EngineException.class, () -> who.barrier(LOCAL)).kind());
  }

  @Test
  void accessOutsideTheBlockIsRefused() {
    RaceDetector detector = Detectors.intervals(1, 1, 1, race -> {});
    RaceShadow shadow = detector.shadow(Region.GLOBAL, 10);
    Accessor who = detector.accessor();
    who.enter(detector.group(0, 1, 1));
    who.item(0);
    assertThrows(IndexOutOfBoundsException.class, () -> shadow.read(who, 8, 4, 0));
  }

  @Property(tries = 2000)
  void verdictIsTheOracles(@ForAll long seed, @ForAll @IntRange(min = 2, max = 60) int steps) {
    Trace trace = new Traces(seed).barriersOnly(steps);
    assertEquals(
        BarrierOracle.racyBytes(trace), Trace.bytes(trace.underIntervals()), trace::toString);
  }

  @Property(tries = 2000)
  void knownReadsChangeNothing(@ForAll long seed, @ForAll @IntRange(min = 2, max = 80) int steps) {
    Trace trace = new Traces(seed).mostlyReads(steps);
    assertEquals(BarrierOracle.racyBytes(trace), Trace.bytes(trace.underIntervals()));
    assertEquals(
        said(trace.underIntervals()), said(trace.underIntervals(read -> {})), trace::toString);
  }

  /** Returns races as text: {@link Race#where} is another one in each run. */
  private static List<String> said(List<Race> races) {
    return races.stream()
        .map(r -> r.offset() + " " + r.bytes() + " " + r.earlier() + " " + r.later())
        .toList();
  }

  @Test
  void readsOfLocalMemoryAreKnownOnceTwoHaveMadeThem() {
    Trace two = trace().readLocal(0, 0, 0).readLocal(0, 1, 0);
    assertEquals(List.of(2, 3), leftOut(two.readLocal(0, 2, 0).readLocal(0, 0, 0)));
    Trace one = trace().readLocal(0, 0, 0).readLocal(0, 0, 0);
    assertEquals(List.of(3), leftOut(one.readLocal(0, 1, 0).readLocal(0, 2, 0)));
    int some = 0;
    for (int seed = 0; seed < 100; seed++) {
      some += leftOut(new Traces(seed).mostlyReads(80)).size();
    }
    assertTrue(some > 100, some + " reads are left out");
  }

  @Test
  void knownReadsAreAskedForAgainBehindBarriersAndWrites() {
    Trace barrier = trace().readLocal(0, 0, 0).readLocal(0, 1, 0).barrier(0, LOCAL);
    assertEquals(List.of(), leftOut(barrier.readLocal(0, 2, 0)));
    Trace write = trace().readLocal(0, 0, 0).readLocal(0, 1, 0).writeLocal(0, 2, 0);
    assertEquals(List.of(), leftOut(write.readLocal(0, 2, 0)));
    assertRacy(write);
    Trace atomic = trace().readLocal(0, 0, 0).readLocal(0, 1, 0);
    atomic.access(0, 2, AccessKind.ATOMIC_UPDATE, Region.LOCAL, 0, 4);
    assertEquals(List.of(), leftOut(atomic.readLocal(0, 2, 0)));
    assertRacy(atomic);
  }

  private static List<Integer> leftOut(Trace trace) {
    List<Integer> reads = new ArrayList<>();
    List<Race> unused = trace.underIntervals(reads::add);
    return reads;
  }

  /** Whether two groups race does not depend on when their threads run. */
  @Property(tries = 20)
  void twoThreadsLoseNoRace(@ForAll long seed) throws Exception {
    List<Trace> traces = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      traces.add(new Traces(seed + i).barriersOnly(40));
      traces.add(new Traces(seed + i).collision());
      traces.add(new Traces(seed + i).mostlyReads(40));
    }
    assertNoneLost(traces, runByTwoThreads(traces, false));
    assertNoneLost(traces, runByTwoThreads(traces, true));
  }

  private static void assertNoneLost(List<Trace> traces, List<List<Race>> races) {
    for (int i = 0; i < traces.size(); i++) {
      Trace trace = traces.get(i);
      assertEquals(BarrierOracle.racyBytes(trace), Trace.bytes(races.get(i)), trace::toString);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // the verdict is the same whenever they meet
  private static void meet(AtomicInteger arrived, int all) {
    arrived.incrementAndGet();
    while (arrived.get() < all) {
      Thread.yield();
    }
  }

  /**
   * Runs each trace under a detector of its own; one thread runs the even, one the odd groups.
   *
   * @param leavesOut whether they leave out the reads that are promised to be known
   */
  static List<List<Race>> runByTwoThreads(List<Trace> traces, boolean leavesOut) throws Exception {
    List<List<Race>> races = new ArrayList<>();
    List<RaceDetector> detectors = new ArrayList<>();
    List<Trace.Run> runs = new ArrayList<>();
    for (Trace trace : traces) {
      List<Race> found = new ArrayList<>();
      RaceSink sink =
          race -> {
            synchronized (found) {
              found.add(race);
            }
          };
      RaceDetector detector =
          Detectors.intervals(trace.groups, trace.groupSize, trace.steps.size(), sink);
      races.add(found);
      detectors.add(detector);
      runs.add(trace.new Run(detector));
    }
    AtomicInteger arrived = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> ends = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        int half = thread;
        ends.add(
            threads.submit(
                () -> {
                  try {
                    for (int i = 0; i < runs.size(); i++) {
                      meet(arrived, 2 * (i + 1));
                      Accessor who = detectors.get(i).accessor();
                      if (leavesOut) {
                        runs.get(i).leaveOut(who, read -> {});
                      }
                      runs.get(i).groups(who, g -> g % 2 == half);
                    }
                  } finally {
                    arrived.addAndGet(2 * runs.size()); // the other one is not to wait for this
                  }
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    }
    return races;
  }
}
