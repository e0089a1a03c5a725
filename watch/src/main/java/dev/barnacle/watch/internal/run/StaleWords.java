package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.internal.race.StaleReads;
import dev.barnacle.watch.internal.race.Touch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says which load has read an old value in an execution that came to a fault. */
final class StaleWords {
  private final LaunchState launch;

  StaleWords(LaunchState launch) {
    this.launch = launch;
  }

  /** Returns the words; empty where no load has. */
  String of(Fault fault) {
    StaleReads reads = launch.detector().staleReads();
    Touch load = reads == null ? null : load(reads, fault.accesses());
    if (load == null || !(launch.instruction(load.place()) instanceof AtomicLoad atomic)) {
      return "";
    }
    Location location = atomic.location();
    return "in this execution the atomic load"
        + (location == null ? "" : " at line " + location.line())
        + " read an older value than the newest, as memory_order_"
        + atomic.order().keyword()
        + " allows";
  }

  /** Returns the last such load of the work-item that came last, or else of another one. */
  private static @Nullable Touch load(StaleReads reads, List<Fault.Access> accesses) {
    for (Fault.Access access : accesses.reversed()) {
      Touch load = reads.lastOf(access.group(), access.item());
      if (load != null) {
        return load;
      }
    }
    return reads.last();
  }
}
