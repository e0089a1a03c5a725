package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.NearMiss;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.clock.ScopeRules;
import dev.barnacle.watch.internal.race.clock.StaleReads;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.race.shadow.Page;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.StoreChoice;
import dev.barnacle.watch.internal.race.shadow.WindowListener;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * What the work-items of a launch did, in the order in which they did it: the input of detectors
 * and oracles alike. There is one block of global memory, and one of local memory for each
 * work-group.
 */
public final class Trace {
  /** Bytes of each block. */
  static final int BLOCK = 3 * Page.BYTES;

  final int groups;
  final int groupSize;
  final int subGroupSize;
  public final List<Step> steps = new ArrayList<>();

  /** Something that a work-item or a group of them does. */
  sealed interface Step {
    /** Returns the work-group. */
    int group();
  }

  /** An access; order and scope are null where it is not atomic. */
  public record Access(
      int group,
      int item,
      Region region,
      int offset,
      int bytes,
      AccessKind kind,
      MemoryOrder order,
      MemoryScope scope)
      implements Step {}

  /** All work-items of a group pass a barrier. */
  record Barrier(int group, int flags, MemoryScope scope) implements Step {}

  /** All work-items of a sub-group pass a sub-group barrier. */
  record SubBarrier(int group, int subGroup, int flags, MemoryScope scope) implements Step {}

  /** A work-item executes a fence. */
  record Fence(int group, int item, int flags, MemoryOrder order, MemoryScope scope)
      implements Step {}

  /** A byte that races; group is -1 for global memory. */
  record RacyByte(int group, long offset) implements Comparable<RacyByte> {
    @Override
    public int compareTo(RacyByte other) {
      return group == other.group
          ? Long.compare(offset, other.offset)
          : Integer.compare(group, other.group);
    }
  }

  public Trace(int groups, int groupSize, int subGroupSize) {
    this.groups = groups;
    this.groupSize = groupSize;
    this.subGroupSize = subGroupSize;
  }

  Trace access(int group, int item, AccessKind kind, Region region, int offset, int bytes) {
    steps.add(
        new Access(
            group, item, region, offset, bytes, kind, MemoryOrder.RELAXED, MemoryScope.DEVICE));
    return this;
  }

  public Trace read(int group, int item, int offset) {
    return access(group, item, AccessKind.READ, Region.GLOBAL, offset, 4);
  }

  public Trace write(int group, int item, int offset) {
    return access(group, item, AccessKind.WRITE, Region.GLOBAL, offset, 4);
  }

  public Trace readLocal(int group, int item, int offset) {
    return access(group, item, AccessKind.READ, Region.LOCAL, offset, 4);
  }

  public Trace writeLocal(int group, int item, int offset) {
    return access(group, item, AccessKind.WRITE, Region.LOCAL, offset, 4);
  }

  public Trace atomic(
      int group,
      int item,
      AccessKind kind,
      Region region,
      int offset,
      MemoryOrder order,
      MemoryScope scope) {
    steps.add(new Access(group, item, region, offset, 4, kind, order, scope));
    return this;
  }

  public Trace barrier(int group, int flags) {
    steps.add(new Barrier(group, flags, MemoryScope.WORK_GROUP));
    return this;
  }

  public Trace barrier(int group, int flags, MemoryScope scope) {
    steps.add(new Barrier(group, flags, scope));
    return this;
  }

  Trace subGroupBarrier(int group, int subGroup, int flags) {
    steps.add(new SubBarrier(group, subGroup, flags, MemoryScope.SUB_GROUP));
    return this;
  }

  Trace subGroupBarrier(int group, int subGroup, int flags, MemoryScope scope) {
    steps.add(new SubBarrier(group, subGroup, flags, scope));
    return this;
  }

  public Trace fence(int group, int item, int flags, MemoryOrder order, MemoryScope scope) {
    steps.add(new Fence(group, item, flags, order, scope));
    return this;
  }

