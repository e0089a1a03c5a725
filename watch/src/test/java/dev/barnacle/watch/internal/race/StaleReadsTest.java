package dev.barnacle.watch.internal.race;

import static dev.barnacle.ir.MemoryOrder.ACQUIRE;
import static dev.barnacle.ir.MemoryOrder.RELAXED;
import static dev.barnacle.ir.MemoryOrder.RELEASE;
import static dev.barnacle.ir.MemoryOrder.SEQ_CST;
import static dev.barnacle.ir.MemoryScope.DEVICE;
import static dev.barnacle.ir.MemoryScope.WORK_GROUP;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_READ;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_UPDATE;
import static dev.barnacle.watch.internal.race.access.AccessKind.ATOMIC_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.clock.ScopeRules;
import dev.barnacle.watch.internal.race.shadow.Race;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Which stores loads read where they may read old ones: all that the memory model allows of litmus
 * tests, and in any trace nothing that it forbids. Locations are at 0 and 4; of three work-groups
 * of four work-items each work-item 0 does something.
 */
class StaleReadsTest {
  private static final int X = 0;
  private static final int Y = 4;
  private static final int GLOBAL = 2;

  private static Trace trace() {
    return new Trace(4, 4, 2);
  }

  private static Trace store(Trace trace, int group, int offset, MemoryOrder order) {
    return trace.atomic(group, 0, ATOMIC_WRITE, Region.GLOBAL, offset, order, DEVICE);
  }

  private static Trace load(Trace trace, int group, int offset, MemoryOrder order) {
    return trace.atomic(group, 0, ATOMIC_READ, Region.GLOBAL, offset, order, DEVICE);
  }

  /** Returns what the loads of a trace read, in their order, under many choices. */
  private static Set<String> readings(Trace trace) {
    Set<String> all = new TreeSet<>();
    for (long seed = 0; seed < 200; seed++) {
      Map<Integer, Integer> sources = new HashMap<>();
      trace.underStaleReads(seed, sources);
      assertEquals(
          Set.of(), ModelOracle.violated(trace, false, sources), () -> trace + "" + sources);
      StringBuilder reading = new StringBuilder();
      sources.keySet().stream().sorted().forEach(l -> reading.append(' ').append(sources.get(l)));
      all.add(reading.toString().strip());
    }
    return all;
  }

  @Test
  void storeBuffering() {
    for (MemoryOrder order : List.of(RELAXED, ACQUIRE)) {
      MemoryOrder stores = order == RELAXED ? RELAXED : RELEASE;
      Trace trace = store(store(trace(), 0, X, stores), 1, Y, stores);
      assertEquals(
          Set.of("-1 -1", "-1 0", "1 -1", "1 0"),
          readings(load(load(trace, 0, Y, order), 1, X, order)));
    }
    Trace trace = store(store(trace(), 0, X, SEQ_CST), 1, Y, SEQ_CST);
    assertEquals(Set.of("1 0"), readings(load(load(trace, 0, Y, SEQ_CST), 1, X, SEQ_CST)));
  }

  @Test
  void storeBufferingWithFences() {
    Trace trace = store(trace(), 0, X, RELAXED).fence(0, 0, GLOBAL, SEQ_CST, DEVICE);
    trace = store(trace, 1, Y, RELAXED).fence(1, 0, GLOBAL, SEQ_CST, DEVICE);
    load(load(trace, 0, Y, RELAXED), 1, X, RELAXED);
    // The second fence is behind the first in S, and so is the load behind it.
    assertEquals(Set.of("-1 0", "2 0"), readings(trace));
  }

  @Test
  void messagePassing() {
    Trace trace = store(store(trace(), 0, X, RELAXED), 0, Y, RELAXED);
    assertEquals(
        Set.of("-1 -1", "-1 0", "1 -1", "1 0"),
        readings(load(load(trace, 1, Y, RELAXED), 1, X, RELAXED)));
    trace = store(store(trace(), 0, X, RELAXED), 0, Y, RELEASE);
    assertEquals(
        Set.of("-1 -1", "-1 0", "1 0"), readings(load(load(trace, 1, Y, ACQUIRE), 1, X, RELAXED)));
  }

