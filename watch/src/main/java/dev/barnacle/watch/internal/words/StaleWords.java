package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.shadow.OldReads;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import org.jspecify.annotations.Nullable;

/** Says which load has read an old value in an execution that came to a fault. */
final class StaleWords {
  private static final String READ = " read an older value than the newest";

  private static final String CAME = " came before one of another work-item that was made earlier";

  private static final int FEW = 2;

  private final KernelCode code;

  StaleWords(KernelCode code) {
    this.code = code;
  }

  /** Returns the words; empty where no load has. */
  String note(Faults.Entry entry) {
    OldReads.Old old = entry.old();
    if (old == null) {
      return "";
    }
    Instruction at = instruction(old.operation().place());
    MemoryOrder order = order(at);
    RaceAccess hidden = old.newest();
    String did = isStore(at) ? CAME : READ;
    String words = "in this execution the atomic " + what(at) + line(at) + did;
    if (order == null) {
      return "";
    }
    if (isStore(at) || hidden == null || order != MemoryOrder.SEQ_CST) {
      return words + ", as memory_order_" + order.keyword() + " allows";
    }
    Instruction store = instruction(hidden.place());
    MemoryOrder weaker = order(store);
    return weaker == null || weaker == MemoryOrder.SEQ_CST
        ? words
        : words
            + ", as the "
            + what(store)
            + line(store)
            + " is memory_order_"
            + weaker.keyword()
            + ", not seq_cst";
  }

  /**
   * Returns which operations would have to be seq_cst; empty where that is not known, because more
   * loads have read old values than one of either work-item.
   */
  String suggestion(Faults.Entry entry) {
    OldReads.Old old = entry.old();
    if (entry.oldReads() > FEW || old == null || old.newest() == null) {
      return "";
    }
    Instruction load = instruction(old.operation().place());
    Instruction store = instruction(old.newest().place());
    boolean loads = order(load) != MemoryOrder.SEQ_CST;
    boolean stores = order(store) != MemoryOrder.SEQ_CST;
    if (isStore(load) || (!loads && !stores)) {
      return "";
    }
    String first = loads ? "the atomic " + what(load) + line(load) : "";
    String second = stores ? "the atomic " + what(store) + line(store) : "";
    return "If the "
        + what(load)
        + " has to see the newest value, make "
        + first
        + (loads && stores ? " and " : "")
        + second
        + " memory_order_seq_cst.";
  }

  private Instruction instruction(int place) {
    return code.places().get(place);
  }

  private static boolean isStore(Instruction instruction) {
    return instruction instanceof AtomicStore;
  }

  private static String what(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad load -> "load";
      case AtomicCompareExchange exchange -> "compare-exchange";
      case AtomicStore store -> "store";
      default -> "operation";
    };
  }

  private static @Nullable MemoryOrder order(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad load -> load.order();
      case AtomicCompareExchange exchange -> exchange.failureOrder();
      case AtomicStore store -> store.order();
      case AtomicRmw update -> update.order();
      default -> null;
    };
  }

  private static String line(Instruction at) {
    Location location = at.location();
    return location == null ? "" : " in line " + location.line();
  }
}
