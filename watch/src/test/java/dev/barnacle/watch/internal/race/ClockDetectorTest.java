package dev.barnacle.watch.internal.race;

import static dev.barnacle.ir.MemoryOrder.ACQUIRE;
import static dev.barnacle.ir.MemoryOrder.ACQ_REL;
import static dev.barnacle.ir.MemoryOrder.RELAXED;
import static dev.barnacle.ir.MemoryOrder.RELEASE;
import static dev.barnacle.ir.MemoryOrder.SEQ_CST;
import static dev.barnacle.ir.MemoryScope.ALL_SVM_DEVICES;
import static dev.barnacle.ir.MemoryScope.DEVICE;
import static dev.barnacle.ir.MemoryScope.SUB_GROUP;
import static dev.barnacle.ir.MemoryScope.WORK_GROUP;
import static dev.barnacle.ir.MemoryScope.WORK_ITEM;
import static dev.barnacle.watch.internal.race.ClockChecks.BOTH;
import static dev.barnacle.watch.internal.race.ClockChecks.FLAG;
import static dev.barnacle.watch.internal.race.ClockChecks.GLOBAL;
import static dev.barnacle.watch.internal.race.ClockChecks.LOCAL;
import static dev.barnacle.watch.internal.race.ClockChecks.assertClean;
import static dev.barnacle.watch.internal.race.ClockChecks.assertRacy;
import static dev.barnacle.watch.internal.race.ClockChecks.check;
import static dev.barnacle.watch.internal.race.ClockChecks.trace;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_READ;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_UPDATE;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.clock.ScopeRules;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Each rule of synchronisation as a racy and a clean trace, and any trace against the definitions.
 */