  @Test
  void synchronisationIsWithTheStoreThatIsRead() {
    Trace trace = store(store(trace(), 0, X, RELAXED), 0, Y, RELEASE);
    store(trace, 2, Y, RELAXED);
    load(load(trace, 1, Y, ACQUIRE), 1, X, RELAXED);
    assertEquals(Set.of("-1 -1", "-1 0", "1 0", "2 -1", "2 0"), readings(trace));
    Trace update = store(store(trace(), 0, X, RELAXED), 0, Y, RELEASE);
    update.atomic(2, 0, ATOMIC_UPDATE, Region.GLOBAL, Y, RELAXED, DEVICE);
    load(load(update, 1, Y, ACQUIRE), 1, X, RELAXED);
    assertEquals(Set.of("-1 -1", "-1 0", "1 0", "2 0"), readings(update));
  }

  @Test
  void independentReadsOfIndependentWrites() {
    Trace trace = store(store(trace(), 0, X, RELEASE), 1, Y, RELEASE);
    load(load(trace, 2, X, ACQUIRE), 2, Y, ACQUIRE);
    load(load(trace, 3, Y, ACQUIRE), 3, X, ACQUIRE);
    assertTrue(readings(trace).contains("0 -1 1 -1"));
  }

  @Test
  void coherence() {
    Trace trace = store(store(trace(), 0, X, RELAXED), 0, X, RELAXED);
    load(load(trace, 1, X, RELAXED), 1, X, RELAXED);
    assertEquals(Set.of("-1 -1", "-1 0", "-1 1", "0 0", "0 1", "1 1"), readings(trace));
    assertEquals(Set.of("0"), readings(load(store(trace(), 0, X, RELAXED), 0, X, RELAXED)));
  }

  @Test
  void whatABarrierOrdersIsNotOld() {
    Trace trace = trace().atomic(0, 1, ATOMIC_WRITE, Region.GLOBAL, X, RELAXED, WORK_GROUP);
    trace.barrier(0, GLOBAL);
    assertEquals(
        Set.of("0"),
        readings(trace.atomic(0, 2, ATOMIC_READ, Region.GLOBAL, X, RELAXED, WORK_GROUP)));
    Trace other = trace().atomic(0, 1, ATOMIC_WRITE, Region.GLOBAL, X, RELAXED, WORK_GROUP);
    other.barrier(0, 1);
    assertEquals(
        Set.of("-1", "0"),
        readings(other.atomic(0, 2, ATOMIC_READ, Region.GLOBAL, X, RELAXED, WORK_GROUP)));
  }

  @Test
  void plainAccessesAndOtherSizesEndTheHistory() {
    Trace read = load(store(trace(), 0, X, RELAXED).read(1, 0, X), 1, X, RELAXED);
    assertEquals(Set.of("0"), readings(read));
    Trace write = load(store(trace(), 0, X, RELAXED).write(2, 0, X), 1, X, RELAXED);
    assertEquals(Set.of("1"), readings(write));
  }

  @Test
  void aSpinLoopEnds() {
    Trace trace = store(trace(), 0, X, RELAXED);
    for (int i = 0; i < 8; i++) {
      load(trace, 1, X, RELAXED);
    }
    for (String reading : readings(trace)) {
      assertTrue(reading.endsWith("0 0 0 0 0"), reading);
    }
  }

  @Property(tries = 3000)
  void litmusTracesAreConsistent(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 24) int steps) {
    check(new Traces(seed).litmus(steps), seed);
  }

  @Property(tries = 1000)
  void tracesWithAtomicsAreConsistent(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int steps) {
    check(new Traces(seed).withAtomics(steps), seed);
  }

  @Property(tries = 1000)
  void messagesAreConsistent(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int links) {
    check(new Traces(seed).messages(links), seed);
  }

  private static void check(Trace trace, long seed) {
    check(trace, seed, false);
    check(trace, seed, true);
  }

  private static void check(Trace trace, long seed, boolean mayDiffer) {
    Map<Integer, Integer> sources = new HashMap<>();
    ScopeRules scopes = ScopeRules.of(mayDiffer);
    List<Race> races = trace.underStaleReads(scopes, seed, sources);
    assertEquals(
        Set.of(), ModelOracle.violated(trace, mayDiffer, sources), () -> trace + "" + sources);
    assertEquals(
        ModelOracle.racyBytes(trace, scopes, sources),
        Trace.bytes(races),
        () -> trace + "" + sources);
  }
}
