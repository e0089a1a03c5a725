package dev.barnacle.engine.enqueue;

/** A kernel-instance that runs and has work-groups left for others who want to help. */
public non-sealed interface SharedRun extends CommandTree.Work {
  /** Returns whether there are work-groups that nobody has taken. */
  boolean hasMore();

  /** Runs work-groups until nobody has left any. */
  void help();
}
