package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.watch.internal.race.access.RaceAccess;
import org.jspecify.annotations.Nullable;

/** The atomic operations of an execution that are not at the end of modification order. */
public interface OldReads {
  /**
   * A load that has read an old store, or a store that came before others.
   *
   * @param newest the newest store then; null where it is not an atomic operation of the launch
   */
  record Old(RaceAccess operation, @Nullable RaceAccess newest) {}

  /** Returns how many loads have read an old store, and stores come before others, so far. */
  int count();

  /** Returns a work-item's last such load or store; null where there is none. */
  @Nullable Old lastOf(long group, int item);

  /** Returns the last such load or store; null where there is none. */
  @Nullable Old last();
}
