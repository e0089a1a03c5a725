package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.clock.ScopeRules;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the racy bytes of a trace by the definitions of Wickerson and Batty, "Taming the
 * complexities of the C11 and OpenCL memory models", technical appendix, Figure 2, one method a
 * relation, with matrices and transitive closures. A read reads from the last write before it in
 * the trace, unless it is said from which; the modification order is that of the trace.
 */
final class ModelOracle {
  private static final int GLOBAL = 0;
  private static final int LOCAL = 1;

  private final Trace trace;
  private final ScopeRules scopes;
  private final List<Event> events = new ArrayList<>();
  private final Map<Integer, Integer> sources;
  private int instances;

  /** An event; barriers are entry and exit fences of each work-item. */
  private record Event(
      int id,
      int group,
      int item,
      boolean reads,
      boolean writes,
      boolean entry,
      boolean exit,
      boolean atomic,
      boolean global,
      boolean local,
      int offset,
      int barrier,
      @Nullable MemoryOrder order,
      @Nullable MemoryScope scope) {

    boolean fence() {
      return !reads && !writes;
    }

    boolean in(int region) {
      return region == GLOBAL ? global : local;
    }

    boolean sameThread(Event other) {
      return group == other.group && item == other.item;
    }

    boolean sb(Event other) {
      return sameThread(other) && id < other.id;
    }

    boolean sameLocation(Event other) {
      return offset == other.offset
          && !fence()
          && !other.fence()
          && global == other.global
          && (global || group == other.group);
    }
  }