class ClockDetectorTest {
  /**
   * Work-item 0 of group 0 writes data and a flag; a work-item reads the flag and then the data.
   */
  private static Trace message(
      MemoryOrder release, MemoryScope from, MemoryOrder acquire, MemoryScope to, int g, int i) {
    return trace()
        .write(0, 0, 0)
        .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, release, from)
        .atomic(g, i, ATOMIC_READ, Region.GLOBAL, FLAG, acquire, to)
        .read(g, i, 0);
  }

  @Test
  void releaseAndAcquireOrder() {
    assertClean(message(RELEASE, DEVICE, ACQUIRE, DEVICE, 1, 0));
    assertClean(message(SEQ_CST, DEVICE, SEQ_CST, DEVICE, 1, 0));
    assertRacy(message(RELAXED, DEVICE, ACQUIRE, DEVICE, 1, 0));
    assertRacy(message(RELEASE, DEVICE, RELAXED, DEVICE, 1, 0));
  }

  @Test
  void workGroupScopeIsForOneWorkGroup() {
    assertClean(message(RELEASE, WORK_GROUP, ACQUIRE, WORK_GROUP, 0, 3));
    assertRacy(message(RELEASE, WORK_GROUP, ACQUIRE, WORK_GROUP, 1, 0));
  }

  @Test
  void subGroupScopeIsForOneSubGroup() {
    assertClean(message(RELEASE, SUB_GROUP, ACQUIRE, SUB_GROUP, 0, 1));
    assertRacy(message(RELEASE, SUB_GROUP, ACQUIRE, SUB_GROUP, 0, 2));
  }

  @Test
  void workItemScopeOrdersNobody() {
    assertRacy(message(RELEASE, WORK_ITEM, ACQUIRE, WORK_ITEM, 0, 1));
    assertClean(message(RELEASE, WORK_ITEM, ACQUIRE, WORK_ITEM, 0, 0));
  }

  @Test
  void differentScopesAreNotInclusive() {
    assertRacy(message(RELEASE, DEVICE, ACQUIRE, WORK_GROUP, 0, 1));
  }

  @Test
  void allDevicesIsDeviceWithoutSvm() {
    Trace trace = message(RELEASE, ALL_SVM_DEVICES, ACQUIRE, DEVICE, 1, 1);
    assertClean(trace);
    assertFalse(trace.underClocks(false).isEmpty(), "Figure 2 compares scopes by name");
    assertClean(message(RELEASE, ALL_SVM_DEVICES, ACQUIRE, ALL_SVM_DEVICES, 1, 1));
  }

  @Test
  void widerScopesAreWorkGroupInLocalMemory() {
    Trace trace =
        trace()
            .writeLocal(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.LOCAL, FLAG, RELEASE, DEVICE)
            .atomic(0, 1, ATOMIC_READ, Region.LOCAL, FLAG, ACQUIRE, WORK_GROUP)
            .readLocal(0, 1, 0);
    assertClean(trace);
    assertFalse(trace.underClocks(false).isEmpty(), "Figure 2 compares scopes by name");
  }

  @Test
  void atomicsOfNarrowScopeRaceAcrossGroups() {
    assertRacy(
        trace()
            .atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(1, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP));
    assertClean(
        trace()
            .atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP)
            .atomic(0, 3, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, WORK_GROUP));
    assertClean(
        trace()
            .atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
            .atomic(1, 0, ATOMIC_UPDATE, Region.GLOBAL, FLAG, RELAXED, DEVICE));
  }

  @Test
  void atomicOfAnotherGroupDoesNotHideTheFirst() {
    assertRacy(
        trace()
            .atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, 0, RELAXED, WORK_GROUP)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .atomic(1, 0, ATOMIC_UPDATE, Region.GLOBAL, 0, RELAXED, WORK_GROUP)
            .atomic(1, 1, ATOMIC_UPDATE, Region.GLOBAL, 0, RELAXED, WORK_GROUP));
  }

  @Test
  void atomicRacesWithPlainAccess() {
    Trace trace = trace().atomic(0, 0, ATOMIC_UPDATE, Region.GLOBAL, 0, RELAXED, DEVICE);
    assertRacy(trace.read(1, 0, 0));
    assertClean(trace().atomic(0, 0, ATOMIC_READ, Region.GLOBAL, 0, RELAXED, DEVICE).read(1, 0, 0));
  }

  /** Something happens to the flag between the release and the acquire. */
  private static Trace interrupted(int g, int i, AccessKind kind) {
    Trace trace = trace().write(0, 0, 0);
    trace.atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE);
    trace.atomic(g, i, kind, Region.GLOBAL, FLAG, RELAXED, DEVICE);
    trace.atomic(2, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE);
    return trace.read(2, 0, 0);
  }

  @Test
  void releaseSequenceGoesOnThroughUpdatesAndOwnWrites() {
    assertClean(interrupted(1, 0, ATOMIC_UPDATE));
    assertClean(interrupted(0, 0, ATOMIC_WRITE));
    assertRacy(interrupted(1, 0, ATOMIC_WRITE));
    assertRacy(interrupted(0, 1, ATOMIC_WRITE));
  }

  @Test
  void ownWriteAfterAnotherDoesNotTakeTheSequenceUpAgain() {
    Trace trace = trace().write(0, 0, 0);
    trace.atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE);
    trace.atomic(1, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE);
    trace.atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE);
    trace.atomic(2, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE);
    assertRacy(trace.read(2, 0, 0));
  }

  @Test
  void plainWriteEndsTheReleaseSequence() {
    Trace trace = trace().write(0, 0, 0);
    trace.atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE);
    trace.write(0, 1, FLAG);
    trace.atomic(0, 2, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE);
    trace.read(0, 2, 0);
    check(trace);
    assertTrue(Trace.bytes(trace.underClocks()).contains(new Trace.RacyByte(-1, 0)));
  }

  @Test
  void orderIsHandedOn() {
    assertClean(
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .barrier(1, GLOBAL)
            .atomic(1, 3, ATOMIC_WRITE, Region.GLOBAL, FLAG + 4, RELEASE, DEVICE)
            .atomic(2, 0, ATOMIC_READ, Region.GLOBAL, FLAG + 4, ACQUIRE, DEVICE)
            .write(2, 0, 0));
    assertRacy(
        trace()
            .write(0, 0, 0)
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .barrier(1, LOCAL)
            .atomic(1, 3, ATOMIC_WRITE, Region.GLOBAL, FLAG + 4, RELEASE, DEVICE)
            .atomic(2, 0, ATOMIC_READ, Region.GLOBAL, FLAG + 4, ACQUIRE, DEVICE)
            .write(2, 0, 0));
  }

  @Test
  void whatComesAfterTheReleaseIsNotReleased() {
    assertRacy(
        trace()
            .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELEASE, DEVICE)
            .write(0, 0, 0)
            .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, ACQUIRE, DEVICE)
            .read(1, 0, 0));
  }

  @Test
  void barrierReleasesAndAcquiresAtItsScope() {
    for (MemoryScope scope : List.of(WORK_GROUP, DEVICE)) {
      Trace trace =
          trace()
              .write(0, 0, 0)
              .barrier(0, GLOBAL, scope)
              .atomic(0, 0, ATOMIC_WRITE, Region.GLOBAL, FLAG, RELAXED, DEVICE)
              .atomic(1, 0, ATOMIC_READ, Region.GLOBAL, FLAG, RELAXED, DEVICE)
              .barrier(1, GLOBAL, scope)
              .read(1, 0, 0);
      if (scope == DEVICE) {
        assertClean(trace);
      } else {
        assertRacy(trace);
      }
    }
  }

  @Test
  void subGroupBarrierOrdersItsSubGroup() {
    assertClean(trace().write(0, 2, 0).subGroupBarrier(0, 1, GLOBAL).read(0, 3, 0));
    assertRacy(trace().write(0, 2, 0).subGroupBarrier(0, 1, LOCAL).read(0, 3, 0));
    assertRacy(trace().write(0, 0, 0).subGroupBarrier(0, 1, GLOBAL).read(0, 3, 0));
    assertRacy(trace().write(0, 2, 0).subGroupBarrier(0, 1, GLOBAL).read(0, 0, 0));
    assertClean(trace().writeLocal(0, 2, 0).subGroupBarrier(0, 1, LOCAL).writeLocal(0, 3, 0));
  }

  @Test
  void sizesMixInOneLocation() {
    Trace trace = trace();
    trace.access(0, 0, AccessKind.WRITE, Region.GLOBAL, 0, 16);
    trace.access(0, 1, AccessKind.READ, Region.GLOBAL, 5, 2);
    assertEquals(1, trace.underClocks().size());
    assertEquals(5, trace.underClocks().getFirst().offset());
    assertEquals(2, trace.underClocks().getFirst().bytes());
    Trace chars = trace();
    chars.access(0, 0, AccessKind.WRITE, Region.GLOBAL, 0, 1);
    chars.access(0, 1, AccessKind.WRITE, Region.GLOBAL, 1, 1);
    assertEquals(List.of(), chars.underClocks());
  }

  @Test
  void everyReaderOfManyGroupsCounts() {
    List<Race> races = new ArrayList<>();
    RaceDetector detector = Detectors.clocks(200, 8, 10, races::add);
    RaceShadow shadow = detector.shadow(Region.GLOBAL, 64);
    Accessor who = detector.accessor();
    for (int group = 0; group < 100; group++) {
      GroupOrder order = detector.group(group, 8, 8);
      who.enter(order);
      for (int item = 0; item < 8; item++) {
        who.item(item);
        shadow.read(who, 0, 4, 0);
      }
      who.barrier(BOTH);
      who.item(0);
      shadow.atomic(who, 32, 4, 1, new AtomicAccess(ATOMIC_UPDATE, ACQ_REL, DEVICE));
      if (group == 50) {
        shadow.read(who, 0, 4, 2); // after its release: the last group does not know this one
      }
      order.end();
    }
    who.enter(detector.group(150, 8, 8));
    who.item(0);
    shadow.atomic(who, 32, 4, 3, new AtomicAccess(ATOMIC_READ, ACQUIRE, DEVICE));
    assertEquals(List.of(), races);
    shadow.write(who, 0, 4, 4);
    assertEquals(1, races.size());
    assertEquals(new RaceAccess(50, 0, 1, 2, AccessKind.READ), races.getFirst().earlier());
    assertFalse(detector.incomplete());
  }

  @Test
  void spinningDoesNotGrow() {
    List<Race> races = new ArrayList<>();
    RaceDetector detector = Detectors.clocks(2, 1, 10, races::add);
    RaceShadow shadow = detector.shadow(Region.GLOBAL, 64);
    Accessor who = detector.accessor();
    GroupOrder producer = detector.group(0, 1, 1);
    GroupOrder consumer = detector.group(1, 1, 1);
    AtomicAccess poll = new AtomicAccess(ATOMIC_READ, ACQUIRE, DEVICE);
    who.enter(consumer);
    who.item(0);
    for (int i = 0; i < 1_000_000; i++) {
      shadow.atomic(who, 0, 4, 0, poll);
    }
    who.enter(producer);
    who.item(0);
    shadow.write(who, 4, 4, 1);
    shadow.atomic(who, 0, 4, 2, new AtomicAccess(ATOMIC_WRITE, RELEASE, DEVICE));
    who.enter(consumer);
    who.item(0);
    for (int i = 0; i < 1_000_000; i++) {
      shadow.atomic(who, 0, 4, 0, poll);
    }
    shadow.read(who, 4, 4, 3);
    assertEquals(List.of(), races);
  }

  @Test
  void lockHandedThroughThousandsOfWorkItems() {
    List<Race> races = new ArrayList<>();
    int groups = 4096;
    RaceDetector detector = Detectors.clocks(groups, 4, 10, races::add);
    RaceShadow shadow = detector.shadow(Region.GLOBAL, 64);
    Accessor who = detector.accessor();
    for (int group = 0; group < groups; group++) {
      GroupOrder order = detector.group(group, 4, 4);
      who.enter(order);
      for (int item = 0; item < 4; item++) {
        who.item(item);
        shadow.atomic(who, 0, 4, 0, new AtomicAccess(ATOMIC_UPDATE, ACQUIRE, DEVICE));
        shadow.read(who, 4, 4, 1);
        shadow.write(who, 4, 4, 2);
        shadow.atomic(who, 0, 4, 3, new AtomicAccess(ATOMIC_WRITE, RELEASE, DEVICE));
      }
      order.end();
    }
    assertEquals(List.of(), races);
  }

  /** Each of so many writes races with each of so many reads before it: a few are told. */
  @Test
  void ofACellThatManyRaceForFewAreTold() {
    int items = 512;
    List<Race> races = new ArrayList<>();
    RaceDetector detector = Detectors.clocks(1, items, 10, races::add);
    RaceShadow shadow = detector.shadow(Region.GLOBAL, 64);
    Accessor who = detector.accessor();
    GroupOrder order = detector.group(0, items, 16);
    who.enter(order);
    for (int i = 0; i < items; i++) {
      who.item(i);
      shadow.read(who, 0, 4, i % 2);
    }
    for (int i = 0; i < items; i++) {
      who.item(i);
      shadow.write(who, 0, 4, 2);
    }
    order.end();
    assertTrue(races.size() >= items, () -> races.size() + " races");
    assertTrue(races.size() <= 40 * items, () -> races.size() + " races");
    Set<Integer> places = new HashSet<>();
    races.forEach(race -> places.add(race.earlier().place()));
    assertEquals(Set.of(0, 1, 2), places);
  }

  @Property(tries = 1000)
  void verdictIsTheModels(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 50) int steps, @ForAll boolean reduce) {
    checkVerdict(new Traces(seed).withAtomics(steps), reduce);
  }

  /** Where the scopes of two operations must be the same, and where they may differ. */
  private static void checkVerdict(Trace trace, boolean reduce) {
    for (boolean mayDiffer : List.of(false, true)) {
      ScopeRules scopes = new ScopeRules(reduce, mayDiffer);
      assertEquals(
          ModelOracle.racyBytes(trace, scopes, Map.of()),
          Trace.bytes(trace.underClocks(scopes)),
          () -> mayDiffer + "\n" + trace);
    }
  }

  @Property(tries = 2000)
  void verdictOnMessagesIsTheModels(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int links, @ForAll boolean reduce) {
    checkVerdict(new Traces(seed).messages(links), reduce);
  }

  @Property(tries = 300)
  void verdictOnCrowdsIsTheModels(@ForAll long seed) {
    checkVerdict(new Traces(seed).crowd(), true);
  }

  @Property(tries = 1000)
  void detectorsAgreeWhereOnlyBarriersOrder(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 60) int steps) {
    Trace trace = new Traces(seed).barriersOnly(steps);
    assertEquals(
        Trace.bytes(trace.underIntervals()), Trace.bytes(trace.underClocks()), trace::toString);
  }
}
