package dev.barnacle.cli.internal.check;

import dev.barnacle.watch.Report;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Launches of a clean kernel with other choices, while time is left; knows what was left out. */
final class ShortTries implements Function<Defaults, Optional<Report>> {
  private final BiFunction<Defaults, Duration, Optional<Report>> launch;
  private final long mostItems;
  private final Duration limit;
  private final long end;
  private String leftOut = "";

  /**
   * Begins them.
   *
   * @param launch launches in a time; empty where that can't be, or takes longer
   * @param mostItems the most work-items of a launch
   * @param limit what all may take together, from now on
   */
  ShortTries(
      BiFunction<Defaults, Duration, Optional<Report>> launch, long mostItems, Duration limit) {
    this.launch = launch;
    this.mostItems = mostItems;
    this.limit = limit;
    this.end = System.nanoTime() + limit.toNanos();
  }

  @Override
  public Optional<Report> apply(Defaults defaults) {
    if (defaults.items() > mostItems) {
      leftOut = "it has more than " + mostItems + " work-items";
      return Optional.empty();
    }
    Optional<Report> report = isOver() ? Optional.empty() : launch.apply(defaults, left());
    if (report.isEmpty() && isOver()) {
      leftOut = "they take longer than " + limit.toSeconds() + " s";
    }
    return report;
  }

  private Duration left() {
    return Duration.ofNanos(end - System.nanoTime());
  }

  private boolean isOver() {
    return !left().isPositive();
  }

  /** Returns why some were left out; empty for none. */
  String leftOut() {
    return leftOut;
  }
}
