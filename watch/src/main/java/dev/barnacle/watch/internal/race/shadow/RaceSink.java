package dev.barnacle.watch.internal.race.shadow;

/** Is told of each race, by many threads at once. */
public interface RaceSink {
  /**
   * Takes a race. It is called while the later access runs, before memory is written; the same pair
   * of places comes again and again.
   */
  void race(Race race);
}
