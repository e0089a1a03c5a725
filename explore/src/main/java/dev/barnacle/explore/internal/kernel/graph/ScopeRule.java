package dev.barnacle.explore.internal.kernel.graph;

import dev.barnacle.ir.MemoryScope;

/** The rule by which operations have inclusive scopes (OpenCL architecture, "Scope inclusion"). */
public enum ScopeRule {
  /** Before OpenCL 3.1 both have the same scope. */
  SAME {
    @Override
    public boolean inclusive(MemoryScope a, MemoryScope b, MemoryScope least) {
      return a == b && reaches(a, least);
    }
  },
  /** From OpenCL 3.1 on each reaches the other's work-item. */
  REACHING {
    @Override
    public boolean inclusive(MemoryScope a, MemoryScope b, MemoryScope least) {
      return reaches(a, least) && reaches(b, least);
    }
  };

  /**
   * Returns whether two scopes include each other.
   *
   * @param least the narrowest scope that both work-items are in
   */
  public abstract boolean inclusive(MemoryScope a, MemoryScope b, MemoryScope least);

  /** Returns whether a scope is narrower than a device. */
  public static boolean isNarrow(MemoryScope scope) {
    return scope.compareTo(MemoryScope.DEVICE) < 0;
  }

  private static boolean reaches(MemoryScope scope, MemoryScope least) {
    return scope.compareTo(least) >= 0;
  }
}
