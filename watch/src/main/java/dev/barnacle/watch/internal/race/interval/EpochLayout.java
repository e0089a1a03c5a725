package dev.barnacle.watch.internal.race.interval;

import dev.barnacle.engine.EngineException;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.RaceAccess;

/**
 * The layout of the interval detector's stamps: {@code [group + 1][interval][item][place]} from the
 * highest bit but the sign to the lowest. So stamps of one work-group are ordered by interval, and
 * no stamp is 0, which is "nobody". The interval has all bits that the launch leaves.
 *
 * <p>A stamp is an epoch: who, and when (Flanagan and Freund, "FastTrack", PLDI 2009, section 3).
 */
public final class EpochLayout {
  private static final int STAMP_BITS = 63;

  final int itemShift;
  final int intervalShift;
  final int groupShift;

  /** The bits of the place. */
  final long placeMask;

  /** The bits of the item, in position. */
  final long itemMask;

  /** The last interval that has a number. */
  final int lastInterval;

  public EpochLayout(long groups, int groupSize, int places) {
    int placeBits = bits(Math.max(1, places) - 1L);
    int itemBits = bits(Math.max(1, groupSize) - 1L);
    int groupBits = bits(groups);
    int intervalBits = Math.min(31, STAMP_BITS - placeBits - itemBits - groupBits);
    if (intervalBits < 1) {
      throw tooLarge(
          groups
              + " work-groups of "
              + groupSize
              + " work-items and "
              + places
              + " instructions are too many for the interval race detector");
    }
    itemShift = placeBits;
    intervalShift = itemShift + itemBits;
    groupShift = intervalShift + intervalBits;
    placeMask = (1L << placeBits) - 1;
    itemMask = (1L << intervalShift) - 1 & ~placeMask;
    lastInterval = (int) ((1L << intervalBits) - 1);
  }

  private static int bits(long largest) {
    return Long.SIZE - Long.numberOfLeadingZeros(largest);
  }

  static EngineException tooLarge(String message) {
    return new EngineException(EngineException.Kind.OUT_OF_RESOURCES, message);
  }

  /** Returns the stamp of work-item 0 at place 0. */
  long base(long group, int interval) {
    if (interval > lastInterval) {
      throw tooLarge(
          "the work-group passed more than "
              + lastInterval
              + " barriers: too many for the interval race detector at this launch size");
    }
    return ((group + 1) << groupShift) | ((long) interval << intervalShift);
  }

  /** Says who and where a stamp is. */
  RaceAccess toRaceAccess(long stamp, AccessKind kind) {
    return new RaceAccess(
        (stamp >>> groupShift) - 1,
        (int) ((stamp & itemMask) >>> itemShift),
        (int) (stamp >>> intervalShift) & lastInterval,
        (int) (stamp & placeMask),
        kind);
  }
}
