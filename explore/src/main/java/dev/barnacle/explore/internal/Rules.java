package dev.barnacle.explore.internal;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;

/**
 * What a model forbids in every execution, found out by asking it about the smallest execution that
 * shows each thing. The bounds with which {@link Evaluator#prefix} works only get tighter as an
 * execution grows, so what the small execution shows holds in every execution that contains it.
 *
 * @param noSbRfCycle no cycle of sequenced-before and reads-from
 * @param noReadFromOwnFuture no read from a write that is sequenced after it
 * @param atomicity no two read-modify-writes read from one write
 * @param coherent what a thread does to one location in order is in that order in the modification
 *     order, and a read-modify-write follows what it reads from
 * @param synchronises an acquire that reads from a release comes after it in an order without
 *     cycles that includes sequenced-before, whatever their scopes
 * @param visible a read of a non-atomic location comes after what it reads from in that order
 * @param atomicsDoNotRace atomic accesses have no fault with each other, whatever their scopes
 */
record Rules(
    boolean noSbRfCycle,
    boolean noReadFromOwnFuture,
    boolean atomicity,
    boolean coherent,
    boolean synchronises,
    boolean visible,
    boolean atomicsDoNotRace) {

  static Rules of(Model model) {
    boolean all = true;
    boolean future = true;
    boolean coherent = true;
    boolean synchronises = true;
    boolean visible = has(model, "Narf") && has(model, "Hb");
    boolean quiet = model.faults().stream().allMatch(f -> FaultKinds.isKnown(f.name()));
    for (boolean local : new boolean[] {false, true}) {
      future &= new Probe(model, local, true).readsFromOwnFuture();
      future &= new Probe(model, local, false).readsFromOwnFuture();
      all &= new Probe(model, local, true).twoReadOne();
      coherent &= new Probe(model, local, true).coherence();
      synchronises &= new Probe(model, local, true).cycleFails(2);
      synchronises &= new Probe(model, local, true).cycleFails(3);
      visible &= new Probe(model, local, false).unorderedReadFails();
      quiet &= !new Probe(model, local, true).faulty(Event.Kind.WRITE);
      quiet &= !new Probe(model, local, true).faulty(Event.Kind.READ);
    }
    return new Rules(
        model.forbidsSbRfCycles(), future, all, coherent, synchronises, visible, quiet);
  }

  private static boolean has(Model model, String axiom) {
    return model.axioms().stream().anyMatch(a -> a.name().equals(axiom));
  }

  /** A small execution on one location. */
  private static final class Probe {
    private final Execution x = new Execution(16);
    private final Evaluator evaluator;
    private final int faults;
    private final boolean local;
    private final boolean atomic;

    Probe(Model model, boolean local, boolean atomic) {
      this.local = local;
      this.atomic = atomic;
      this.evaluator = model.evaluator(x);
      this.faults = model.faults().size();
    }

    private int add(int thread, Event.Kind kind) {
      return add(thread, kind, MemoryOrder.RELAXED, 0);
    }

    private int add(int thread, Event.Kind kind, MemoryOrder order, int location) {
      int id =
          x.add(
              new Event(
                  thread,
                  thread < 0 ? -1 : 0,
                  thread < 0 ? -1 : 0,
                  thread < 0 ? -1 : 0,
                  kind,
                  thread >= 0 && atomic,
                  thread >= 0 && atomic ? order : MemoryOrder.NONE,
                  thread >= 0 && atomic ? MemoryScope.WORK_ITEM : MemoryScope.NONE,
                  location,
                  !atomic,
                  !local,
                  local,
                  -1,
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

    /**
     * Whether threads that pass a value around, each acquiring and then releasing, is forbidden.
     */
    boolean cycleFails(int size) {
      int[] reads = new int[size];
      int[] writes = new int[size];
      for (int i = 0; i < size; i++) {
        add(-1, Event.Kind.INIT, MemoryOrder.NONE, i);
      }
      for (int i = 0; i < size; i++) {
        reads[i] = add(i, Event.Kind.READ, MemoryOrder.ACQUIRE, i);
        writes[i] = add(i, Event.Kind.WRITE, MemoryOrder.RELEASE, (i + 1) % size);
      }
      for (int i = 0; i < size; i++) {
        readsFrom(writes[i], reads[(i + 1) % size]);
      }
      return !evaluator.prefix();
    }

    /** Whether a read of another thread's write is inconsistent where nothing orders the two. */
    boolean unorderedReadFails() {
      add(-1, Event.Kind.INIT);
      int w = add(0, Event.Kind.WRITE);
      int r = add(1, Event.Kind.READ);
      readsFrom(w, r);
      return !evaluator.begin() || !evaluator.choose();
    }

    /** Whether a write and another access of another thread may have a fault. */
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
      for (int i = 0; i < faults; i++) {
        if (evaluator.faultPossible(i)) {
          return true;
        }
      }
      return false;
    }

    boolean readsFromOwnFuture() {
      add(-1, Event.Kind.INIT);
      int r = add(0, Event.Kind.READ);
      int w = add(0, Event.Kind.WRITE);
      readsFrom(w, r);
      return !evaluator.prefix();
    }

    /** Whether two read-modify-writes of one write are inconsistent in either order. */
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

    /** Whether the modification order cannot have (a, b); there must be such an order. */
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
