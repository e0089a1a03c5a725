package dev.barnacle.watch.command;

import org.jspecify.annotations.Nullable;

/** The time in which the host may use a mapped region: from the map command to the unmap one. */
final class MapSpan {
  private final Ranges bytes;
  private @Nullable CommandNode unmap;

  MapSpan(Ranges bytes) {
    this.bytes = bytes;
  }

  /** Returns whether it has all these bytes. */
  boolean covers(Ranges others) {
    return others.minus(bytes).isEmpty();
  }

  /** A command unmaps it. */
  void closeBy(CommandNode command) {
    unmap = command;
  }

  /** Returns whether its end is ordered before what has this past. */
  boolean isIn(CommandClock past) {
    return unmap != null && unmap.isIn(past);
  }
}
