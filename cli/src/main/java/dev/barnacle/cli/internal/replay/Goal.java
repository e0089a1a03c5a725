package dev.barnacle.cli.internal.replay;

import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The goal of a smaller reproducer: one finding, and none that the first has not. */
public final class Goal {
  private final Trials trials;
  private final Sign sign;
  private final Set<Sign> all;
  private final BooleanSupplier stopped;

  /**
   * Makes one.
   *
   * @param first shows the finding
   * @param stopped tells when there is no more time
   */
  public Goal(Trials trials, Reproducer first, Sign sign, BooleanSupplier stopped) {
    this.trials = trials;
    this.sign = sign;
    this.all = signs(first, trials.run(first));
    this.stopped = stopped;
  }

  private static Set<Sign> signs(Reproducer reproducer, Trials.Outcome outcome) {
    return outcome.report().findings().stream().map(reproducer::sign).collect(Collectors.toSet());
  }

  /** Returns whether there is no more time. */
  boolean isOver() {
    return stopped.getAsBoolean();
  }

  /** Returns whether a reproducer shows what it must. */
  boolean isMet(Reproducer candidate) {
    if (isOver()) {
      return false;
    }
    Optional<Set<Sign>> shown = trials.attempt(candidate).map(o -> signs(candidate, o));
    return shown.filter(signs -> signs.contains(sign) && all.containsAll(signs)).isPresent();
  }
}
