package dev.barnacle.cli.internal.explore;

/** The search that is done besides the executions of the kernel as it stands. */
public enum Tune {
  /** Nothing. */
  NOTHING,
  /** The weakest orders, scopes and flags that keep a correct kernel so. */
  WEAKEST,
  /** The smallest edits that make a faulty kernel correct. */
  REPAIR
}
