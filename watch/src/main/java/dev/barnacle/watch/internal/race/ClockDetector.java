package dev.barnacle.watch.internal.race;

/** The precise detector. */
final class ClockDetector extends RaceDetector {
  ClockDetector(long groups, int groupSize, boolean reduceScopes, RaceSink sink) {}

  @Override
  public RaceShadow shadow(Region region, long byteSize) {
    throw new UnsupportedOperationException("under construction");
  }

  @Override
  public Accessor accessor() {
    throw new UnsupportedOperationException("under construction");
  }

  @Override
  public GroupOrder group(long group, int items, int subGroupSize) {
    throw new UnsupportedOperationException("under construction");
  }
}
