package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Updates;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.FaultException;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Work-items that have all come to one update of an object, such as the counter of a barrier or of
 * the groups that are done. Nobody else writes the object, and who reads it waits for the last
 * update. Whoever does not make the last one ends, or waits for it as well. Then the order of the
 * others does not matter: with each order the object has the same values, and who has read the last
 * knows of all. The order by number is enough, with each work-item as the last.
 */
final class EqualUpdates {
  /** The conduct of a work-item that has read a value, as far as nobody sees it. */
  private enum Conduct {
    /** It ends. */
    ENDS,
    /** It reads the object again. */
    READS,
    /** It has gone round a loop in which nothing changes. */
    REPEATS,
    /** It does something else. */
    ACTS
  }

  /**
   * Values that an update, and the read after it, take.
   *
   * @param then 0 for no second one
   */
  private record Values(long first, long then, boolean two) {}

  private final Stepper stepper;

  /** The conduct that is known of work-items, which are never changed once others share them. */
  private final Map<Item, Map<Values, Conduct>> known = new WeakHashMap<>();

  EqualUpdates(Stepper stepper) {
    this.stepper = stepper;
  }

  /** Work-items that have come to one update, and those that wait for its object. */
  private final class Meeting {
    private final Execution x;
    private final Item first;
    private final Op op;
    private final Cell cell;
    private final List<Integer> updating = new ArrayList<>();
    private final List<Integer> reading = new ArrayList<>();

    /** The values of the object before each update, and behind the last. */
    private final List<Long> values = new ArrayList<>();

    Meeting(Execution x, Item first) {
      this.x = x;
      this.first = first;
      op = first.op();
      cell = x.memory().cell(first.reading);
    }

    /** Finds the work-items; returns false if some other may access the object. */
    boolean gather(int last) {
      long object = Progress.target(x, first.reading);
      for (int i = 0; i < x.items(); i++) {
        Item item = x.item(i);
        boolean here = item.status == Item.Status.READING && item.reading == first.reading;
        if (here && item.op() == op && operand(item) == operand(first) && !item.refuses(last)) {
          updating.add(i);
        } else if (here && item.op().kind == Op.Kind.ATOMIC_LOAD && isWide(item.op())) {
          reading.add(i);
        } else if (((item.mayTouch(false, false) | item.mayWrite()) & object) != 0) {
          return false;
        }
      }
      return true;
    }

    private long operand(Item item) {
      return stepper.operand(item);
    }

    void value(long begin) {
      values.add(begin);
      for (int i = 0; i < updating.size(); i++) {
        values.add(
            Updates.of(
                ((AtomicRmw) op.source).op(),
                values.getLast(),
                operand(first),
                op.bits,
                op.floating));
      }
    }

    /** Returns whether those that wait do so until the last update. */
    boolean isAwaited() throws ExploreException {
      for (int i : reading) {
        for (long value : values.subList(0, updating.size())) {
          if (conduct(x, i, new Values(value, 0, false)) != Conduct.REPEATS) {
            return false;
          }
        }
      }
      return true;
    }

    /** Returns whether a work-item does nothing but wait, whichever update of some it makes. */
    boolean isSilent(int item, List<Long> results) throws ExploreException {
      for (long result : op.blind ? results.subList(0, Math.min(1, results.size())) : results) {
        Conduct conduct = conduct(x, item, new Values(result, 0, false));
        if (conduct == Conduct.ACTS || conduct == Conduct.REPEATS) {
          return false;
        }
        for (int k = 1; conduct == Conduct.READS && k < updating.size(); k++) {
          if (conduct(x, item, new Values(result, values.get(k), true)) != Conduct.REPEATS) {
            return false;
          }
        }
      }
      return true;
    }
  }

  private static boolean isWide(Op op) {
    return op.says().scope().compareTo(MemoryScope.DEVICE) >= 0;
  }

  /**
   * Returns who may make the next update, where a work-item has come to one; null if it matters who
   * does.
   *
   * @param last the last write of the object
   */
  @Nullable List<Integer> next(Execution x, int reader, int last) throws ExploreException {
    Item item = x.item(reader);
    boolean update = !item.readsPlainly() && item.op().source instanceof AtomicRmw;
    if (!update || !isWide(item.op())) {
      return null;
    }
    Meeting meeting = new Meeting(x, item);
    if (!meeting.gather(last) || meeting.updating.size() < 2) {
      return null;
    }
    meeting.value(meeting.cell.value(last));
    int size = meeting.updating.size();
    List<Long> results = meeting.values.subList(0, size - 1);
    boolean alike = true;
    for (int i : meeting.updating) {
      if (!meeting.isSilent(i, results)) {
        return null;
      }
      Conduct end = conduct(x, i, new Values(meeting.values.get(size - 1), 0, false));
      if (end == Conduct.REPEATS) {
        return null;
      }
      alike &= end != Conduct.ACTS;
    }
    return meeting.isAwaited() ? meeting.updating.subList(0, alike ? 1 : 2) : null;
  }

  private Conduct conduct(Execution x, int index, Values values) throws ExploreException {
    Item item = x.item(index);
    synchronized (known) {
      Conduct conduct = known.getOrDefault(item, Map.of()).get(values);
      if (conduct != null) {
        return conduct;
      }
    }
    Conduct conduct = tried(x, index, values);
    synchronized (known) {
      known.computeIfAbsent(item, i -> new HashMap<>()).put(values, conduct);
    }
    return conduct;
  }

  private Conduct tried(Execution x, int index, Values values) throws ExploreException {
    Execution trial = x.fork();
    trial.quiet();
    long address = trial.item(index).reading;
    Op update = trial.item(index).op();
    try {
      Conduct first = conduct(stepper.tried(trial, index, values.first()), trial, index, address);
      if (!values.two() || first != Conduct.READS) {
        return first;
      }
      Item item = trial.item(index);
      boolean known = !update.says().order().acquires() || item.op().says().order().acquires();
      return known
          ? conduct(stepper.tried(trial, index, values.then()), trial, index, address)
          : Conduct.ACTS; // it matters of whom it knows
    } catch (FaultException f) {
      return Conduct.ACTS;
    }
  }

  private static Conduct conduct(
      Stepper.@Nullable Stop stop, Execution x, int index, long address) {
    Item item = x.item(index);
    return switch (stop) {
      case null -> Conduct.ACTS;
      case ENDED -> item.status == Item.Status.ENDED ? Conduct.ENDS : Conduct.ACTS;
      case IDLE -> Conduct.REPEATS;
      case READ ->
          item.reading == address && item.op().kind == Op.Kind.ATOMIC_LOAD && isWide(item.op())
              ? Conduct.READS
              : Conduct.ACTS;
      default -> Conduct.ACTS;
    };
  }
}
