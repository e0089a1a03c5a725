package dev.barnacle.engine.fault;

/** Kinds that only {@code explore} and {@code litmus} find. */
public enum ExplorationKind implements FaultKind {
  /** A work-item that comes to what an assertion of the kernel forbids. */
  ASSERTION,
  /** Work-items that wait for ever under the progress model. */
  HANG,
  /** Two conflicting accesses of one expression that nothing sequences (C11, 6.5p2). */
  UNSEQUENCED_RACE;

  @Override
  public String keyword() {
    return FaultKind.keyword(this);
  }

  @Override
  public String title() {
    return phrase();
  }
}
