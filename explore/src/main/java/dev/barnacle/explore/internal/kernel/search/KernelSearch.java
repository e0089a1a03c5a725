package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.AtomicAccess;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.FaultException;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Rounds;
import dev.barnacle.explore.internal.kernel.item.Sequences;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.explore.internal.kernel.item.UnequalSizes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds every execution: every choice of the write that each read of an atomic object reads from,
 * once. Work-items run by themselves up to such a read. It then reads from a write that is there,
 * or waits for one that is still to come; each new write is offered to those that wait. Reads-from
 * is all that is chosen (Abdulla et al., "Optimal stateless model checking for reads-from
 * equivalence under sequential consistency", OOPSLA 2019, go by the same equivalence): plain reads
 * have one visible write where there is no data race, and modification order is left open until
 * something depends on it. A round of a loop that changes nothing is not looked at: a round that
 * reads another write takes its place (Kokologiannakis et al., "Dynamic partial order reductions
 * for spinloops", FMCAD 2021).
 */
public final class KernelSearch {
  private static final String ROUNDS = "a loop goes round more often than --unroll says";

  private final Stepper stepper;
  private final AtomicAccess atomic;
  private final Meetings meetings;
  private final BlindUpdates blind;
  private final EqualUpdates equal;
  private final Waiting waiting;
  private final Hang hang;
  private final Twins twins;
  private final CommandQueue queue;
  private final Revisits revisits;
  private final Outcomes ending;
  private final SequentialOrder order;
  private final Results results;
  private final SearchLimits limits;
  private final @Nullable SeenStates seen;
  private final @Nullable Retries retries;

  /**
   * Makes a search.
   *
   * @param results what is found is added to it
   */
  public KernelSearch(
      Stepper stepper,
      SequentialOrder order,
      SearchRules rules,
      Results results,
      SearchLimits limits) {
    this.limits = limits;
    this.seen = rules.seen();
    this.blind = rules.blind();
    this.stepper = stepper;
    this.retries = seen == null ? null : seen.retries(stepper);
    this.equal = new EqualUpdates(stepper);
    this.atomic = stepper.atomic();
    this.meetings = new Meetings(stepper);
    this.waiting = rules.waiting();
    this.twins = rules.twins();
    this.queue = rules.queue();
    this.hang = new Hang(stepper, order);
    this.ending =
        new Outcomes(new FinalMemory(rules.observed(), order), hang, rules.waiting(), results);
    this.order = order;
    this.results = results;
    this.revisits = new Revisits(stepper, order, results);
  }

  /**
   * Searches all that comes of an execution.
   *
   * @throws ExploreException if a work-item does what cannot be explored
   */
  public void run(Execution root) throws ExploreException {
    new SharedSearch(limits, this::children, results).run(root);
    if (seen != null && seen.isCyclic()) {
      results.limit(ROUNDS);
    }
  }

  /** Returns what may come of an execution; its faults are noted. */
  private List<Execution> children(Execution x) throws ExploreException {
    List<Execution> children = new ArrayList<>();
    if (seen != null && x.isBuffering()) {
      return children; // all of it is done again
    }
    try {
      children.addAll(expand(x));
    } catch (FaultException f) {
      ended(f.fault(), x, children);
    } catch (UnequalSizes.Unexplored e) {
      results.limit(UnequalSizes.LIMIT);
    }
    revisits.add(x, children);
    return children;
  }

  /**
   * Takes a fault with which an execution ends.
   *
   * @param x may be one that modification order forbids
   * @param children the executions that are to be looked at besides
   */
  private void ended(Fault fault, Execution x, List<Execution> children) {
    if (x.isOpen()) {
      revisits.hold(fault, x, children);
    } else if (order.isPossible(x, x.memory().cells())) {
      results.fault(fault, x);
      results.execution(x);
    }
  }

  /** Runs an execution up to the next choice and returns what may come of it. */
  private List<Execution> expand(Execution x) throws FaultException, ExploreException {
    int last = 0;
    while (true) {
      if (x.hasOffer()) {
        return revisits.offer(x);
      }
      int actor = x.size() == 0 ? -1 : x.event(x.size() - 1).item();
      if (actor >= 0 && actor < x.items() && x.item(actor).undecided && !isToBegin(x)) {
        return choose(x, first(x, actor)); // it comes to where it waits before others do anything
      }
      int offered = x.offers().next();
      if (offered >= 0) {
        lonely(x); // before others keep waiting for no other write
        List<Execution> children = offer(x, offered);
        if (children != null) {
          return children;
        }
        continue;
      }
      int ready = ready(x, last);
      if (ready >= 0) {
        last = ready;
        Stepper.Stop how = stepper.run(x, ready);
        if (how == Stepper.Stop.IDLE || isStopped(how)) {
          return List.of();
        }
        continue;
      }
      if (!waiting.isFair() && meetings.meetWhole(x)) {
        continue; // before others keep it from what it may do next, and wait for
      }
      lonely(x);
      int reader = reader(x);
      if (reader >= 0) {
        return choose(x, first(x, reader));
      }
      if (!meetings.meet(x) && !queue.begin(x)) {
        if (!x.isOpen()) {
          ending.end(x);
        }
        return List.of();
      }
    }
  }

  /** Notes that those who alone are sure to come further wait for ever, if they do. */
  private void lonely(Execution x) throws ExploreException {
    Fault lonely = x.isOpen() ? null : waiting.lonely(x, hang);
    if (waiting.isCut()) {
      results.limit(Waiting.LIMIT);
    }
    if (lonely != null && order.isPossible(x, x.memory().cells())) {
      results.fault(lonely, x);
    }
  }

  /** Returns whether a work-item is to begin first, so that it is known where each stands. */
  private boolean isToBegin(Execution x) {
    for (int i = 0; seen != null && i < x.items(); i++) {
      if (x.item(i).status == Item.Status.READY && !x.item(i).acted) {
        return true;
      }
    }
    return false;
  }

  /** Returns a work-item that can run, -1 if there is none; those from one on come first. */
  private static int ready(Execution x, int from) {
    for (int i = 0; i < x.items(); i++) {
      int index = i < x.items() - from ? from + i : i - (x.items() - from);
      if (x.item(index).status == Item.Status.READY) {
        return index;
      }
    }
    return -1;
  }

  /** Returns whether a bound was reached, which is noted. */
  private boolean isStopped(Stepper.Stop how) {
    if (how == Stepper.Stop.BOUND) {
      results.limit(ROUNDS);
      return true;
    }
    if (how == Stepper.Stop.PAUSE && limits.stop().getAsBoolean()) {
      results.limit(Outcome.STOPPED);
      return true;
    }
    return false;
  }

  /** Returns the work-item whose choice comes next, -1 for none. */
  private static int reader(Execution x) {
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).undecided) {
        return i;
      }
    }
    return -1;
  }

  /** Returns who chooses first: one whose read need not wait, where there is one. */
  private int first(Execution x, int reader) {
    if (Progress.isWritten(x, reader, stepper.writes())) {
      for (int i = 0; i < x.items(); i++) {
        if (x.item(i).undecided && !Progress.isWritten(x, i, stepper.writes())) {
          return i;
        }
      }
    }
    return reader;
  }

  /** Every write that a read may read from, and that it waits for another. */
  private List<Execution> choose(Execution x, int reader) throws ExploreException {
    List<Execution> children = new ArrayList<>();
    if (seen != null && !seen.add(x, -1)) {
      return children;
    }
    int only = blind.onlyWrite(x, x.item(reader));
    if (only >= 0) {
      take(x, reader, only, children);
      return children;
    }
    if (seen != null && inOrder(x, reader, children)) {
      return children;
    }
    revisits.begin(x, reader);
    List<Integer> alike = twins.of(x, reader);
    List<Integer> idle = new ArrayList<>();
    List<Integer> taken = new ArrayList<>();
    for (int choice : atomic.candidates(x, x.item(reader))) {
      if (x.item(reader).refuses(choice) || isVain(x, reader, choice)) {
        continue;
      }
      Execution child = x.fork();
      refuse(child, alike, taken);
      if (take(child, reader, choice, children)) {
        idle.add(choice < 0 ? ~choice : choice);
      } else {
        taken.add(choice);
      }
    }
    if (!x.item(reader).readsPlainly() && mayAwait(x, reader, taken)) {
      Item item = x.own(reader);
      item.await(x.size());
      idle.forEach(item::addIdle);
      refuse(x, alike, taken);
      if (new Progress(x, queue, stepper.writes()).isHopeful()) {
        children.add(x);
      }
    }
    return children;
  }

  /** Notes the value that a read-modify-write has written. */
  private void note(Execution x, int reader) {
    Event last = x.event(x.size() - 1);
    if (retries != null && last.write() >= 0 && last.item() == reader) {
      retries.note(last.address(), x.memory().cell(last.address()).value(last.write()));
    }
  }

  private boolean isVain(Execution x, int reader, int choice) {
    return retries != null && choice >= 0 && retries.isVain(x, reader, choice);
  }

  /**
   * Returns whether a read may still wait: for another write, or for ever as the last one lets its
   * loop go round.
   *
   * @param taken the writes with which its work-item goes on
   */
  private boolean mayAwait(Execution x, int reader, List<Integer> taken) {
    if (!waiting.isFair()) {
      return true;
    }
    if (Progress.isWritten(x, reader, stepper.writes())) {
      return true;
    }
    Cell cell = x.memory().cell(x.item(reader).reading);
    for (int write = 0; write < cell.writes(); write++) {
      if (cell.mayBeFinal(write) && !taken.contains(write)) {
        return !isStale(x, reader);
      }
    }
    return false;
  }

  /** Returns whether a work-item has read what is not the last in this round of its loop. */
  private static boolean isStale(Execution x, int index) {
    int left = Rounds.reads(x.item(index));
    for (int i = x.size() - 1; i >= 0 && left > 0; i--) {
      Event e = x.event(i);
      if (e.item() == index && e.from() >= 0 && !e.plain()) {
        left--;
        if (!x.memory().cell(e).mayBeFinal(e.from()) && e.write() < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Lets one update after the other be made, if no other order matters; else returns false. */
  private boolean inOrder(Execution x, int reader, List<Execution> children)
      throws ExploreException {
    Item item = x.item(reader);
    if (item.readsPlainly()) {
      return false;
    }
    int last = BlindUpdates.last(x, item);
    boolean fixed = last < 0 || BlindUpdates.isRacy(x, item, Progress.target(x, item.reading));
    List<Integer> next = fixed ? null : equal.next(x, reader, last);
    if (next == null) {
      return false;
    }
    for (int index : next) {
      take(x.fork(), index, last, children);
    }
    return true;
  }

  /** Those that are like a work-item need not choose what it has chosen in another execution. */
  private static void refuse(Execution x, List<Integer> alike, List<Integer> choices) {
    for (int twin : alike) {
      for (int choice : choices) {
        x.own(twin).refuse(choice);
      }
    }
  }

  /**
   * A write is offered to a work-item that waits.
   *
   * @return what may come of it; null if it goes on waiting and nothing else may be
   */
  private @Nullable List<Execution> offer(Execution x, int reader) throws ExploreException {
    if (isVain(x, reader, x.offers().offered())) {
      return null;
    }
    List<Execution> children = new ArrayList<>();
    List<Integer> alike = twins.of(x, reader);
    List<Integer> taken = new ArrayList<>();
    boolean idle = false;
    if (!x.item(reader).refuses(x.offers().offered())) {
      idle = take(x.fork(), reader, x.offers().offered(), children);
      if (!idle) {
        taken.add(x.offers().offered());
      }
    }
    if (x.item(reader).op().kind == Op.Kind.COMPARE_EXCHANGE) {
      idle |= takeSpuriously(x, reader, alike, taken, children);
    }
    if (seen != null && !children.isEmpty()) {
      if (!seen.add(x, reader)) {
        return List.of();
      }
      children.forEach(child -> child.state(x.state()));
    }
    if (idle) {
      x.own(reader).addIdle(x.offers().offered());
    }
    refuse(x, alike, taken);
    boolean hopeful =
        mayAwait(x, reader, taken) && new Progress(x, queue, stepper.writes()).isHopeful();
    if (children.isEmpty() && hopeful) {
      return null;
    }
    if (hopeful) {
      children.add(x);
    }
    return children;
  }

  private boolean takeSpuriously(
      Execution x, int reader, List<Integer> alike, List<Integer> taken, List<Execution> children)
      throws ExploreException {
    int choice = ~x.offers().offered();
    for (int candidate : atomic.candidates(x, x.item(reader))) {
      if (candidate == choice && !x.item(reader).refuses(choice)) {
        Execution child = x.fork();
        refuse(child, alike, taken);
        boolean idle = take(child, reader, choice, children);
        if (!idle) {
          taken.add(choice);
        }
        return idle;
      }
    }
    return false;
  }

  /**
   * Has a read take a write, and its work-item run on.
   *
   * @return whether it went round a loop in which nothing changed
   */
  private boolean take(Execution x, int reader, int choice, List<Execution> children)
      throws ExploreException {
    boolean idle = false;
    for (Execution each : Sequences.split(x, reader, choice < 0 ? ~choice : choice)) {
      idle = run(each, reader, choice, children);
    }
    return idle;
  }

  private boolean run(Execution x, int reader, int choice, List<Execution> children)
      throws ExploreException {
    try {
      boolean exchanges = retries != null && retries.exchanges(x, reader, choice);
      if (!atomic.perform(x, x.own(reader), choice) || !order.isConsistent(x)) {
        return false;
      }
      note(x, reader);
      Stepper.Stop how = stepper.run(x, reader);
      if (exchanges && how == Stepper.Stop.READ) {
        if (!atomic.perform(x, x.own(reader), choice) || !order.isConsistent(x)) {
          return false;
        }
        note(x, reader);
        how = stepper.run(x, reader);
      }
      if (how == Stepper.Stop.IDLE) {
        revisits.add(x, children);
        return true;
      }
      if (!isStopped(how)) {
        children.add(x);
        return false;
      }
    } catch (FaultException f) {
      ended(f.fault(), x, children);
    }
    revisits.add(x, children);
    return false;
  }
}
