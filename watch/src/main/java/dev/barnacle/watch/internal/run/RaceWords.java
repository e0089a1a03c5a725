package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.internal.race.shadow.Race;

/** Puts a race into words. */
@FunctionalInterface
interface RaceWords {
  Fault fault(Race race);

  /** Returns what is special in the execution that has come to a fault; empty for nothing. */
  default String note(Fault fault) {
    return "";
  }

  /** Returns where the bytes of a race are in memory; 0 where that is not known. */
  default long address(Race race) {
    return 0;
  }
}