  /** Runs the trace under the fast detector. */
  List<Race> underIntervals() {
    List<Race> races = new ArrayList<>();
    run(Detectors.intervals(groups, groupSize, steps.size(), races::add));
    return races;
  }

  /**
   * Runs the trace under the fast detector, without the reads that it has promised to know.
   *
   * @param leftOut is told of those
   */
  List<Race> underIntervals(IntConsumer leftOut) {
    List<Race> races = new ArrayList<>();
    RaceDetector detector = Detectors.intervals(groups, groupSize, steps.size(), races::add);
    Run run = new Run(detector);
    Accessor who = detector.accessor();
    run.leaveOut(who, leftOut);
    for (int place = 0; place < steps.size(); place++) {
      run.step(who, place);
    }
    return races;
  }

  /** Runs the trace under the precise detector. */
  public List<Race> underClocks(boolean reduceScopes) {
    return underClocks(new ScopeRules(reduceScopes, false));
  }

  List<Race> underClocks(ScopeRules scopes) {
    List<Race> races = new ArrayList<>();
    run(Detectors.clocks(groups, groupSize, scopes, race -> races.add(asked(race))));
    return races;
  }

  public List<Race> underClocks() {
    return underClocks(true);
  }

  /** Returns the same race, which knows now what has nearly ordered it. */
  private static Race asked(Race race) {
    NearMiss near = race.near();
    return new Race(
        race.where(),
        race.offset(),
        race.bytes(),
        race.earlier(),
        race.later(),
        race.flagsBetween(),
        () -> near);
  }

  /**
   * Runs the trace with loads that may read old stores.
   *
   * @param sources is told of each atomic load which step's store it reads, -1 for the initial one
   */
  List<Race> underStaleReads(long seed, Map<Integer, Integer> sources) {
    return underStaleReads(ScopeRules.of(false), seed, sources);
  }

  List<Race> underStaleReads(ScopeRules scopes, long seed, Map<Integer, Integer> sources) {
    List<Race> races = new ArrayList<>();
    run(Detectors.weak(groups, groupSize, scopes, races::add, new StaleReads(seed)), sources);
    return races;
  }

  private void run(RaceDetector detector) {
    run(detector, new HashMap<>());
  }

  private void run(RaceDetector detector, Map<Integer, Integer> sources) {
    Run run = new Run(detector, sources);
    Accessor who = detector.accessor();
    for (int place = 0; place < steps.size(); place++) {
      run.step(who, place);
    }
  }

  /** What is promised of reads. */
  private static final class Known implements WindowListener {
    private final Map<RaceShadow, BitSet> bytes = new HashMap<>();
    private final IntConsumer leftOut;
    private int entered = -1;

    Known(IntConsumer leftOut) {
      this.leftOut = leftOut;
    }

    @Override
    public void end() {
      bytes.clear();
    }

    @Override
    public void end(RaceShadow changed) {
      bytes.remove(changed);
    }

    boolean has(RaceShadow shadow, Access read) {
      BitSet known = bytes.getOrDefault(shadow, new BitSet());
      return known.nextClearBit(read.offset) >= read.offset + read.bytes;
    }

    void ask(RaceShadow shadow, Accessor who) {
      BitSet known = bytes.computeIfAbsent(shadow, s -> new BitSet());
      for (int at = 0; at < BLOCK; at++) {
        known.set(at, (int) shadow.endOfKnown(who, at, BLOCK));
      }
    }
  }

  /** A run of this trace under a detector. */
  final class Run {
    private final Map<Accessor, Known> known = new ConcurrentHashMap<>();
    private final RaceShadow global;
    private final List<RaceShadow> locals = new ArrayList<>();
    private final List<GroupOrder> orders = new ArrayList<>();

    /** By location: the step of its last store. */
    private final Map<String, Integer> last = new HashMap<>();

    private final Map<Integer, Integer> sources;

