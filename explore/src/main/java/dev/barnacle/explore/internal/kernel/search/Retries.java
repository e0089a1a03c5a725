package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.FaultException;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.ItemContent;
import dev.barnacle.explore.internal.kernel.item.MemoryRules;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.explore.internal.kernel.item.Writes;
import dev.barnacle.explore.internal.kernel.state.Outlook;
import dev.barnacle.ir.AtomicCompareExchange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads after which a work-item comes to a compare-exchange of what it has loaded, and to another
 * one where that fails. An execution in which it fails stands for nothing new, if the work-item
 * then holds and does the same as after a load of what the compare-exchange has read: there is an
 * execution in which the load reads that at once, and in which no more happens before. So the
 * compare-exchange need not fail, and the load need not read what somebody else has replaced
 * (Kokologiannakis and Vafeiadis, "BAM", FMCAD 2021, have such rounds of loops as well).
 *
 * <p>Whether it holds the same is found by trying, for all values that the object is seen to have.
 */
final class Retries implements Outlook {
  /** The place that a work-item comes to which has read a value. */
  @SuppressWarnings("ArrayRecordComponent") // never changed once made
  private record Outcome(
      Execution x, Stepper.Stop how, boolean exchanges, long stored, long[] content) {
    boolean isSame(Outcome other) {
      return how == other.how
          && exchanges == other.exchanges
          && stored == other.stored
          && Arrays.equals(content, other.content);
    }

    boolean ends() {
      return how == Stepper.Stop.ENDED && stored == 0;
    }
  }

  /** A work-item that has come to a read for the so-manieth time. */
  private record Known(long arrivals, Start start) {}

  /** The content of a work-item. */
  private record Key(int item, List<Long> content) {}

  private final Stepper stepper;
  private final Map<Key, Start> starts = new HashMap<>();
  private final Map<Long, List<Long>> values = new HashMap<>();

  /** The work-items that were looked at, which do not change once others share them. */
  private final Map<Item, Known> known = new WeakHashMap<>();

  private boolean exchanging;
  private boolean wrong;

  Retries(Stepper stepper) {
    this.stepper = stepper;
  }

  /** A work-item at a load. */
  private final class Start {
    private final Execution x;
    private final int index;
    private final Op load;
    private final List<Long> seen;
    private final boolean always;
    private final Map<Long, Outcome> outcomes = new HashMap<>();
    private int checked;
    private boolean used;
    private boolean failed;
    private boolean leaves;

    Start(Execution x, int index, List<Long> seen) {
      this.x = x.fork();
      this.x.quiet();
      this.index = index;
      this.load = x.item(index).op();
      this.seen = seen;
      this.always = isAlwaysUpdated(x, x.memory().cell(x.item(index).reading));
    }

    /** Tries the values that were seen since. */
    void check() {
      while (!failed && checked < seen.size()) {
        long value = seen.get(checked++);
        Outcome now = tried(x, value, false);
        failed = now == null || !isFit(now);
        if (now != null && !failed) {
          outcomes.put(value, now);
          leaves |= !now.exchanges() && !now.ends();
          failed = !isAgain(now, value);
        }
      }
      wrong |= failed && used;
    }

    private boolean isAgain(Outcome now, long value) {
      for (Map.Entry<Long, Outcome> other : outcomes.entrySet()) {
        if (!isSame(now, value, other.getValue(), other.getKey())
            || !isSame(other.getValue(), other.getKey(), now, value)) {
          return false;
        }
      }
      return true;
    }

    /**
     * Returns whether a compare-exchange of one value that reads another comes to the same as the
     * load of that.
     */
    private boolean isSame(Outcome from, long expected, Outcome to, long value) {
      if (!from.exchanges()) {
        return true;
      }
      boolean spurious = expected == value;
      if (spurious && !isWeak(from.x().item(index).op())) {
        return true;
      }
      Outcome again = tried(from.x(), value, spurious);
      if (again == null || (spurious && again.how() == Stepper.Stop.IDLE)) {
        return again != null; // nothing has changed
      }
      return again.isSame(to) && (to.exchanges() || from.stored() == 0);
    }

    private boolean isWeak(Op op) {
      return op.source instanceof AtomicCompareExchange c && c.weak();
    }

    private @Nullable Outcome tried(Execution before, long value, boolean spurious) {
      Execution trial = before.fork();
      trial.quiet();
      try {
        Stepper.Stop how = stepper.tried(trial, index, value, spurious);
        Item item = trial.item(index);
        if (item.stretch.noticed() || trial.isFaulty()) {
          return null;
        }
        boolean exchanges =
            how == Stepper.Stop.READ
                && item.op().kind == Op.Kind.COMPARE_EXCHANGE
                && item.reading == x.item(index).reading
                && stepper.operand(item) == value;
        return new Outcome(trial, how, exchanges, item.stretch.stores(), content(trial, item));
      } catch (FaultException | ExploreException e) {
        return null;
      }
    }

