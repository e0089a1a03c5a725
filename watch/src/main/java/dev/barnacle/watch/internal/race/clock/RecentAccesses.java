package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.watch.internal.race.access.AccessMode;
import org.jspecify.annotations.Nullable;

/** The last accesses to a block, by their places, to be used again for other cells. */
final class RecentAccesses {
  private static final int COUNT = 16;

  private final @Nullable PastAccess[] recent = new @Nullable PastAccess[COUNT];

  /** Returns an access of a work-item, now. */
  PastAccess access(ClockGroup group, int item, int place, AccessMode mode) {
    PastAccess last = recent[place & (COUNT - 1)];
    long tick = group.tick(item);
    if (last != null
        && last.group() == group
        && last.item() == item
        && last.interval() == group.interval()
        && last.tick() == tick
        && last.place() == place
        && last.mode() == mode) {
      return last;
    }
    PastAccess now = new PastAccess(group, item, group.interval(), tick, place, mode);
    recent[place & (COUNT - 1)] = now;
    return now;
  }
}
