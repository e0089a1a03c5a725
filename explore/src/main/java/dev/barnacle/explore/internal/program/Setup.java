package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.Scenario;

/** Makes the initial content of a scenario's memory. */
public final class Setup {
  private Setup() {}

  public static long initial(Scenario scenario, Scenario.Initial initial) {
    if (initial.memory() < 0) {
      return initial.value();
    }
    long size = scenario.memory().get(initial.memory()).elementBytes();
    return AddressLayout.shared(initial.memory(), initial.value() * size);
  }
}
