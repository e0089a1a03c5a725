package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.BitSet;
import java.util.function.Predicate;

/**
 * The part of an execution that has happened at least, if some work-items stand still as early as
 * they can. All that the others did has happened, and with it what those read and synchronised
 * with.
 */
final class Standing {
  /** By the numbers of the events. */
  private final BitSet missing;

  private Standing(BitSet missing) {
    this.missing = missing;
  }

  /** Returns that nobody stands still: all has happened. */
  static Standing nobody() {
    return new Standing(new BitSet());
  }

  /** Returns that all but some work-items stand still. */
  static Standing but(Predicate<Place> some, Execution x) {
    BitSet missing = new BitSet();
    for (int i = 0; i < x.size(); i++) {
      missing.set(i, !some.test(x.item(x.event(i).item()).place));
    }
    return without(missing, x);
  }

  /** Returns the same where a write has happened too. */
  Standing with(Execution x, long address, int write) {
    int event = event(x, address, write);
    if (event < 0 || !missing.get(event)) {
      return this;
    }
    BitSet fewer = (BitSet) missing.clone();
    fewer.clear(event);
    return without(fewer, x);
  }

  /**
   * Returns what has happened if these events are missing, but for those that others need. The
   * events that one needs came before it, with lower numbers but for load buffering.
   */
  private static Standing without(BitSet missing, Execution x) {
    int before;
    do {
      before = missing.cardinality();
      for (int i = x.size() - 1; i >= 0; i--) {
        for (int k = 0; k < x.size() && !missing.get(i); k++) {
          if (needs(x.event(i), x.event(k))) {
            missing.clear(k);
          }
        }
      }
    } while (missing.cardinality() < before);
    return new Standing(missing);
  }

  private static boolean needs(Event later, Event e) {
    return (e.item() == later.item() && e.number() < later.number())
        || later.global().get(e.item()) >= e.time()
        || later.local().get(e.item()) >= e.time()
        || (later.from() >= 0 && later.address() == e.address() && later.from() == e.write());
  }

  /** Returns whether a write has happened. */
  boolean has(Execution x, long address, int write) {
    int event = event(x, address, write);
    return event < 0 || !missing.get(event);
  }

  /** The event of a write, -1 of the initial value. */
  private static int event(Execution x, long address, int write) {
    for (int i = 0; write > 0 && i < x.size(); i++) {
      if (x.event(i).write() == write && x.event(i).address() == address) {
        return i;
      }
    }
    return -1;
  }
}
