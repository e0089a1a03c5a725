package dev.barnacle.watch.internal.race.access;

import dev.barnacle.ir.MemoryScope;
import org.jspecify.annotations.Nullable;

/**
 * A synchronisation that would have ordered the two accesses of a race but for one thing.
 *
 * @param kind what it lacks
 * @param release scope of the release, or of the fence that is none, where it is known
 * @param acquire scope of the acquire, where the two differ
 * @param write place of the write that the later work-item, or one that it is ordered behind, has
 *     read; -1 where it is not known
 * @param read place of the atomic operation that has read it; -1 where it is not known
 * @param local whether the location that was written and read is in local memory
 * @param noAcquire whether an acquire is missing beside what the kind says
 * @param own whether the write is known to be of the work-item of the first access
 */
public record NearMiss(
    Kind kind,
    @Nullable MemoryScope release,
    @Nullable MemoryScope acquire,
    int write,
    int read,
    boolean local,
    boolean noAcquire,
    boolean own) {
  /** The defect of a synchronisation. */
  public enum Kind {
    /** The value that was read has been written atomically, but without a release. */
    NO_RELEASE,
    /** The barrier before a release of another work-item of the group has not the memory's flag. */
    NO_BARRIER_BEFORE,
    /** No barrier lies before a release of another work-item of the group. */
    UNORDERED_BEFORE,
    /** The fence before the write has not the flag of the memory that is written. */
    RELEASE_FLAG,
    /** The fence before the write acquires only. */
    RELEASE_ORDER,
    /** The fence before the write has the scope of a work-item. */
    RELEASE_SCOPE,
    /** The value that was read has been written, but not atomically. */
    PLAIN_WRITE,
    /** The value that was read has been published by a release, but is not acquired. */
    NO_ACQUIRE,
    /** The fence behind the read has not the flag of the memory that is read. */
    ACQUIRE_FLAG,
    /** The fence behind the read releases only. */
    ACQUIRE_ORDER,
    /** The release and the acquire have different scopes. */
    SCOPES_DIFFER,
    /** The work-items are not both in one instance of the scope. */
    SCOPE_TOO_NARROW,
    /** The accesses are ordered, but in the happens-before order of the other region. */
    OTHER_REGION,
    /** Another work-item of the group has acquired it, and no barrier of the memory followed. */
    NO_BARRIER_BEHIND
  }

  /** Makes one of which only the kind is known. */
  public static NearMiss of(Kind kind) {
    return new NearMiss(kind, null, null, -1, -1, false, false, false);
  }

  /** Makes one of which the two operations are known. */
  public static NearMiss of(Kind kind, int write, int read, int region) {
    return new NearMiss(
        kind, null, null, write, read, region == Region.LOCAL.index(), false, false);
  }

  /** Returns the same of a release of some scope. */
  public NearMiss withRelease(MemoryScope scope) {
    return new NearMiss(kind, scope, acquire, write, read, local, noAcquire, own);
  }

  /** Returns the same with an acquire that is missing as well. */
  public NearMiss withoutAcquire() {
    return new NearMiss(kind, release, acquire, write, read, local, true, own);
  }

  /** Returns the same of a write of the work-item of the first access, or of another one. */
  public NearMiss withOwn(boolean isOwn) {
    return new NearMiss(kind, release, acquire, write, read, local, noAcquire, isOwn);
  }

  /** Returns whether it is about a release that is missing, or is none. */
  public boolean isOfRelease() {
    return switch (kind) {
      case NO_RELEASE, RELEASE_FLAG, RELEASE_ORDER, RELEASE_SCOPE, PLAIN_WRITE -> true;
      default -> false;
    };
  }
}
