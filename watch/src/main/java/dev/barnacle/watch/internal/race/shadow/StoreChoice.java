package dev.barnacle.watch.internal.race.shadow;

/** The store that a load reads from, where that is not the one in memory. */
public interface StoreChoice {
  /** Returns what it has stored, in the low bytes. */
  long value();
}
