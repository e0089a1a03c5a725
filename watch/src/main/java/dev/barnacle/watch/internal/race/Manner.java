package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryScope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of an access and, of an atomic one, its scope and size: all of it that matters to
 * whether it races. There is one object for each manner.
 */
final class Manner {
  /** By the logarithm of the size. */
  private static final List<Map<AccessKind, Map<MemoryScope, Manner>>> ATOMIC =
      List.of(atomics(1), atomics(2), atomics(4), atomics(8));

  static final Manner READ = new Manner(AccessKind.READ, null, 0);
  static final Manner WRITE = new Manner(AccessKind.WRITE, null, 0);

  final AccessKind kind;
  final @Nullable MemoryScope scope;

  /** Of an atomic access; 0 of others. */
  final int bytes;

  final boolean writes;

  private Manner(AccessKind kind, @Nullable MemoryScope scope, int bytes) {
    this.kind = kind;
    this.scope = scope;
    this.bytes = bytes;
    this.writes = kind.writes();
  }

  private static Map<AccessKind, Map<MemoryScope, Manner>> atomics(int bytes) {
    Map<AccessKind, Map<MemoryScope, Manner>> all = new EnumMap<>(AccessKind.class);
    for (AccessKind kind : AccessKind.values()) {
      if (kind.atomic()) {
        Map<MemoryScope, Manner> scopes = new EnumMap<>(MemoryScope.class);
        for (MemoryScope scope : MemoryScope.values()) {
          scopes.put(scope, new Manner(kind, scope, bytes));
        }
        all.put(kind, scopes);
      }
    }
    return all;
  }

  static Manner atomic(AccessKind kind, MemoryScope scope, int bytes) {
    Map<MemoryScope, Manner> scopes = ATOMIC.get(Integer.numberOfTrailingZeros(bytes)).get(kind);
    Manner manner = scopes == null ? null : scopes.get(scope);
    if (manner == null) {
      throw new IllegalArgumentException(kind + " is not atomic");
    }
    return manner;
  }

  /** Returns what it is to other kernels: atomic only with the scope of a device or more. */
  AccessKind outside() {
    return !kind.atomic() || scope == MemoryScope.DEVICE || scope == MemoryScope.ALL_SVM_DEVICES
        ? kind
        : writes ? AccessKind.WRITE : AccessKind.READ;
  }

  boolean conflicts(Manner other) {
    return writes || other.writes;
  }

  /**
   * Tells whether two accesses of these manners never race: atomic, with a scope of all groups, and
   * of one size, so that where they meet they are of one atomic object.
   */
  boolean alwaysInclusive(Manner other) {
    return scope == other.scope
        && bytes == other.bytes
        && (scope == MemoryScope.DEVICE || scope == MemoryScope.ALL_SVM_DEVICES);
  }

  /**
   * Tells whether what races with an access of the other manner races with one of this manner that
   * is ordered after it, if {@link #instanceMatters} at least where the scope's instance is the
   * same.
   */
  boolean dominates(Manner other) {
    if (!writes && other.writes) {
      return false;
    }
    return neverInclusive() || (scope == other.scope && bytes == other.bytes);
  }

  /** Tells whether {@link #dominates} is only of accesses in the same work-group or sub-group. */
  boolean instanceMatters() {
    return scope == MemoryScope.WORK_GROUP || scope == MemoryScope.SUB_GROUP;
  }

  private boolean neverInclusive() {
    return scope == null || scope == MemoryScope.WORK_ITEM;
  }
}
