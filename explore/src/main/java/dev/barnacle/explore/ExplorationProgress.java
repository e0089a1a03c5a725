package dev.barnacle.explore;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** The progress of an exploration; it may be asked while that runs. */
public final class ExplorationProgress {
  private final LongAdder executions = new LongAdder();
  private final DoubleAdder share = new DoubleAdder();

  /** Makes that of an exploration that has not begun. */
  public ExplorationProgress() {}

  /** Returns how many executions have come to an end or a fault. */
  public long executions() {
    return executions.sum();
  }

  /**
   * Returns which part of the search lies behind, from 0 to 1: an estimate that takes what comes of
   * each choice for equally much (Knuth, "Estimating the efficiency of backtrack programs",
   * Mathematics of Computation 29, 1975).
   */
  public double share() {
    return Math.min(1, share.sum());
  }

  /** Counts an execution. */
  void execution() {
    executions.increment();
  }

  /** Counts a part of the search. */
  void behind(double part) {
    share.add(part);
  }
}
