package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryScope;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of an access and, of an atomic one, its scope: all of it that matters to whether it
 * races. There is one object for each manner.
 */
final class Manner {
  private static final Map<AccessKind, Map<MemoryScope, Manner>> ATOMIC = atomics();
  static final Manner READ = new Manner(AccessKind.READ, null);
  static final Manner WRITE = new Manner(AccessKind.WRITE, null);

  final AccessKind kind;
  final @Nullable MemoryScope scope;
  final boolean writes;

  private Manner(AccessKind kind, @Nullable MemoryScope scope) {
    this.kind = kind;
    this.scope = scope;
    this.writes = kind.writes();
  }

  private static Map<AccessKind, Map<MemoryScope, Manner>> atomics() {
    Map<AccessKind, Map<MemoryScope, Manner>> all = new EnumMap<>(AccessKind.class);
    for (AccessKind kind : AccessKind.values()) {
      if (kind.atomic()) {
        Map<MemoryScope, Manner> scopes = new EnumMap<>(MemoryScope.class);
        for (MemoryScope scope : MemoryScope.values()) {
          scopes.put(scope, new Manner(kind, scope));
        }
        all.put(kind, scopes);
      }
    }
    return all;
  }

  static Manner atomic(AccessKind kind, MemoryScope scope) {
    Map<MemoryScope, Manner> scopes = ATOMIC.get(kind);
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

  /** Tells whether two accesses of these manners never race: atomic, with a scope of all groups. */
  boolean alwaysInclusive(Manner other) {
    return scope == other.scope
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
    return neverInclusive() || scope == other.scope;
  }

  /** Tells whether {@link #dominates} is only of accesses in the same work-group or sub-group. */
  boolean instanceMatters() {
    return scope == MemoryScope.WORK_GROUP || scope == MemoryScope.SUB_GROUP;
  }

  private boolean neverInclusive() {
    return scope == null || scope == MemoryScope.WORK_ITEM;
  }
}
