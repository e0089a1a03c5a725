package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.shadow.StoreChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A store to an atomic location that a load may read, and who has read it. */
public final class VisibleStore implements StoreChoice {
  /** Work-items that have read it, which are told apart at most. */
  private static final int MOST_READERS = 64;

  /** The most reads of it by a work-item when it is not the newest: so spin loops end. */
  private static final int MOST_READINGS = 3;

  /** The time of a seq_cst fence, which is set when the fence comes. */
  static final class Moment {
    static final Moment NEVER = new Moment();

    private long time = Long.MAX_VALUE;

    void is(long now) {
      time = now;
    }
  }

  /** Scopes that are told apart where seq_cst operations have an order: that of their number. */
  static final int SCOPES = 3;

  /** Returns the number of a scope; none of that of a work-item, which includes no other. */
  static OptionalInt number(@Nullable MemoryScope scope) {
    return switch (scope) {
      case SUB_GROUP -> OptionalInt.of(0);
      case WORK_GROUP -> OptionalInt.of(1);
      case DEVICE, ALL_SVM_DEVICES -> OptionalInt.of(2);
      case WORK_ITEM -> OptionalInt.empty();
      case null -> OptionalInt.empty();
    };
  }

  /** Up to when seq_cst operations of each scope come, in the order S, before a work-item's. */
  static final class Bounds {
    static final Bounds NONE = new Bounds(new long[SCOPES]);

    private final long[] times;

    private Bounds(long[] times) {
      this.times = times;
    }

    /** Returns the same with another time for a scope. */
    Bounds with(@Nullable MemoryScope scope, long time) {
      OptionalInt number = number(scope);
      if (number.isEmpty()) {
        return this;
      }
      long[] changed = times.clone();
      changed[number.getAsInt()] = time;
      return new Bounds(changed);
    }

    /** Returns the same where all scopes mean the same, as they do in local memory. */
    Bounds widest() {
      long[] widest = new long[SCOPES];
      Arrays.fill(widest, Arrays.stream(times).max().orElseThrow());
      return new Bounds(widest);
    }
  }

  /** A work-item's first reading, and how many there were. */
  private static final class Reader {
    final PastAccess first;
    int readings = 1;

    Reader(PastAccess first) {
      this.first = first;
    }
  }

  /** The access that made it; null for the host, an initialiser or a write that is not atomic. */
  private final @Nullable PastAccess writer;

  /**
   * The moments in the order S, for each scope: of the store, if it is seq_cst, or else of the
   * first seq_cst fence after it.
   */
  private final List<Moment> sequenced;

  private final List<Reader> readers = new ArrayList<>(2);
  private boolean crowded;
  private long value;
  private ReleaseSequences released = new ReleaseSequences();
  private @Nullable ReleaseStore publication;

  VisibleStore(@Nullable PastAccess writer, List<Moment> sequenced) {
    this.writer = writer;
    this.sequenced = List.copyOf(sequenced);
  }

  /** Returns a store of nobody in the launch. */
  static VisibleStore unknown() {
    return new VisibleStore(null, Collections.nCopies(SCOPES, Moment.NEVER));
  }

  /** Another store follows. */
  void ends(long stored, ReleaseSequences published) {
    value = stored;
    released = published;
  }

  /** Returns what it has stored, in the low bytes; only of a store that others follow. */
  @Override
  public long value() {
    return value;
  }

  /** Returns what it publishes; only of a store that others follow. */
  ReleaseSequences released() {
    return released;
  }

  /** Returns whether it is a read-modify-write, which follows the store that it reads. */
  boolean isUpdate() {
    return writer != null && writer.mode().kind == AccessKind.ATOMIC_UPDATE;
  }

  /** Returns the write, for reports; null where it is not known. */
  @Nullable ReleaseStore publication() {
    return publication;
  }

  void publishes(@Nullable ReleaseStore write) {
    publication = write;
  }

  @Nullable PastAccess writer() {
    return writer;
  }

  /**
   * Returns whether a load can't read an older store: this one, or a reading of it, happens before
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

  /**
   * Returns whether seq_cst operations put it before. Only those with inclusive scopes have an
   * order: of one scope (or of two, where they may differ), and in one instance of the narrower
   * one.
   */
  private boolean isSequenced(PastAccess by, PastAccess load, Bounds bounds) {
    boolean mayDiffer = load.group().scopesMayDiffer();
    for (int own = 0; own < SCOPES; own++) {
      for (int others = 0; others < SCOPES; others++) {
        if ((own == others || mayDiffer)
            && isOfOne(Math.min(own, others), by, load)
            && sequenced.get(own).time <= bounds.times[others]) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isOfOne(int scope, PastAccess a, PastAccess b) {
    return scope == 2 || (scope == 1 ? a.group() == b.group() : a.sameSubGroup(b));
  }

  /** Returns whether a work-item may read it although others follow. */
  boolean mayBeReadBy(PastAccess load) {
    return !crowded
        && readers.stream().noneMatch(r -> r.first.sameItem(load) && r.readings >= MOST_READINGS);
  }

  /** Notes a reading; returns whether there are too many now to know of them all. */
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
