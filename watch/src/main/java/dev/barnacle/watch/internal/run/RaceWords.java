package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.internal.race.Race;

/** Puts a race into words. */
@FunctionalInterface
interface RaceWords {
  Fault fault(Race race);
}
