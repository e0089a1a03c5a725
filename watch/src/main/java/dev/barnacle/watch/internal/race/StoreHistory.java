package dev.barnacle.watch.internal.race;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last stores to an atomic location, in modification order, which is the order in which they
 * were made.
 */
final class StoreHistory {
  /** Stores that are kept beside the newest. */
  private static final int MOST = 8;

  /** From the oldest on, without the newest. */
  private final List<Store> older = new ArrayList<>(0);

  private Store newest = Store.unknown();

  /**
   * The newest store gets a successor, the next {@link #made}.
   *
   * @param value what it has stored
   * @param released what it publishes
   */
  void ends(long value, ReleaseSequences released) {
    newest.ends(value, released.copy());
    newest.isOld();
    if (older.size() == MOST) {
      older.removeFirst();
    }
    older.add(newest);
  }

  /** A store was made. */
  void made(Store store) {
    newest = store;
  }

  /** Stores older than the newest can't be read any more. */
  void forgetOlder() {
    older.clear();
  }

  /** The location was overwritten by something else than an atomic operation on all of it. */
  void forget() {
    older.clear();
    newest = Store.unknown();
  }

  /** Notes that a load reads a store; null for the newest. */
  void readBy(PastAccess load, @Nullable Store store) {
    Store read = store == null ? newest : store;
    if (read.readBy(load)) {
      older.subList(0, store == null ? older.size() : older.indexOf(store)).clear();
    }
  }

  /**
   * Returns the stores that a load may read, from the newest on, but without that: by coherence
   * none that is older than one that happens before the load, or of which a reading does.
   *
   * @param before tells of an access whether it happens before the load, or is of its work-item
   * @param bounds up to when seq_cst operations come before the load
   */
  List<Store> readable(PastAccess load, Predicate<PastAccess> before, Store.Bounds bounds) {
    List<Store> readable = new ArrayList<>();
    Store next = newest;
    for (int i = older.size() - 1; i >= 0 && !next.hidesOlder(load, before, bounds); i--) {
      next = older.get(i);
      if (next.mayBeReadBy(load)) {
        readable.add(next);
      }
    }
    return readable;
  }
}
