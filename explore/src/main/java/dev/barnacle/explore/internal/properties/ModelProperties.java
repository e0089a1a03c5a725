package dev.barnacle.explore.internal.properties;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The executions that a model always forbids, found out by asking it about the smallest execution
 * that shows each thing. The bounds with which {@link Evaluator#prefix} works only get tighter as
 * an execution grows. So what the small execution shows holds in every execution that contains it.
 *
 * @param noSbRfCycle no cycle of sequenced-before and reads-from
 * @param noReadFromOwnFuture no read from a write that is sequenced after it
 * @param atomicity no two read-modify-writes read from one write
 * @param coherent what a thread does to one location in order is in that order in the modification
 *     order, and a read-modify-write follows what it reads from
 * @param orders what orders reads after what they read from
 * @param atomicsDoNotRace atomic accesses have no fault with each other, whatever their scopes
 */
public record ModelProperties(
    boolean noSbRfCycle,
    boolean noReadFromOwnFuture,
    boolean atomicity,
    boolean coherent,
    Orders orders,
    boolean atomicsDoNotRace) {

  public static ModelProperties of(Model model) {
    boolean all = true;
    boolean future = true;
    boolean coherent = true;
    boolean quiet = model.faults().stream().allMatch(f -> FaultKinds.isKnown(f.name()));
    for (boolean local : new boolean[] {false, true}) {
      Probe probe = new Probe(model, local);
      for (AccessMode mode : AccessMode.NON_ATOMIC) {
        future = future && probe.in(mode).readsFromOwnFuture();
      }
      for (AccessMode mode : AccessMode.ALL) {
        future = future && probe.in(mode).readsFromOwnFuture();
        coherent = coherent && probe.in(mode).coherence();
      }
      for (AccessMode mode : AccessMode.ATOMIC) {
        all = all && probe.in(mode).twoReadOne();
        quiet = quiet && !probe.in(mode).faulty(Event.Kind.WRITE);
        quiet = quiet && !probe.in(mode).faulty(Event.Kind.READ);
      }
    }
    return new ModelProperties(
        model.forbidsSbRfCycles(), future, all, coherent, new Orders(model), quiet);
  }

  /**
   * Returns whether what a work-item writes before a barrier is what another of its work-group
   * reads after it, without a fault, and nothing older.
   */
  public static boolean knowsBarriers(Model model) {
    AccessMode plain = AccessMode.NON_ATOMIC.getFirst();
    return new Probe(model, false).in(plain).ordersByBarriers()
        && new Probe(model, true).in(plain).ordersByBarriers();
  }

  /**
   * The way in which the events of a small execution access memory: near each other with the widest
   * scope, or apart with the narrowest. What holds of all of these is taken to hold of all
   * mixtures.
   *
   * @param atomicLocation whether the location is an atomic one
   * @param read the order of reads; NONE where all accesses are plain
   * @param write the order of writes
   * @param both the order of read-modify-writes
   * @param apart whether the threads are in different work-groups and on different devices
   */
  private record AccessMode(
      boolean atomicLocation,
      MemoryOrder read,
      MemoryOrder write,
      MemoryOrder both,
      MemoryScope scope,
      boolean apart) {
    static final List<AccessMode> NON_ATOMIC = List.of(plain(false, false), plain(false, true));

    /** Relaxed accesses with the narrowest scope. */
    static final AccessMode NARROW =
        new AccessMode(
            true,
            MemoryOrder.RELAXED,
            MemoryOrder.RELAXED,
            MemoryOrder.RELAXED,
            MemoryScope.WORK_ITEM,
            false);

    /** Atomic accesses. */
    static final List<AccessMode> ATOMIC = atomic();

    /** Accesses of an atomic location, plain ones too. */
    static final List<AccessMode> ALL =
        Stream.concat(ATOMIC.stream(), Stream.of(plain(true, false), plain(true, true))).toList();

    private static AccessMode plain(boolean atomicLocation, boolean apart) {
      MemoryOrder none = MemoryOrder.NONE;
      return new AccessMode(atomicLocation, none, none, none, MemoryScope.NONE, apart);
    }

    private static List<AccessMode> atomic() {
      List<AccessMode> all = new ArrayList<>(List.of(NARROW));
      MemoryOrder relaxed = MemoryOrder.RELAXED;
      MemoryOrder acquire = MemoryOrder.ACQUIRE;
      MemoryOrder release = MemoryOrder.RELEASE;
      MemoryOrder sc = MemoryOrder.SEQ_CST;
      for (boolean apart : new boolean[] {false, true}) {
        MemoryScope scope = apart ? MemoryScope.WORK_ITEM : MemoryScope.ALL_SVM_DEVICES;
        all.add(new AccessMode(true, relaxed, relaxed, relaxed, scope, apart));
        all.add(new AccessMode(true, acquire, release, MemoryOrder.ACQ_REL, scope, apart));
        all.add(new AccessMode(true, sc, sc, sc, scope, apart));
      }
      return List.copyOf(all);
    }

    boolean isAtomic() {
      return read != MemoryOrder.NONE;
    }

    MemoryOrder order(Event.Kind kind) {
      return switch (kind) {
        case READ -> read;
        case WRITE -> write;
        default -> both;
      };
    }
  }

  /** A small execution on one location. */
  static final class Probe {
    private static final List<MemoryOrder> RELEASES =
        List.of(MemoryOrder.RELEASE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST);
    private static final List<MemoryOrder> ACQUIRES =
        List.of(MemoryOrder.ACQUIRE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST);

    private final Execution x = new Execution(16);
    private final Evaluator evaluator;
    private final int faults;
    private final boolean local;
    private AccessMode mode = AccessMode.NARROW;

    Probe(Model model, boolean local) {
      this.local = local;
      this.evaluator = model.evaluator(x);
      this.faults = model.faults().size();
    }

    /** The same, empty, with accesses in another mode. */
    Probe in(AccessMode other) {
      mode = other;
      x.truncate(0);
      return this;
    }

    private int add(int thread, Event.Kind kind) {
      return add(thread, mode.apart ? thread : 0, kind, mode.order(kind));
    }

    /**
     * Adds an event.
     *
     * @param place 0, in another work-group: 1, or on another device: 2
     */
    private int add(int thread, int place, Event.Kind kind, MemoryOrder order) {
      boolean fence = kind == Event.Kind.ENTRY_FENCE || kind == Event.Kind.EXIT_FENCE;
      boolean atomic = thread >= 0 && mode.isAtomic();
      int id =
          x.add(
              new Event(
                  thread,
                  thread < 0 ? -1 : place,
                  thread < 0 ? -1 : place,
                  thread < 0 ? -1 : place / 2,
                  kind,
                  atomic || fence,
                  atomic ? order : MemoryOrder.NONE,
                  fence ? MemoryScope.WORK_GROUP : atomic ? mode.scope : MemoryScope.NONE,
                  fence ? -1 : 0,
                  !fence && !mode.atomicLocation,
                  !local,
                  local,
                  fence ? 0 : -1,
                  x.size()));
      for (int e = 0; e < id; e++) {
        if (thread >= 0 && x.event(e).thread() == thread) {
          x.relation(BaseRelation.SEQUENCED_BEFORE).add(e, id);
        }
      }
      return id;
    }

    private void readsFrom(int write, int read) {
      x.relation(BaseRelation.READS_FROM).add(write, read);
    }

    /** Returns whether a model forbids that an acquire reads from a release, wherever both are. */
    static boolean synchronises(Model model, boolean local) {
      Probe probe = new Probe(model, local);
      for (int place = 0; place <= 2; place++) {
        for (MemoryOrder release : RELEASES) {
          for (MemoryOrder acquire : ACQUIRES) {
            if (!probe.synchronises(place, release, acquire, false)
                || !probe.synchronises(place, release, acquire, true)) {
              return false;
            }
          }
        }
      }
      return true;
    }

    private boolean synchronises(int place, MemoryOrder release, MemoryOrder acquire, boolean rmw) {
      x.truncate(0);
      add(-1, Event.Kind.INIT);
      int w = add(0, 0, rmw ? Event.Kind.RMW : Event.Kind.WRITE, release);
      if (rmw) {
        readsFrom(0, w);
      }
      int r = add(1, place, rmw ? Event.Kind.RMW : Event.Kind.READ, acquire);
      readsFrom(w, r);
      return !evaluator.prefix();
    }

    /** Returns whether a write and another access of another thread may have a fault. */
    boolean faulty(Event.Kind other) {
      int init = add(-1, Event.Kind.INIT);
      add(0, Event.Kind.WRITE);
      int access = add(1, other);
      if (other == Event.Kind.READ) {
        readsFrom(init, access);
      }
      if (!evaluator.begin() || !evaluator.choose()) {
        return true;
      }
      boolean ignored = evaluator.confirm();
      return mayBeFaulty();
    }

    private boolean mayBeFaulty() {
      return IntStream.range(0, faults).anyMatch(evaluator::faultPossible);
    }

    boolean ordersByBarriers() {
      int init = add(-1, Event.Kind.INIT);
      int write = add(0, Event.Kind.WRITE);
      for (int thread = 0; thread <= 1; thread++) {
        add(thread, Event.Kind.ENTRY_FENCE);
        add(thread, Event.Kind.EXIT_FENCE);
      }
      int read = add(1, Event.Kind.READ);
      return isFine(write, read) && !isFine(init, read);
    }

    private boolean isFine(int write, int read) {
      readsFrom(write, read);
      boolean fine =
          evaluator.begin() && evaluator.choose() && evaluator.confirm() && !mayBeFaulty();
      x.relation(BaseRelation.READS_FROM).remove(write, read);
      return fine;
    }

    boolean readsFromOwnFuture() {
      add(-1, Event.Kind.INIT);
      int r = add(0, Event.Kind.READ);
      int w = add(0, Event.Kind.WRITE);
      readsFrom(w, r);
      return !evaluator.prefix();
    }

    /** Returns whether two read-modify-writes of one write are inconsistent in either order. */
    boolean twoReadOne() {
      int w = add(-1, Event.Kind.INIT);
      int a = add(0, Event.Kind.RMW);
      int b = add(1, Event.Kind.RMW);
      readsFrom(w, a);
      readsFrom(w, b);
      return bothOrdersFail(a, b) && follows();
    }

    private boolean bothOrdersFail(int a, int b) {
      return fails(a, b) && fails(b, a);
    }

    /** Returns whether the modification order cannot have (a, b); there must be such an order. */
    private boolean fails(int a, int b) {
      if (evaluator.orders() == 0 || !evaluator.begin()) {
        return evaluator.orders() > 0;
      }
      if (!evaluator.domain(0).contains(a) || !evaluator.domain(0).contains(b)) {
        return false;
      }
      evaluator.decided(0).add(a, b);
      boolean fails = !evaluator.choose();
      evaluator.decided(0).remove(a, b);
      return fails;
    }

    private boolean follows() {
      x.truncate(0);
      add(-1, Event.Kind.INIT);
      int w = add(0, Event.Kind.WRITE);
      int rmw = add(1, Event.Kind.RMW);
      readsFrom(w, rmw);
      return fails(rmw, w);
    }

    boolean coherence() {
      return follows() && writeWrite() && readWrite() && writeRead() && readRead();
    }

    private boolean writeWrite() {
      x.truncate(0);
      add(-1, Event.Kind.INIT);
      int a = add(0, Event.Kind.WRITE);
      int b = add(0, Event.Kind.WRITE);
      return fails(b, a);
    }

    private boolean readWrite() {
      x.truncate(0);
      add(-1, Event.Kind.INIT);
      int w = add(1, Event.Kind.WRITE);
      int r = add(0, Event.Kind.READ);
      int b = add(0, Event.Kind.WRITE);
      readsFrom(w, r);
      return fails(b, w);
    }

    private boolean writeRead() {
      x.truncate(0);
      add(-1, Event.Kind.INIT);
      int w = add(1, Event.Kind.WRITE);
      int a = add(0, Event.Kind.WRITE);
      int r = add(0, Event.Kind.READ);
      readsFrom(w, r);
      return fails(w, a);
    }

    private boolean readRead() {
      x.truncate(0);
      add(-1, Event.Kind.INIT);
      int v = add(1, Event.Kind.WRITE);
      int w = add(2, Event.Kind.WRITE);
      int r = add(0, Event.Kind.READ);
      int s = add(0, Event.Kind.READ);
      readsFrom(v, r);
      readsFrom(w, s);
      return fails(w, v);
    }
  }
}
