package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;

/**
 * Release operations that a write publishes (the first event of {@code sw r}): the write itself, or
 * fences before it. Those of one key count as one that knows what all of them know.
 */
final class ReleaseHead {
  private final Key key;
  private final WorkItemClock own;
  private final WorkItemClock other;

  /**
   * The properties that an acquire must match.
   *
   * @param scope the scope
   * @param instance number of the work-group or sub-group, if the scope is that, else -1
   * @param seqCst whether the order is seq_cst
   * @param bothRegions whether it is a fence of global and local memory
   */
  record Key(MemoryScope scope, long instance, boolean seqCst, boolean bothRegions) {
    /** {@code scf}: what synchronises in one region does in the other, too. */
    boolean crosses(boolean acquireSeqCst, boolean acquireBothRegions) {
      return (seqCst && acquireSeqCst) || (bothRegions && acquireBothRegions);
    }
  }

  /**
   * Makes a head.
   *
   * @param key all that an acquire must match
   * @param own what it knows in the happens-before order of the region of the location written
   * @param other what it knows in that of the other region
   */
  ReleaseHead(Key key, WorkItemClock own, WorkItemClock other) {
    this.key = key;
    this.own = own;
    this.other = other;
  }

  Key key() {
    return key;
  }

  WorkItemClock own() {
    return own;
  }

  WorkItemClock other() {
    return other;
  }

  /** Returns whether it knows something of the other region that its work-item doesn't know. */
  boolean foreign() {
    return !key.bothRegions && other != WorkItemClock.EMPTY;
  }

  ReleaseHead join(ReleaseHead same) {
    WorkItemClock o = own.join(same.own);
    WorkItemClock x = other.join(same.other);
    if (o == own && x == other) {
      return this;
    }
    return o == same.own && x == same.other ? same : new ReleaseHead(key, o, x);
  }
}
