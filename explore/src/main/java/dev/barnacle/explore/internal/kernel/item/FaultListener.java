package dev.barnacle.explore.internal.kernel.item;

/** Takes what is found wrong with executions that go on all the same. */
@FunctionalInterface
public interface FaultListener {
  /** Takes a fault, as it is found. */
  void found(Fault fault, Execution execution);
}
