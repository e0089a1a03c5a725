package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.LoadBuffering;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The results so far; several threads may add to them. */
public final class Results {
  /**
   * A fault.
   *
   * @param executions in how many executions it was found, at least
   * @param weak whether none of them is one operation after another
   * @param execution one of them, to be drawn; null where nothing is drawn
   */
  public record Found(Fault fault, long executions, boolean weak, @Nullable Execution execution) {}

  /** A final content of memory. */
  private record State(long count, boolean weak, @Nullable Execution execution) {}

  private static final String STATE = "state ";

  private final Map<String, Found> faults = new TreeMap<>();

  /** Those of a search before, which was cut short: what it has found is so all the same. */
  private final @Nullable Results earlier;

  /** By what memory holds, a character a byte. */
  private final Map<String, State> states = new TreeMap<>();

  private final boolean traced;

  private final Set<String> limits = new LinkedHashSet<>();
  private final Runnable counted;

  /** The results of executions that the model may forbid. */
  private final Set<String> doubts = new LinkedHashSet<>();

  private long executions;
  private long firstFault;

  /**
   * Makes those of a search.
   *
   * @param traced whether executions are kept to be drawn
   * @param counted is told of each execution
   * @param earlier those of a search before, which was cut short; null if there is none
   */
  public Results(boolean traced, Runnable counted, @Nullable Results earlier) {
    this.traced = traced;
    this.counted = counted;
    this.earlier = earlier;
  }

  /** Returns those of another search that are kept and counted likewise, as it begins. */
  public Results another() {
    return new Results(traced, counted, null);
  }

  /** Takes a fault of an execution that the model allows. */
  public synchronized void fault(Fault fault, Execution x) {
    if (x.isDoubtful()) {
      doubts.add(key(fault));
      return;
    }
    Found known = faults.get(key(fault));
    boolean weak =
        (known == null || known.weak())
            && fault.kind() != ExplorationKind.HANG
            && Interleaving.isWeak(x, x.memory().cells());
    add(new Found(fault, 1, weak, traced ? x.fork() : null));
  }

  /** Takes a fault, and in how many executions it was found. */
  public synchronized void fault(Fault fault, long count) {
    add(new Found(fault, count, false, null));
  }

  /** Takes a final content of memory, and how many executions end with it. */
  public synchronized void state(byte[] memory, long count) {
    states.merge(
        new String(memory, StandardCharsets.ISO_8859_1),
        new State(count, false, null),
        (a, b) -> new State(a.count() + b.count(), false, null));
  }

  /** Counts executions. */
  public synchronized void executions(long count) {
    executions += count;
  }

  /** Takes what comes after each of some executions that end alike, which are counted already. */
  public void after(long count, Results next) {
    next.states((memory, times, weak, x) -> state(memory, count * times));
    next.faults().forEach(found -> fault(found.fault(), found.executions()));
    next.limits().forEach(this::limit);
    executions(count * (next.executions() - 1));
  }

  private static String key(Fault fault) {
    StringBuilder key = new StringBuilder(fault.kind().keyword());
    fault.parts().stream()
        .map(p -> String.valueOf(p.op().source.location()))
        .distinct()
        .sorted()
        .forEach(key::append);
    return key.toString();
  }

  private void add(Found found) {
    if (faults.isEmpty()) {
      firstFault = System.nanoTime();
    }
    faults.merge(
        key(found.fault()),
        found,
        (a, b) -> {
          Found first = order(a.fault(), b.fault()) <= 0 ? a : b;
          boolean weak = a.weak() && b.weak();
          long executions = a.executions() + b.executions();
          return new Found(first.fault(), executions, weak, first.execution());
        });
  }

  /** Compares two faults of the same places: that of the first work-items is shown. */
  private static int order(Fault a, Fault b) {
    int size = Math.min(a.parts().size(), b.parts().size());
    for (int i = 0; i < size; i++) {
      int items = Integer.compare(a.parts().get(i).item(), b.parts().get(i).item());
      if (items != 0) {
        return items;
      }
      int ops = Integer.compare(a.parts().get(i).op().number, b.parts().get(i).op().number);
      if (ops != 0) {
        return ops;
      }
    }
    return Integer.compare(a.parts().size(), b.parts().size());
  }

