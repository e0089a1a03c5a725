package dev.barnacle.watch.internal.race;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A store to an atomic location that a load may read, and who has read it. */
public final class Store {
  /** Work-items that have read it, which are told apart at most. */
  private static final int MOST_READERS = 64;

  /** How often a work-item reads it at most when it is not the newest: so spin loops end. */
  private static final int MOST_READINGS = 3;

  /** When a seq_cst fence that has not come comes. */
  static final class Moment {
    static final Moment NEVER = new Moment();

    private long time = Long.MAX_VALUE;

    void is(long now) {
      time = now;
    }
  }

  /**
   * Up to when seq_cst operations of others come, in the order S, before what a work-item does.
   *
   * @param group those of its work-group
   * @param others those of other ones, of a scope that includes it
   */
  record Bounds(long group, long others) {
    static final Bounds NONE = new Bounds(0, 0);
  }

  /** A work-item's first reading, and how many there were. */
  private static final class Reader {
    final PastAccess first;
    int readings = 1;

    Reader(PastAccess first) {
      this.first = first;
    }
  }

  /** Who made it; null for the host, an initialiser or a write that is not atomic. */
  private final @Nullable PastAccess writer;

  /**
   * When the store, if it is seq_cst, or else the first seq_cst fence behind it was in the order S.
   */
  private final Moment sequenced;

  /** The same of a scope that includes other work-groups. */
  private final Moment sequencedForOthers;

  private final List<Reader> readers = new ArrayList<>(2);
  private boolean crowded;
  private long value;
  private ReleaseSequences released = new ReleaseSequences();

  Store(@Nullable PastAccess writer, Moment sequenced, Moment sequencedForOthers) {
    this.writer = writer;
    this.sequenced = sequenced;
    this.sequencedForOthers = sequencedForOthers;
  }

  /** Returns a store of nobody in the launch. */
  static Store unknown() {
    return new Store(null, Moment.NEVER, Moment.NEVER);
  }

  /** Another store follows. */
  void ends(long stored, ReleaseSequences published) {
    value = stored;
    released = published;
  }

  /** Returns what it has stored, in the low bytes; only of a store that others follow. */
  public long value() {
    return value;
  }

  /** Returns what it publishes; only of a store that others follow. */
  ReleaseSequences released() {
    return released;
  }

  @Nullable PastAccess writer() {
    return writer;
  }

  /**
   * Tells whether a load can't read an older store: this one, or a reading of it, happens before
   * it, or comes before it in the order S.
   *
   * @param before tells of an access whether it happens before the load, or is of its work-item
   */
  boolean hidesOlder(PastAccess load, Predicate<PastAccess> before, Bounds bounds) {
    if (writer != null && (before.test(writer) || isSequenced(writer, load, bounds))) {
      return true;
    }
    for (Reader reader : readers) {
      if (before.test(reader.first)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSequenced(PastAccess by, PastAccess load, Bounds bounds) {
    return by.group() == load.group()
        ? sequenced.time <= bounds.group()
        : sequencedForOthers.time <= bounds.others();
  }

  /** Tells whether a work-item may read it although others follow. */
  boolean mayBeReadBy(PastAccess load) {
    return !crowded
        && readers.stream().noneMatch(r -> r.first.sameItem(load) && r.readings >= MOST_READINGS);
  }

  /** Notes a reading; tells whether there are too many now to know of them all. */
  boolean readBy(PastAccess load) {
    for (Reader reader : readers) {
      if (reader.first.sameItem(load)) {
        reader.readings++;
        return false;
      }
    }
    if (readers.size() == MOST_READERS) {
      crowded = true;
      return true;
    }
    readers.add(new Reader(load));
    return false;
  }

  /** Others follow from now on: readings count anew. */
  void isOld() {
    readers.forEach(r -> r.readings = 0);
  }
}
