package dev.barnacle.watch.internal.race;

/** The two memories that have a happens-before order of their own (Figure 2 of 004: G and L). */
public enum Region {
  /** Global memory. */
  GLOBAL,
  /** Local memory of a work-group. */
  LOCAL;

  /** Returns the index of what arrays have for each region. */
  int index() {
    return this == GLOBAL ? 0 : 1;
  }
}
