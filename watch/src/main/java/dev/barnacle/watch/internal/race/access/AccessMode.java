package dev.barnacle.watch.internal.race.access;

import dev.barnacle.ir.MemoryScope;
import org.jspecify.annotations.Nullable;

/**
 * The kind of an access and, of an atomic one, its scope and size: all of it that matters to
 * whether it races. There is one object for each mode.
 */
public final class AccessMode {
  /** Sizes are of 1, 2, 4 and 8 bytes. */
  private static final int SIZES = 4;

  private static final int KINDS = 3;
  private static final int SCOPES = 5;

  /** Those of atomic accesses, by {@link #index}: every atomic access looks here. */
  private static final AccessMode[] ATOMIC = atomics();

  public static final AccessMode READ = new AccessMode(AccessKind.READ, null, 0);
  public static final AccessMode WRITE = new AccessMode(AccessKind.WRITE, null, 0);

  public final AccessKind kind;
  public final @Nullable MemoryScope scope;

  /** Of an atomic access; 0 of others. */
  public final int bytes;

  public final boolean writes;

  private AccessMode(AccessKind kind, @Nullable MemoryScope scope, int bytes) {
    this.kind = kind;
    this.scope = scope;
    this.bytes = bytes;
    this.writes = kind.writes();
  }

  private static AccessMode[] atomics() {
    AccessMode[] all = new AccessMode[SIZES * KINDS * SCOPES];
    for (AccessKind kind : AccessKind.values()) {
      for (MemoryScope scope : MemoryScope.values()) {
        for (int bytes = 1; kind.atomic() && bytes < 1 << SIZES; bytes *= 2) {
          all[index(kind, scope, bytes)] = new AccessMode(kind, scope, bytes);
        }
      }
    }
    return all;
  }

  private static int index(AccessKind kind, MemoryScope scope, int bytes) {
    int which =
        switch (kind) {
          case ATOMIC_READ -> 0;
          case ATOMIC_WRITE -> 1;
          case ATOMIC_UPDATE -> 2;
          case READ, WRITE -> throw new IllegalArgumentException(kind + " is not atomic");
        };
    int range =
        switch (scope) {
          case WORK_ITEM -> 0;
          case SUB_GROUP -> 1;
          case WORK_GROUP -> 2;
          case DEVICE -> 3;
          case ALL_SVM_DEVICES -> 4;
        };
    return (Integer.numberOfTrailingZeros(bytes) * KINDS + which) * SCOPES + range;
  }

  public static AccessMode atomic(AccessKind kind, MemoryScope scope, int bytes) {
    return ATOMIC[index(kind, scope, bytes)];
  }

  /** Returns what it is to other kernels: atomic only with the scope of a device or more. */
  public AccessKind outside() {
    return !kind.atomic() || scope == MemoryScope.DEVICE || scope == MemoryScope.ALL_SVM_DEVICES
        ? kind
        : writes ? AccessKind.WRITE : AccessKind.READ;
  }

  public boolean conflicts(AccessMode other) {
    return writes || other.writes;
  }

  /**
   * Returns whether two accesses of these manners never race: atomic, with a scope of all who reach
   * the region, and of one size, so that where they meet they are of one atomic object.
   */
  public boolean alwaysInclusive(AccessMode other, Region region) {
    return scope == other.scope
        && bytes == other.bytes
        && (scope == MemoryScope.DEVICE
            || scope == MemoryScope.ALL_SVM_DEVICES
            || (scope == MemoryScope.WORK_GROUP && region == Region.LOCAL));
  }

  /**
   * Returns whether what races with an access of the other mode races with one of this mode that is
   * ordered after it, if {@link #instanceMatters} at least where the scope's instance is the same.
   */
  public boolean dominates(AccessMode other) {
    if (!writes && other.writes) {
      return false;
    }
    return neverInclusive() || (scope == other.scope && bytes == other.bytes);
  }

  /** Returns whether {@link #dominates} is only of accesses in the same work-group or sub-group. */
  public boolean instanceMatters() {
    return scope == MemoryScope.WORK_GROUP || scope == MemoryScope.SUB_GROUP;
  }

  private boolean neverInclusive() {
    return scope == null || scope == MemoryScope.WORK_ITEM;
  }
}
