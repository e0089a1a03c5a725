package dev.barnacle.watch.internal.race.interval;

import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.RaceSink;

/**
 * The fast detector: nothing but the barriers of a work-group orders its accesses, so that the
 * interval in which an access was made says all about its order, and one stamp says all about it.
 */
public final class IntervalDetector extends RaceDetector {
  private final EpochLayout layout;
  private final RaceSink sink;

  public IntervalDetector(EpochLayout layout, RaceSink sink) {
    this.layout = layout;
    this.sink = sink;
  }

  @Override
  public RaceShadow shadow(Region region, long byteSize) {
    return region == Region.LOCAL
        ? new LocalShadow(layout, byteSize)
        : new IntervalShadow(layout, region, byteSize);
  }

  @Override
  public Accessor accessor() {
    return new IntervalAccessor(layout, sink);
  }

  @Override
  public GroupOrder group(long group, int items, int subGroupSize) {
    return new IntervalGroup(group, items, subGroupSize);
  }

  /** A work-group, of which the intervals are all there is to know. */
  static final class IntervalGroup extends GroupOrder {
    IntervalGroup(long group, int items, int subGroupSize) {
      super(group, items, subGroupSize);
    }
  }
}