  private ModelOracle(Trace trace, ScopeRules scopes, Map<Integer, Integer> sourceSteps) {
    this.trace = trace;
    this.scopes = scopes;
    int[] firsts = new int[trace.steps.size()];
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = events.size();
      add(trace.steps.get(i));
    }
    sources = new HashMap<>();
    sourceSteps.forEach((load, store) -> sources.put(firsts[load], store < 0 ? -1 : firsts[store]));
  }

  static Set<Trace.RacyByte> racyBytes(Trace trace, boolean reduceScopes) {
    return racyBytes(trace, new ScopeRules(reduceScopes, false), Map.of());
  }

  /**
   * Returns the racy bytes of an execution.
   *
   * @param sources for each load that is said of which step's store it reads, -1 for the initial
   *     one
   */
  static Set<Trace.RacyByte> racyBytes(
      Trace trace, ScopeRules scopes, Map<Integer, Integer> sources) {
    return new ModelOracle(trace, scopes, sources).racyBytes();
  }

  /**
   * Returns the axioms that an execution violates, without O-Narf, and with O-Sc as it is with
   * inclusive scopes and as it is in Figure 2.
   *
   * @param sources see {@link #racyBytes(Trace, ScopeRules, Map)}
   */
  static Set<String> violated(Trace trace, boolean mayDiffer, Map<Integer, Integer> sources) {
    return new ModelOracle(trace, new ScopeRules(false, mayDiffer), sources).violated();
  }

  private void add(Trace.Step step) {
    switch (step) {
      case Trace.Access a ->
          events.add(
              new Event(
                  events.size(),
                  a.group(),
                  a.item(),
                  a.kind() != AccessKind.WRITE && a.kind() != AccessKind.ATOMIC_WRITE,
                  a.kind().writes(),
                  false,
                  false,
                  a.kind().atomic(),
                  a.region() == Region.GLOBAL,
                  a.region() == Region.LOCAL,
                  a.offset(),
                  -1,
                  a.kind().atomic() ? a.order() : null,
                  a.kind().atomic() ? a.scope() : null));
      case Trace.Fence f ->
          addFence(f.group(), f.item(), false, false, f.flags(), -1, f.order(), f.scope());
      case Trace.Barrier b -> addBarrier(b.group(), 0, trace.groupSize, b.flags(), b.scope());
      case Trace.SubBarrier b -> {
        int first = b.subGroup() * trace.subGroupSize;
        int end = Math.min(first + trace.subGroupSize, trace.groupSize);
        addBarrier(b.group(), first, end, b.flags(), b.scope());
      }
    }
  }

  private void addBarrier(int group, int first, int end, int flags, MemoryScope scope) {
    int instance = instances++;
    for (int i = first; i < end; i++) {
      addFence(group, i, true, false, flags, instance, null, scope);
    }
    for (int i = first; i < end; i++) {
      addFence(group, i, false, true, flags, instance, null, scope);
    }
  }

  private void addFence(
      int group,
      int item,
      boolean entry,
      boolean exit,
      int flags,
      int barrier,
      @Nullable MemoryOrder order,
      MemoryScope scope) {
    boolean global = GroupOrder.ordersGlobal(flags);
    boolean local = GroupOrder.ordersLocal(flags);
    events.add(
        new Event(
            events.size(),
            group,
            item,
            false,
            false,
            entry,
            exit,
            false,
            global,
            local,
            -1,
            barrier,
            order,
            scope));
  }

  private static boolean acq(Event e) {
    return e.exit() || (!(e.writes() && !e.reads()) && e.order() != null && e.order().acquires());
  }

  private static boolean rel(Event e) {
    return e.entry() || (!(e.reads() && !e.writes()) && e.order() != null && e.order().releases());
  }

  private boolean incl(Event a, Event b, int region) {
    MemoryScope one = reduce(a.scope(), region);
    MemoryScope other = reduce(b.scope(), region);
    if (one == null || other == null || (one != other && !scopes.mayDiffer())) {
      return false;
    }
    return switch (one.compareTo(other) < 0 ? one : other) {
      case WORK_ITEM -> false;
      case SUB_GROUP ->
          a.group() == b.group() && a.item() / trace.subGroupSize == b.item() / trace.subGroupSize;
      case WORK_GROUP -> a.group() == b.group();
      case DEVICE, ALL_SVM_DEVICES -> true;
    };
  }

  private @Nullable MemoryScope reduce(@Nullable MemoryScope scope, int region) {
    MemoryScope widest = region == LOCAL ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
    return scope != null && scopes.reduced() && scope.compareTo(widest) > 0 ? widest : scope;
  }

  /** {@code mo}. */
  private static boolean mo(Event a, Event b) {
    return a.writes() && b.writes() && a.sameLocation(b) && a.id() < b.id();
  }

  /** {@code rs'}. */
  private static boolean rsPrime(Event a, Event b) {
    return a.sameThread(b) || (b.reads() && b.writes());
  }

  /** {@code rs}. */
  private boolean rs(Event a, Event b) {
    return (a.id() == b.id() || mo(a, b))
        && rsPrime(a, b)
        && events.stream().noneMatch(w -> mo(a, w) && !rsPrime(a, w) && mo(w, b));
  }

  /** The write that a read reads from, or null if that is the initialisation. */
  private @Nullable Event rf(Event read) {
    Integer given = sources.get(read.id());
    if (given != null) {
      return given < 0 ? null : events.get(given);
    }
    Event last = null;
    for (Event w : events) {
      if (w.id() < read.id() && w.writes() && w.sameLocation(read)) {
        last = w;
      }
    }
    return last;
  }

  /** {@code sw r}. */
  private BitSet[] sw(int r) {
    BitSet[] sw = matrix();
    for (Event read : events) {
      Event source = read.reads() && read.atomic() ? rf(read) : null;
      if (source == null || !source.in(r)) {
        continue;
      }
      for (Event write : events) {
        if (write.writes() && write.atomic() && write.sameLocation(source) && rs(write, source)) {
          synchronise(sw, r, write, read);
        }
      }
    }
    return sw;
  }

  private void synchronise(BitSet[] sw, int r, Event write, Event read) {
    for (Event a : events) {
      if (a.in(r) && rel(a) && (a.id() == write.id() || (a.fence() && a.sb(write)))) {
        for (Event b : events) {
          if (b.in(r)
              && acq(b)
              && (b.id() == read.id() || (b.fence() && read.sb(b)))
              && incl(a, b, r)
              && !a.sameThread(b)) {
            sw[a.id()].set(b.id());
          }
        }
      }
    }
  }

  /** {@code bsw r}. */
  private void bsw(BitSet[] into, int r) {
    for (Event a : events) {
      for (Event b : events) {
        if (a.entry()
            && b.exit()
            && a.barrier() == b.barrier()
            && !a.sameThread(b)
            && a.in(r)
            && b.in(r)) {
          into[a.id()].set(b.id());
        }
      }
    }
  }

  private static boolean scf(Event a, Event b) {
    return (a.order() == MemoryOrder.SEQ_CST && b.order() == MemoryOrder.SEQ_CST)
        || (both(a) && both(b));
  }

  private static boolean both(Event e) {
    return e.fence() && e.global() && e.local();
  }

  /** {@code ghb} or {@code lhb}. */
  private BitSet[] hb(int r) {
    BitSet[] hb = sw(r);
    bsw(hb, r);
    BitSet[] other = sw(1 - r);
    for (Event a : events) {
      for (Event b : events) {
        if ((a.in(r) && b.in(r) && a.sb(b)) || (other[a.id()].get(b.id()) && scf(a, b))) {
          hb[a.id()].set(b.id());
        }
      }
    }
    close(hb);
    return hb;
  }

  private BitSet[] matrix() {
    BitSet[] rows = new BitSet[events.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new BitSet();
    }
    return rows;
  }

  private static void compose(BitSet[] into, BitSet[] a, BitSet[] b) {
    for (int i = 0; i < a.length; i++) {
      for (int k = a[i].nextSetBit(0); k >= 0; k = a[i].nextSetBit(k + 1)) {
        into[i].or(b[k]);
      }
    }
  }

  private static void or(BitSet[] into, BitSet[] other) {
    for (int i = 0; i < into.length; i++) {
      into[i].or(other[i]);
    }
  }

  private static void close(BitSet[] relation) {
    for (int k = 0; k < relation.length; k++) {
      for (BitSet row : relation) {
        if (row.get(k)) {
          row.or(relation[k]);
        }
      }
    }
  }

  private static boolean irreflexive(BitSet[] relation) {
    for (int i = 0; i < relation.length; i++) {
      if (relation[i].get(i)) {
        return false;
      }
    }
    return true;
  }

  private BitSet[] identity() {
    BitSet[] all = matrix();
    for (int i = 0; i < all.length; i++) {
      all[i].set(i);
    }
    return all;
  }

  private Set<String> violated() {
    BitSet[] mo = matrix();
    BitSet[] rf = matrix();
    BitSet[] rb = matrix();
    for (Event a : events) {
      Event source = a.reads() ? rf(a) : null;
      if (source != null) {
        rf[source.id()].set(a.id());
      }
      for (Event b : events) {
        if (mo(a, b)) {
          mo[a.id()].set(b.id());
        }
        boolean later = source == null ? b.writes() && b.sameLocation(a) : mo(source, b);
        if (a.reads() && later && a.id() != b.id()) {
          rb[a.id()].set(b.id());
        }
      }
    }
    Set<String> violated = new TreeSet<>();
    BitSet[] either = matrix();
    for (int r = GLOBAL; r <= LOCAL; r++) {
      BitSet[] hb = hb(r);
      or(either, hb);
      BitSet[] coh = identity();
      or(coh, rf);
      BitSet[] last = matrix(); // mo ; rf?
      compose(last, mo, coh);
      or(last, rb); // (rf^-1)? ; mo ; rf? is (rb | mo) ; rf?
      BitSet[] reads = matrix();
      compose(reads, rb, rf);
      or(last, reads);
      BitSet[] cycle = matrix();
      compose(cycle, last, hb);
      BitSet[] back = matrix();
      compose(back, rf, hb);
      check(violated, "O-Hb", irreflexive(hb));
      check(violated, "O-Coh", irreflexive(cycle));
      check(violated, "O-Rf", irreflexive(back));
    }
    or(either, mo);
    or(either, rb);
    check(violated, "O-Sc", isSequential(either, true));
    check(violated, "O-Sc of Figure 2", hasNarrowSeqCst() || isSequential(either, false));
    return violated;
  }

  /**
   * Returns whether Figure 2 lets go of O-Sc: it has {@code unv; [o.sc & ~(s.all | s.dv)]; unv}.
   */
  private boolean hasNarrowSeqCst() {
    return events.stream()
        .anyMatch(
            e ->
                e.order() == MemoryOrder.SEQ_CST
                    && e.scope() != MemoryScope.DEVICE
                    && e.scope() != MemoryScope.ALL_SVM_DEVICES);
  }

  private static void check(Set<String> violated, String axiom, boolean holds) {
    if (!holds) {
      violated.add(axiom);
    }
  }

  /** O-Sc: {@code acyclic (o.sc^2 & (Fsb? ; (rb | mo | hb) ; sbF?) & incl)}. */
  private boolean isSequential(BitSet[] edges, boolean scoped) {
    BitSet[] before = identity();
    BitSet[] behind = identity();
    for (Event a : events) {
      for (Event b : events) {
        if (a.fence() && a.sb(b)) {
          before[a.id()].set(b.id());
        }
        if (b.fence() && a.sb(b)) {
          behind[a.id()].set(b.id());
        }
      }
    }
    BitSet[] from = matrix();
    compose(from, before, edges);
    BitSet[] all = matrix();
    compose(all, from, behind);
    for (Event a : events) {
      for (Event b : events) {
        boolean both = a.order() == MemoryOrder.SEQ_CST && b.order() == MemoryOrder.SEQ_CST;
        if (!both || (scoped && !incl(a, b, GLOBAL) && !a.sameThread(b))) {
          all[a.id()].clear(b.id());
        }
      }
    }
    close(all);
    return irreflexive(all);
  }

  private Set<Trace.RacyByte> racyBytes() {
    Set<Trace.RacyByte> bytes = new TreeSet<>();
    for (int r = GLOBAL; r <= LOCAL; r++) {
      BitSet[] hb = hb(r);
      for (Event a : events) {
        for (Event b : events) {
          if (a.id() < b.id()
              && a.in(r)
              && a.sameLocation(b)
              && (a.writes() || b.writes())
              && !a.sameThread(b)
              && !incl(a, b, r)
              && !hb[a.id()].get(b.id())
              && !hb[b.id()].get(a.id())) {
            for (int i = 0; i < 4; i++) {
              bytes.add(new Trace.RacyByte(a.global() ? -1 : a.group(), a.offset() + i));
            }
          }
        }
      }
    }
    return bytes;
  }
}
