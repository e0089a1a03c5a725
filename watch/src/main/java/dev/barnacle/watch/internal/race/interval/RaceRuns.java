package dev.barnacle.watch.internal.race.interval;

import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.StampKind;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The races of the access that runs, joined to runs of neighbouring bytes of which the earlier
 * access is the same: one run for each plane.
 */
final class RaceRuns {
  private final Map<StampKind, Run> runs = new EnumMap<>(StampKind.class);

  /** The access that runs. */
  record Access(RaceShadow where, int place, AccessKind kind) {}

  /** Bytes from start to end that race with the access of a stamp. */
  record Run(long stamp, long start, long end) {}

  /** Notes a race; returns the run that it ends, if it can't be joined to that. */
  @Nullable Run add(StampKind plane, long stamp, long offset, int bytes) {
    Run run = runs.get(plane);
    if (run != null && run.stamp == stamp && run.end == offset) {
      runs.put(plane, new Run(stamp, run.start, offset + bytes));
      return null;
    }
    runs.put(plane, new Run(stamp, offset, offset + bytes));
    return run;
  }

  /** Takes away the run of a plane, if there is one. */
  @Nullable Run take(StampKind plane) {
    return runs.remove(plane);
  }
}
