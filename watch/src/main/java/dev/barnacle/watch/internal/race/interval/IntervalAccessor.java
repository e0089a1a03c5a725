package dev.barnacle.watch.internal.race.interval;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceSink;
import dev.barnacle.watch.internal.race.shadow.StampKind;
import org.jspecify.annotations.Nullable;

/**
 * The accessor of the interval detector: the current stamp, and the floors below which all is past.
 */
final class IntervalAccessor extends Accessor {
  private final EpochLayout layout;
  private final RaceSink sink;
  private final RaceRuns runs = new RaceRuns();
  private @Nullable GroupOrder group;
  private boolean raced;

  /** Stamps of this group below this one are ordered before what its work-items do now: global. */
  private long globalFloor;

  /** The same for local memory. */
  private long localFloor;

  /** The same for images. */
  private long imageFloor;

  IntervalAccessor(EpochLayout layout, RaceSink sink) {
    super(layout.itemShift);
    this.layout = layout;
    this.sink = sink;
  }

  @Override
  public void enter(GroupOrder entered) {
    group = entered;
    refresh(entered);
  }

  @Override
  public void barrier(int flags, MemoryScope scope) {
    GroupOrder entered = entered();
    entered.passBarrier(flags);
    refresh(entered);
  }

  private void refresh(GroupOrder entered) {
    stampBase = layout.base(entered.group(), entered.interval());
    globalFloor = layout.base(entered.group(), entered.floor(Region.GLOBAL));
    localFloor = layout.base(entered.group(), entered.floor(Region.LOCAL));
    imageFloor = layout.base(entered.group(), entered.floor(Region.IMAGE));
    item(item);
    endPromises();
  }

  @Override
  public void copiesEnd(int copies) {
    throw new IllegalStateException("asynchronous copies are for the clock detector");
  }

  @Override
  public void subGroupBarrier(int subGroup, int flags, MemoryScope scope) {
    throw new IllegalStateException("sub-group barriers are for the clock detector");
  }

  @Override
  public void fence(int flags, MemoryOrder order, MemoryScope scope) {}

  long localFloor() {
    return localFloor;
  }

  /** Returns the floor of global memory, or of images. */
  long floor(boolean images) {
    return images ? imageFloor : globalFloor;
  }

  private GroupOrder entered() {
    GroupOrder entered = group;
    if (entered == null) {
      throw new IllegalStateException("no work-group has been entered");
    }
    return entered;
  }

  /** Notes that the access that runs races with that of a stamp in some bytes. */
  void race(StampKind plane, long earlier, long offset, int bytes, RaceRuns.Access later) {
    raced = true;
    report(plane, runs.add(plane, earlier, offset, bytes), later);
  }

  /** Returns whether there are races that the sink has not been told of. */
  boolean raced() {
    return raced;
  }

  /** Tells the sink of the races noted: the access is done. */
  void flush(RaceRuns.Access later) {
    raced = false;
    for (StampKind plane : StampKind.ALL) {
      report(plane, runs.take(plane), later);
    }
  }

  private void report(StampKind plane, RaceRuns.@Nullable Run run, RaceRuns.Access later) {
    if (run == null) {
      return;
    }
    RaceAccess before = layout.toRaceAccess(run.stamp(), plane.kind());
    RaceAccess after = layout.toRaceAccess(stamp | later.place(), later.kind());
    int between =
        before.group() == after.group()
            ? entered().flagsBetween(before.interval(), after.interval())
            : 0;
    int bytes = (int) (run.end() - run.start());
    sink.race(new Race(later.where(), run.start(), bytes, before, after, between, () -> null));
  }
}
