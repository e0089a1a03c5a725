package dev.barnacle.watch.internal.race.clock;

/**
 * The rule by which two operations have inclusive scopes (OpenCL architecture, "Memory Ordering:
 * Happens Before").
 *
 * @param reduced whether scopes wider than the memory's visibility are reduced to it; without this,
 *     scopes are compared by name, as in Wickerson and Batty's Figure 2
 * @param mayDiffer whether the two scopes may differ, as from OpenCL 3.1 on: each must reach the
 *     other operation
 */
public record ScopeRules(boolean reduced, boolean mayDiffer) {
  /** Returns those of a program. */
  public static ScopeRules of(boolean mayDiffer) {
    return new ScopeRules(true, mayDiffer);
  }
}
