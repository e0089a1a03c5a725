package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.watch.internal.race.StaleReads;
import dev.barnacle.watch.internal.race.Touch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says which load has read an old value in an execution that came to a fault. */
final class StaleWords {
  private static final String READ = " read an older value than the newest";

  private static final String CAME = " came before one of another work-item that was made earlier";

  private final LaunchState launch;

  StaleWords(LaunchState launch) {
    this.launch = launch;
  }

  /** Returns the words; empty where no load has. */
  String of(Fault fault) {
    StaleReads reads = launch.detector().staleReads();
    Touch load = reads == null ? null : load(reads, fault.accesses());
    return load == null
        ? ""
        : switch (launch.instruction(load.place())) {
          case AtomicLoad atomic -> words("load", READ, atomic, atomic.order());
          case AtomicCompareExchange exchange ->
              words("compare-exchange", READ, exchange, exchange.failureOrder());
          case AtomicStore store -> words("store", CAME, store, store.order());
          default -> "";
        };
  }

  private static String words(String what, String did, Instruction at, MemoryOrder order) {
    Location location = at.location();
    return "in this execution the atomic "
        + what
        + (location == null ? "" : " at line " + location.line())
        + did
        + ", as memory_order_"
        + order.keyword()
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
