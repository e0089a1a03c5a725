package dev.barnacle.watch.internal.race.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The last stores to an atomic location, in modification order. */
final class StoreHistory {
  /** Stores that are kept beside the newest. */
  private static final int MOST = 8;

  /** From the oldest on, without the newest. */
  private final List<VisibleStore> older = new ArrayList<>(0);

  private VisibleStore newest = VisibleStore.unknown();

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
  void made(VisibleStore store) {
    newest = store;
  }

  /** Returns the newest store. */
  VisibleStore newest() {
    return newest;
  }

  /** Stores older than the newest can't be read any more. */
  void forgetOlder() {
    older.clear();
  }

  /** The location was overwritten by something else than an atomic operation on all of it. */
  void forget() {
    older.clear();
    newest = VisibleStore.unknown();
  }

  /** Notes that a load reads a store; null for the newest. */
  void readBy(PastAccess load, @Nullable VisibleStore store) {
    VisibleStore read = store == null ? newest : store;
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
  List<VisibleStore> readable(
      PastAccess load, Predicate<PastAccess> before, VisibleStore.Bounds bounds) {
    List<VisibleStore> readable = new ArrayList<>();
    VisibleStore next = newest;
    for (int i = older.size() - 1; i >= 0 && !next.hidesOlder(load, before, bounds); i--) {
      next = older.get(i);
      if (next.mayBeReadBy(load)) {
        readable.add(next);
      }
    }
    return readable;
  }

  /**
   * Returns the stores that one may come just before: by coherence it comes behind all that happen
   * before it, or of which a reading does.
   *
   * @param before tells of an access whether it happens before the store, or is of its work-item
   * @param bounds up to when seq_cst operations come before the store
   */
  List<VisibleStore> nextOf(
      PastAccess store, Predicate<PastAccess> before, VisibleStore.Bounds bounds) {
    List<VisibleStore> all = new ArrayList<>();
    VisibleStore next = newest;
    for (int i = older.size() - 1; i >= 0 && !next.hidesOlder(store, before, bounds); i--) {
      VisibleStore previous = older.get(i);
      PastAccess writer = next.writer();
      if (writer != null && !next.isUpdate() && !previous.released().goOn(writer)) {
        all.add(next);
      }
      next = previous;
    }
    return all;
  }

  /** Returns what the store publishes that one is going to follow which comes before another. */
  ReleaseSequences releasedBefore(VisibleStore next) {
    return older.get(place(next) - 1).released().copy();
  }

  /** A store was made that comes before another one. */
  void insert(VisibleStore store, VisibleStore next, long value, ReleaseSequences released) {
    store.ends(value, released);
    older.add(place(next), store);
    if (older.size() > MOST) {
      older.removeFirst();
    }
  }

  private int place(VisibleStore store) {
    return store == newest ? older.size() : older.indexOf(store);
  }
}
