package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.shadow.OldReads;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceSink;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong in a launch: one entry for each kind and pair of places in the program,
 * with the first example and how often it was met.
 */
public final class Faults implements RaceSink {
  private record Key(FindingKind kind, int first, int second, @Nullable Fault whole) {}

  /**
   * A fault and how often it was met.
   *
   * @param ofOneGroup whether all who had part are of one work-group
   * @param old the old read that may have led to it; null for none
   * @param oldReads how many of these the execution had had by then
   */
  public record Entry(
      Fault fault, boolean ofOneGroup, OldReads.@Nullable Old old, int oldReads, LongAdder count) {}

  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
  private final Owners owners;
  private final @Nullable OldReads reads;
  private final boolean sameValueBenign;
  private final Set<FindingKind> ends;
  private volatile boolean over;
  private final LongAdder benign = new LongAdder();
  private final ThreadLocal<List<Deferred>> deferred = ThreadLocal.withInitial(ArrayList::new);

  /** A race of two writes, and the bytes before the second one. */
  private record Deferred(Race race, long address, List<Integer> before) {}

  /**
   * Makes an empty collection.
   *
   * @param owners whose memory is raced for
   * @param reads the old reads of the execution; null where all read the newest
   * @param sameValueBenign whether races of writes of the same value are only counted
   * @param ends what makes the rest of the launch needless
   */
  public Faults(
      Owners owners, @Nullable OldReads reads, boolean sameValueBenign, Set<FindingKind> ends) {
    this.owners = owners;
    this.reads = reads;
    this.sameValueBenign = sameValueBenign;
    this.ends = ends;
  }

  /** Returns whether one was found that makes the rest of the launch needless. */
  public boolean isOver() {
    return over;
  }

  /** Returns how many races were only counted. */
  public long benign() {
    return benign.sum();
  }

  /** Returns what was found. */
  public List<Entry> entries() {
    return new ArrayList<>(entries.values());
  }

  /** Returns whether a fault of a kind has been found. */
  public boolean has(FindingKind kind) {
    return entries.keySet().stream().anyMatch(key -> key.kind() == kind);
  }

  /** Returns whether a fault of a kind has been found in which a place has part. */
  public boolean has(FindingKind kind, int place) {
    return entries.keySet().stream()
        .anyMatch(key -> key.kind() == kind && (key.first() == place || key.second() == place));
  }

  private void add(Key key, Supplier<Fault> fault) {
    Entry entry = entries.get(key);
    if (entry == null) {
      entry = entries.computeIfAbsent(key, k -> entry(fault.get()));
      over |= ends.contains(key.kind());
    }
    entry.count().increment();
  }

  private Entry entry(Fault fault) {
    return entry(fault, new LongAdder());
  }

  private Entry entry(Fault fault, LongAdder count) {
    int known = reads == null ? 0 : reads.count();
    return new Entry(fault, fault.isOfOneGroup(), old(fault.accesses()), known, count);
  }

  /** Returns the last old read of the work-item that came last, or else of another one. */
  private OldReads.@Nullable Old old(List<Fault.Access> accesses) {
    if (reads == null) {
      return null;
    }
    for (Fault.Access access : accesses.reversed()) {
      OldReads.Old old = reads.lastOf(access.group(), access.item());
      if (old != null) {
        return old;
      }
    }
    return reads.last();
  }

  private Fault fault(Race race) {
    return new RaceFault(race.settled(), owners.of(race));
  }

  @Override
  public void race(Race race) {
    long address = sameValueBenign && isOfWrites(race) ? owners.address(race) : 0;
    if (address == 0) {
      tell(race);
    } else {
      deferred.get().add(new Deferred(race, address, bytes(address, race.bytes())));
    }
  }

  private static boolean isOfWrites(Race race) {
    return race.earlier().kind() == AccessKind.WRITE && race.later().kind() == AccessKind.WRITE;
  }

  private static List<Integer> bytes(long address, int count) {
    List<Integer> bytes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      bytes.add(RawMemory.getByte(address + i));
    }
    return bytes;
  }

  /** The write of this thread has been made: if it has changed nothing, its races are benign. */
  public void settle() {
    List<Deferred> races = deferred.get();
    for (Deferred each : races) {
      if (bytes(each.address(), each.race().bytes()).equals(each.before())) {
        benign.increment();
      } else {
        tell(each.race());
      }
    }
    races.clear();
  }

  private void tell(Race race) {
    RaceAccess a = race.earlier();
    RaceAccess b = race.later();
    int first = Math.min(a.place(), b.place());
    int second = Math.max(a.place(), b.place());
    Key key = new Key(FindingKind.DATA_RACE, first, second, null);
    Entry known = entries.get(key);
    if (known != null && !race.sameGroup() && known.ofOneGroup()) {
      // What mends a race between work-groups mends the one in a work-group too.
      Fault wider = fault(race);
      entries.computeIfPresent(key, (k, e) -> e.ofOneGroup() ? entry(wider, e.count()) : e);
    }
    add(key, () -> fault(race));
  }

  /** Adds a fault of one place, made when it is the first one there. */
  public void add(FindingKind kind, int place, Supplier<Fault> fault) {
    add(new Key(kind, place, -1, null), fault);
  }

  /** Adds a fault of the launch's arguments, which no place has. */
  public void addOfArguments(Fault fault) {
    add(new Key(fault.kind(), -1, -1, fault), () -> fault);
  }

  /** Adds a fault that concerns places of its own. */
  public void add(Fault fault) {
    int first = fault.accesses().isEmpty() ? -1 : fault.accesses().getFirst().place();
    int second = fault.accesses().size() < 2 ? -1 : fault.accesses().get(1).place();
    add(new Key(fault.kind(), first, second, null), () -> fault);
  }
}