    /** Returns whether what happens before is no more if the compare-exchange does not fail. */
    private boolean isFit(Outcome now) {
      if (!now.exchanges()) {
        return true;
      }
      Op exchange = now.x().item(index).op();
      MemoryStrength says = exchange.says();
      boolean acquires = load.says().order().acquires();
      return says.scope() == load.says().scope()
          && (now.stored() == 0 || !(acquires || says.failureOrder().acquires()))
          && (!acquires || (says.order().acquires() && says.failureOrder().acquires()));
    }
  }

  private static long[] content(Execution x, Item item) {
    if (item.isOver()) {
      return new long[] {item.status.name().hashCode()};
    }
    List<Long> words = new ArrayList<>();
    ItemContent.write(x, item, false, words::add);
    return words.stream().mapToLong(w -> w).toArray();
  }

  /** Returns whether a compare-exchange has turned out to be one that fails to some end. */
  synchronized boolean isWrong() {
    return wrong;
  }

  /** Returns whether there are such compare-exchanges. */
  synchronized boolean isUsed() {
    return exchanging;
  }

  /** Returns whether a work-item that reads a write comes to a compare-exchange of it. */
  synchronized boolean exchanges(Execution x, int index, int write) {
    Start start = write < 0 ? null : at(x, index);
    Outcome outcome =
        start == null
            ? null
            : start.outcomes.get(x.memory().cell(x.item(index).reading).value(write));
    exchanging |= outcome != null && outcome.exchanges();
    return outcome != null && outcome.exchanges();
  }

  @Override
  public synchronized boolean isVain(Execution x, int index, int write) {
    Start start = at(x, index);
    if (start == null || start.leaves) {
      return false;
    }
    Cell cell = x.memory().cell(x.item(index).reading);
    if (cell.isLast(write)) {
      return false;
    }
    Outcome outcome = start.outcomes.get(cell.value(write));
    Outcome last = start.outcomes.get(cell.value(cell.lastOf(0)));
    return outcome != null && (outcome.exchanges() || (last != null && last.ends()));
  }

  /** Returns what is known of a work-item at a load; null if it is at none of these. */
  private @Nullable Start at(Execution x, int index) {
    Item item = x.item(index);
    if (item.status != Item.Status.READING
        || item.op().kind != Op.Kind.ATOMIC_LOAD
        || item.readsPlainly()
        || item.revisit != null
        || x.isFaulty()) {
      return null;
    }
    Cell cell = x.memory().cell(item.reading);
    if (cell.chains() != 1) {
      return null;
    }
    Start start = start(x, index, cell);
    if (!start.always && !isUpdated(x, cell)) {
      return null;
    }
    start.check();
    start.used |= !start.failed;
    return start.failed ? null : start;
  }

  private Start start(Execution x, int index, Cell cell) {
    Item item = x.item(index);
    Known last = known.get(item);
    if (last != null && last.arrivals() == item.choices) {
      return last.start();
    }
    for (int w = 0; w < cell.writes(); w++) {
      note(cell.address, cell.value(w));
    }
    List<Long> content = new ArrayList<>();
    ItemContent.write(x, item, false, content::add);
    Start start =
        starts.computeIfAbsent(
            new Key(index, content), k -> new Start(x, index, values(cell.address)));
    known.put(item, new Known(item.choices, start));
    return start;
  }

  private List<Long> values(long address) {
    return values.computeIfAbsent(address, a -> new ArrayList<>());
  }

  /** Notes that an object has a value. */
  synchronized void note(long address, long value) {
    List<Long> seen = values(address);
    if (!seen.contains(value)) {
      seen.add(value);
    }
  }

  /** Returns whether an object is stored to, or accessed plainly, at no time. */
  private static boolean isAlwaysUpdated(Execution x, Cell cell) {
    long set = set(x, cell);
    for (int i = 0; i < x.items(); i++) {
      if ((Writes.ever(x.item(i)) & set) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether it is no more. */
  private static boolean isUpdated(Execution x, Cell cell) {
    long set = set(x, cell);
    for (int i = 0; i < x.items(); i++) {
      if (((x.item(i).mayStore() | x.item(i).mayAccessPlainly()) & set) != 0) {
        return false;
      }
    }
    return Arrays.stream(cell.events()).noneMatch(Event::plain);
  }

  private static long set(Execution x, Cell cell) {
    int number = Address.object(cell.address);
    return MemoryRules.set(Objects.requireNonNull(x.memory().object(number)));
  }
}