  synchronized void state(byte[] memory, Execution x, List<Cell> cells) {
    String key = new String(memory, StandardCharsets.ISO_8859_1);
    if (x.isDoubtful()) {
      doubts.add(STATE + key);
      return;
    }
    State known = states.get(key);
    boolean weak = (known == null || known.weak()) && Interleaving.isWeak(x, cells);
    states.merge(
        key,
        new State(1, weak, traced ? x.fork() : null),
        (a, b) -> new State(a.count() + 1, a.weak() && b.weak(), a.execution()));
  }

  synchronized void execution(Execution x) {
    if (!x.isDoubtful()) {
      executions++;
      counted.run();
      if (x.isCrossed()) {
        limits.add(LoadBuffering.BARRIER_LIMIT);
      }
    }
  }

  /**
   * Notes that not everything was looked at, if an execution that the model may forbid comes to
   * what no other comes to.
   *
   * @param reason why
   */
  public synchronized void settle(String reason) {
    for (String doubt : doubts) {
      boolean known =
          doubt.startsWith(STATE)
              ? allStates().containsKey(doubt.substring(STATE.length()))
              : allFaults().containsKey(doubt);
      if (!known) {
        limits.add(reason);
      }
    }
  }

  /** Adds the hangs that another search found, and why it did not look at everything. */
  public synchronized void addHangs(Results other) {
    for (Found found : other.faults()) {
      if (found.fault().kind() == ExplorationKind.HANG) {
        add(new Found(found.fault(), 1, false, found.execution()));
      }
    }
    limits.addAll(other.limits());
  }

  /** Notes why not everything is looked at. */
  public synchronized void limit(String reason) {
    limits.add(reason);
  }

  /** Returns whether executions are kept to be drawn. */
  public boolean isTraced() {
    return traced;
  }

  /** Returns whether a fault has been known for so long. */
  public synchronized boolean isLongFaulty(Duration limit) {
    if (earlier != null && earlier.isLongFaulty(limit)) {
      return true;
    }
    return !faults.isEmpty() && System.nanoTime() - firstFault >= limit.toNanos();
  }

  /** Notes that the search was stopped since a fault is known. */
  public synchronized void endedByFault() {
    if (limits.remove(Outcome.STOPPED)) {
      limits.add("it ended a while after the first fault");
    }
  }

  /** Forgets of all results whether they are known of such executions alone. */
  public synchronized void forgetWeak() {
    faults.replaceAll((k, f) -> new Found(f.fault(), f.executions(), false, f.execution()));
    states.replaceAll((k, s) -> new State(s.count(), false, s.execution()));
    if (earlier != null) {
      earlier.forgetWeak();
    }
  }

  /** Returns whether there are executions whose final states do not count. */
  public synchronized boolean isFaulty() {
    return !faults.isEmpty();
  }

  /** Returns the faults. */
  public synchronized List<Found> faults() {
    return new ArrayList<>(allFaults().values());
  }

  private synchronized Map<String, Found> allFaults() {
    Map<String, Found> all = earlier == null ? new TreeMap<>() : earlier.allFaults();
    all.putAll(faults);
    return all;
  }

  private synchronized Map<String, State> allStates() {
    Map<String, State> all = earlier == null ? new TreeMap<>() : earlier.allStates();
    all.putAll(states);
    return all;
  }

  /** Takes a final content of memory. */
  @FunctionalInterface
  public interface StateTaker {
    /** Takes it with how often it was found, and whether no run comes to it. */
    void take(byte[] memory, long count, boolean weak, @Nullable Execution execution);
  }

  /** Gives the final contents of memory, and how often each was found. */
  public synchronized void states(StateTaker taker) {
    allStates()
        .forEach(
            (text, s) ->
                taker.take(
                    text.getBytes(StandardCharsets.ISO_8859_1),
                    s.count(),
                    s.weak(),
                    s.execution()));
  }

  /** Returns why not every execution was looked at; empty if all were. */
  public synchronized List<String> limits() {
    return new ArrayList<>(limits);
  }

  /** Returns the number of executions that came to an end or to a fault. */
  public synchronized long executions() {
    return executions;
  }
}