    Run(RaceDetector detector) {
      this(detector, new HashMap<>());
    }

    private Run(RaceDetector detector, Map<Integer, Integer> sources) {
      this.sources = sources;
      global = detector.shadow(Region.GLOBAL, BLOCK);
      for (int g = 0; g < groups; g++) {
        locals.add(detector.shadow(Region.LOCAL, BLOCK));
        orders.add(detector.group(g, groupSize, subGroupSize));
      }
    }

    /** Does the steps of some work-groups, in order. */
    void groups(Accessor who, IntPredicate chosen) {
      for (int g = 0; g < groups; g++) {
        for (int place = 0; place < steps.size(); place++) {
          if (chosen.test(g) && steps.get(place).group() == g) {
            step(who, place);
          }
        }
      }
    }

    /** From now on leaves out the reads that are promised to be known. */
    void leaveOut(Accessor who, IntConsumer told) {
      Known promised = new Known(told);
      known.put(who, promised);
      who.tellOfPromises(promised);
    }

    void step(Accessor who, int place) {
      Step step = steps.get(place);
      Known promised = known.get(who);
      if (promised == null || promised.entered != step.group()) {
        who.enter(orders.get(step.group()));
      }
      if (promised != null) {
        promised.entered = step.group();
      }
      switch (step) {
        case Access access -> access(who, access, place);
        case Barrier barrier -> who.barrier(barrier.flags, barrier.scope);
        case SubBarrier barrier ->
            who.subGroupBarrier(barrier.subGroup, barrier.flags, barrier.scope);
        case Fence fence -> {
          who.item(fence.item);
          who.fence(fence.flags, fence.order, fence.scope);
        }
      }
      if (steps.subList(place + 1, steps.size()).stream()
          .noneMatch(later -> later.group() == step.group())) {
        orders.get(step.group()).end();
      }
    }

    private void access(Accessor who, Access access, int place) {
      who.item(access.item);
      RaceShadow shadow = access.region == Region.GLOBAL ? global : locals.get(access.group);
      AtomicAccess how = new AtomicAccess(access.kind, access.order, access.scope);
      String location = (access.region == Region.GLOBAL ? "" : access.group) + ":" + access.offset;
      int before = last.getOrDefault(location, -1);
      switch (access.kind) {
        case READ -> read(who, shadow, access, place);
        case WRITE -> shadow.write(who, access.offset, access.bytes, place);
        case ATOMIC_READ -> {
          StoreChoice read = shadow.load(who, access.offset, access.bytes, place, how);
          sources.put(place, read == null ? before : (int) read.value());
        }
        case ATOMIC_WRITE, ATOMIC_UPDATE ->
            shadow.overwrite(who, access.offset, access.bytes, place, how, before);
      }
      if (access.kind.writes()) {
        last.put(location, place);
      }
    }

    private void read(Accessor who, RaceShadow shadow, Access access, int place) {
      Known promised = known.get(who);
      if (promised != null && promised.has(shadow, access)) {
        promised.leftOut.accept(place);
        return;
      }
      shadow.read(who, access.offset, access.bytes, place);
      if (promised != null) {
        promised.ask(shadow, who);
      }
    }
  }

  /** Returns the bytes that races name. */
  static Set<RacyByte> bytes(List<Race> races) {
    Set<RacyByte> bytes = new TreeSet<>();
    for (Race race : races) {
      for (int i = 0; i < race.bytes(); i++) {
        bytes.add(
            new RacyByte(
                race.where().region() == Region.GLOBAL ? -1 : (int) race.later().group(),
                race.offset() + i));
      }
    }
    return bytes;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    out.append(groups).append(" groups of ").append(groupSize);
    out.append(", sub-groups of ").append(subGroupSize).append('\n');
    for (int i = 0; i < steps.size(); i++) {
      out.append(i).append(": ").append(steps.get(i)).append('\n');
    }
    return out.toString();
  }
}
