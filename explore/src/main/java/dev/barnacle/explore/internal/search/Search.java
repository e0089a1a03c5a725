package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Updates;
import dev.barnacle.explore.internal.program.Interpreter;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.properties.Coherence;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.explore.internal.symmetry.CanonicalChoices;
import dev.barnacle.explore.internal.symmetry.Symmetry;
import dev.barnacle.explore.internal.trace.TooManyEvents;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds every candidate execution once: events and reads-from.
 *
 * <p>Threads run in a fixed order as far as they can. A read takes the value of a write that is
 * there, or its thread waits for a write to come. Each new write is offered to the threads that
 * wait for its location, which take it or wait on. So every reads-from without a cycle of
 * sequenced-before and reads-from is met once. When all threads wait, only such cycles are left:
 * then a waiting read of such a cycle is given a value to be justified later, one after the other
 * from {@link ValueSets}, unless the model forbids such cycles. After every choice the model's
 * axioms are asked whether the execution can still become consistent ({@link Evaluator#prefix}).
 *
 * <p>That execution graphs are enumerated instead of interleavings, each once and with none of them
 * stored, is the idea of GenMC (Kokologiannakis, Raad and Vafeiadis, "Model checking for weakly
 * consistent libraries", PLDI 2019) and TruSt (Kokologiannakis, Marmanis, Gladstein and Vafeiadis,
 * "Truly stateless, optimal dynamic partial order reduction", POPL 2022). Where these revisit a
 * read once a write is added that it could read from, here the read waits for that write.
 */
public final class Search {
  /** The action for an execution that has all its events. */
  public interface Leaf {
    /**
     * Takes one.
     *
     * @param weight how many it stands for
     */
    void complete(ThreadState[] threads, long weight) throws ExploreException;

    /** Returns whether anything that can still come of an execution in progress matters. */
    boolean wanted(ThreadState[] threads);
  }

  private record Offer(int write, int thread) {}

  private final ModelProperties properties;
  private final Limits limits;
  private final Interpreter interpreter;
  private final ValueSets values;
  private final Leaf leaf;
  private final Trace trace;
  private final Execution x;
  private final Evaluator evaluator;
  private final Coherence coherence;
  private final CyclicGuesses cyclic;
  private final PendingGuesses pending;
  private final CanonicalChoices canonical;
  private final Subtree subtree;
  private ThreadState[] threads;
  private List<Offer> offers = List.of();
  private List<Integer> guesses = List.of();

  /** Makes a search of a part of a task's tree, which builds executions in a trace. */
  public Search(
      ExplorationTask task,
      Trace trace,
      Evaluator evaluator,
      Limits limits,
      Leaf leaf,
      Symmetry symmetry,
      Subtree subtree) {
    this.subtree = subtree;
    this.properties = task.properties();
    this.cyclic = new CyclicGuesses(task.scenario(), properties);
    this.pending = new PendingGuesses(trace, properties);
    this.canonical = new CanonicalChoices(symmetry, trace, task.code().size());
    this.limits = limits;
    this.interpreter = new Interpreter(limits.unroll(), trace.dependencies);
    this.values = new ValueSets(task.scenario(), task.code(), task.question().constants());
    this.leaf = leaf;
    this.trace = trace;
    this.x = trace.execution;
    this.evaluator = evaluator;
    this.coherence = new Coherence(trace.execution);
    this.threads = task.code().stream().map(ThreadState::new).toArray(ThreadState[]::new);
  }

  public void run() throws ExploreException {
    trace.initialise();
    for (ThreadState s : threads) {
      interpreter.advance(s);
    }
    explore();
  }

  // --- choices: each restores what it changed ---

  private void explore() throws ExploreException {
    limits.check();
    if (!subtree.enter()) {
      return;
    }
    if (leaf.wanted(threads)) {
      explored();
    }
    subtree.leave();
  }

  private void explored() throws ExploreException {
    ThreadState[] before = threads.clone();
    List<Offer> offersBefore = offers;
    int size = x.size();
    step();
    threads = before;
    offers = offersBefore;
    x.truncate(size);
    clearGuesses(size);
  }

  private void clearGuesses(int size) {
    for (int i = size; i < x.capacity(); i++) {
      x.pending().remove(i);
    }
  }

  private void step() throws ExploreException {
    if (!guesses.isEmpty() && !pending.canBeKept(threads, this::offered)) {
      return;
    }
    if (!offers.isEmpty()) {
      offer();
      return;
    }
    for (int t = 0; t < threads.length; t++) {
      ThreadState s = threads[t];
      if (s.dropped) {
        return;
      }
      if (s.lost != null) {
        limits.reached(s.lost);
        return;
      }
      if (s.cutOff) {
        limits.reached("a loop's bound of " + limits.unroll() + " iterations");
        return;
      }
      if (s.idle) {
        idles();
        return;
      }
      if (s.waiting && !mayComeLater(t, waitsFor(s))) {
        return;
      }
    }
    for (int t = 0; t < threads.length; t++) {
      if (!threads[t].finished && !ThreadCode.reads(threads[t].next())) {
        effect(t);
        return;
      }
    }
    for (int t = 0; t < threads.length; t++) {
      if (!threads[t].finished && !threads[t].waiting) {
        read(t);
        return;
      }
    }
    end();
  }

  /** A thread waits; it is not looked for whether that may be for ever. */
  private void idles() {
    if (trace.launched()) {
      limits.reached("a work-item waits, and whether it may do so for ever is not looked for");
    }
  }

  private ThreadState own(int t) {
    threads[t] = threads[t].copy();
    return threads[t];
  }

  private void room(int events) {
    if (x.size() + events > x.capacity()) {
      throw new TooManyEvents();
    }
  }

  /** An instruction that reads nothing: a write, a fence, a barrier, or an unspecified branch. */
  private void effect(int t) throws ExploreException {
    ThreadState s = own(t);
    Op c = s.next();
    room(2);
    switch (c.kind) {
      case BRANCH -> {
        for (Edge way : c.edges) {
          ThreadState chosen = s.copy();
          threads[t] = chosen;
          interpreter.jump(chosen, way);
          interpreter.advance(chosen);
          explore();
        }
        return;
      }
      case FENCE -> {
        // OpenCL 3.0 section 3.3.5: a relaxed fence has no effect.
        trace.add(s, t, c, Event.Kind.FENCE, order(c), -1);
        s.sideEffects++;
      }
      case BARRIER -> {
        trace.add(s, t, c, Event.Kind.ENTRY_FENCE, MemoryOrder.NONE, -1);
        trace.add(s, t, c, Event.Kind.EXIT_FENCE, MemoryOrder.NONE, -1);
        s.sideEffects++;
      }
      default -> {
        int location = trace.location(s.slots[c.a], c.elementBytes());
        if (location < 0) {
          outside(s, c);
          return;
        }
        int id = trace.add(s, t, c, Event.Kind.WRITE, order(c), location);
        trace.written[id] = c.stored(s.slots[c.b]);
        s.sideEffects++;
        offers = with(offers, new Offer(id, 0));
      }
    }
    s.at++;
    interpreter.advance(s);
    explore();
  }

  /** An access outside of all memory: no such address comes of a guess that is not justified. */
  private void outside(ThreadState s, Op c) {
    if (x.pending().isEmpty(x.size())) {
      limits.outside(c, s.slots[c.a]);
    }
  }

  private static MemoryOrder order(Op op) {
    return op.strength == null ? MemoryOrder.NONE : Trace.order(op.strength.order());
  }

  private static <T> List<T> with(List<T> list, T element) {
    List<T> copy = new ArrayList<>(list);
    copy.add(element);
    return copy;
  }

  /** Offers a new write to the threads that wait for its location, and to guessed reads. */
  private void offer() throws ExploreException {
    Offer offer = offers.get(0);
    int location = x.event(offer.write).location();
    int total = threads.length + guesses.size();
    for (int k = offer.thread; k < total; k++) {
      List<Offer> rest = new ArrayList<>(offers);
      rest.set(0, new Offer(offer.write, k + 1));
      if (k < threads.length) {
        ThreadState s = threads[k];
        if (s.waiting && waitsFor(s) == location && s.waitingFrom <= offer.write) {
          offers = rest;
          Object round = canonical.open(threads, k, location, offer.write, offer.write + 1);
          choose(k, offer.write, round);
          offers = rest;
          choose(k, -1, round);
          return;
        }
      } else if (justifies(offer.write, guesses.get(k - threads.length))) {
        offers = rest;
        justify(guesses.get(k - threads.length), offer.write);
        offers = rest;
        explore();
        return;
      }
    }
    offers = offers.subList(1, offers.size());
    explore();
  }

  private int offered(int location) {
    int count = 0;
    for (Offer o : offers) {
      count += x.event(o.write).location() == location ? 1 : 0;
    }
    return count;
  }

  private int waitsFor(ThreadState s) {
    return trace.location(s.slots[s.next().a], s.next().elementBytes());
  }

  private boolean justifies(int write, int read) {
    return x.pending().contains(read)
        && x.event(read).location() == x.event(write).location()
        && trace.read[read] == trace.written[write]
        && read != write;
  }

  private void justify(int read, int write) throws ExploreException {
    x.pending().remove(read);
    x.relation(BaseRelation.READS_FROM).add(write, read);
    if (possible()) {
      explore();
    }
    x.relation(BaseRelation.READS_FROM).remove(write, read);
    x.pending().add(read);
  }

  /** A read of a thread that does not wait: every write that is there, then waiting. */
  private void read(int t) throws ExploreException {
    ThreadState s = threads[t];
    Op c = s.next();
    int location = trace.location(s.slots[c.a], c.elementBytes());
    if (location < 0) {
      outside(s, c);
      return;
    }
    int size = x.size();
    Object round = canonical.open(threads, t, location, 0, size);
    for (int w = 0; w < size; w++) {
      if (x.event(w).isWrite() && x.event(w).location() == location) {
        choose(t, w, round);
      }
    }
    if (mayComeLater(t, location)) {
      ThreadState waiting = own(t);
      waiting.waiting = true;
      waiting.waitingFrom = size;
      choose(t, -1, round);
    }
  }

  /** A thread reads from a write that is there, or from one that is to come (-1). */
  private void choose(int t, int write, @Nullable Object round) throws ExploreException {
    CanonicalChoices.State before = canonical.state;
    if (canonical.choose(t, write, round)) {
      if (write >= 0) {
        take(t, trace.written[write], write);
      } else {
        explore();
      }
    }
    canonical.state = before;
  }

  private boolean mayComeLater(int t, int location) {
    for (int u = 0; u < threads.length; u++) {
      if (u != t && !threads[u].finished && mayWrite(threads[u], location, true)) {
        return true;
      }
    }
    return !properties.noReadFromOwnFuture() && mayWrite(threads[t], location, false);
  }

  /** Returns whether a thread may still write a location, its next instruction included or not. */
  private boolean mayWrite(ThreadState s, int location, boolean including) {
    int memory = trace.memoryOf(location);
    return s.code.mayWrite(including ? s.at : s.at + 1, memory, trace.address(location));
  }

  /** A thread reads a value from a write that is there, or from one that is to come (-1). */
  private void take(int t, long value, int write) throws ExploreException {
    ThreadState[] before = threads.clone();
    List<Offer> offersBefore = offers;
    int size = x.size();
    perform(t, value, write);
    threads = before;
    offers = offersBefore;
    x.truncate(size);
    clearGuesses(size);
  }

  /** Performs a thread's read, and the write of a read-modify-write. */
  private void perform(int t, long value, int source) throws ExploreException {
    room(1);
    ThreadState s = own(t);
    s.waiting = false;
    Op c = s.next();
    boolean exchanged = c.kind == Op.Kind.COMPARE_EXCHANGE && value == c.stored(s.slots[c.b]);
    boolean writes = c.kind == Op.Kind.ATOMIC_RMW || exchanged;
    if (writes && source >= 0 && properties.atomicity() && isTaken(source)) {
      return;
    }
    MemoryOrder order =
        c.kind == Op.Kind.COMPARE_EXCHANGE && !exchanged
            ? Trace.order(c.says().failureOrder())
            : order(c);
    int location = trace.location(s.slots[c.a], c.elementBytes());
    int id = trace.add(s, t, c, writes ? Event.Kind.RMW : Event.Kind.READ, order, location);
    trace.read[id] = value;
    if (writes) {
      trace.written[id] = c.stored(exchanged ? s.slots[c.c] : Updates.of(c, value, s.slots[c.b]));
      s.sideEffects++;
      offers = with(offers, new Offer(id, 0));
    }
    s.readsInLoop++;
    s.slots[c.result] = c.loaded(value);
    s.taint[c.result] = trace.dependencies.of(id);
    s.at++;
    if (source >= 0) {
      x.relation(BaseRelation.READS_FROM).add(source, id);
    } else {
      x.pending().add(id);
      guesses = with(guesses, id);
    }
    if (possible()) {
      interpreter.advance(s);
      if (s.idle) {
        idles();
      } else {
        explore();
      }
    }
    if (source < 0) {
      guesses = guesses.subList(0, guesses.size() - 1);
      x.pending().remove(id);
    }
  }

  /** Returns whether the model lets the execution become a consistent one. */
  private boolean possible() {
    evaluator.clearDecisions();
    if (properties.coherent()) {
      coherence.seed(evaluator.decided(0));
    }
    return evaluator.prefix();
  }

  /** Returns whether a read-modify-write reads from this write already. */
  private boolean isTaken(int write) {
    for (int e = 0; e < x.size(); e++) {
      if (x.event(e).kind() == Event.Kind.RMW && x.source(e) == write) {
        return true;
      }
    }
    return false;
  }

  /** No thread can go on: the execution is complete, or only cycles are left. */
  private void end() throws ExploreException {
    boolean waiting = false;
    for (ThreadState s : threads) {
      waiting |= s.waiting;
    }
    if (!waiting) {
      if (x.pending().isEmpty(x.size())) {
        leaf.complete(threads, canonical.weight());
      }
      return;
    }
    int first = properties.noSbRfCycle() ? -1 : cyclic.guesser(threads, trace);
    if (first < 0) {
      return;
    }
    int memory = trace.memoryOf(waitsFor(threads[first]));
    Set<Long> candidates =
        values.candidates(threads, trace, memory, first, !properties.noReadFromOwnFuture());
    if (values.overflow()) {
      limits.reached("the number of values that a read may be guessed to return");
    }
    for (long value : candidates) {
      take(first, value, -1);
    }
  }
}
