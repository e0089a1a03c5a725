package dev.barnacle.watch.internal.race;

/**
 * The fast detector: nothing but the barriers of a work-group orders its accesses, so that the
 * interval in which an access was made says all about its order, and one stamp says all about it.
 */
final class IntervalDetector extends RaceDetector {
  private final StampLayout layout;
  private final RaceSink sink;

  IntervalDetector(StampLayout layout, RaceSink sink) {
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
