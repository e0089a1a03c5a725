package dev.barnacle.watch.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The uses of memory by commands that have ended, as far as something that is still to come may
 * race with them.
 *
 * <p>A use is forgotten where a later one stands for it ({@link MemoryUse#yieldTo}), and as a whole
 * when it is ordered before the host's next action and before all commands that have not ended. So
 * of each byte there are the uses that no order connects, and no more. That memory was freed is
 * remembered until it is gone: no order makes a later use of it right.
 */
final class UseTable {
  private static final int FIRST_PRUNING = 64;

  private List<Live> all = new ArrayList<>();
  private int pruneAt = FIRST_PRUNING;

  /** A use that may race with what comes. */
  record Live(CommandNode node, MemoryUse use) {
    boolean isIn(CommandClock past) {
      MapSpan span = use.span();
      return span == null ? node.isIn(past) : span.isIn(past);
    }

    /** Returns whether it is the host that accesses the memory. */
    boolean isOfHost() {
      return UseTable.isOfHost(node, use);
    }
  }

  /** Takes pairs of uses that no order connects, of which some bytes may conflict. */
  interface Pairs {
    void unordered(CommandNode earlier, MemoryUse its, CommandNode later, MemoryUse use);
  }

  /** Compares the uses of a command that has ended with those that are there, and adds them. */
  void add(CommandNode node, Pairs pairs) {
    List<MemoryUse> uses = node.takeUses();
    CommandClock past = node.before();
    Set<CommandNode> synchronizing = synchronizing(node, uses);
    for (MemoryUse use : uses) {
      for (Live live : all) {
        if (live.node == node || !live.use.meets(use)) {
          continue;
        }
        if (live.isIn(past) && !live.use.frees()) {
          // A use of the host stands for its like only: a map that is still to come is at odds with
          // a command's, and not with the host's.
          if (live.isOfHost() || !isOfHost(node, use)) {
            live.use.yieldTo(use);
          }
        } else if (!isPeaceful(live, node, use) && !synchronizing.contains(live.node)) {
          pairs.unordered(live.node, live.use, node, use);
        }
      }
    }
    all.removeIf(live -> live.use.isEmpty());
    for (MemoryUse use : uses) {
      if (!use.isEmpty()) {
        all.add(new Live(node, use));
      }
    }
  }

  /** Returns whether two uses are of the host, which is never at odds with itself, or the like. */
  private static boolean isPeaceful(Live live, CommandNode node, MemoryUse use) {
    return (isOfHost(node, use) && live.isOfHost()) || use.isPeaceful(live.use);
  }

  private static boolean isOfHost(CommandNode node, MemoryUse use) {
    return node.text().isHost() || use.span() != null;
  }

  /** Returns the kernels that may order their accesses and those of a new one by atomics on SVM. */
  private Set<CommandNode> synchronizing(CommandNode node, List<MemoryUse> uses) {
    Set<CommandNode> found = new HashSet<>();
    for (MemoryUse use : uses) {
      for (Live live : all) {
        if (live.node != node && !found.contains(live.node) && live.use.synchronizes(use)) {
          found.add(live.node);
        }
      }
    }
    return found;
  }

  /** Forgets what is ordered before all that is still to come, if there has come much. */
  void prune(CommandOrder order) {
    if (all.size() >= pruneAt) {
      CommandClock common = order.common();
      all.removeIf(live -> !live.use.frees() && live.isIn(common));
      pruneAt = Math.max(FIRST_PRUNING, 2 * all.size());
    }
  }

  /** Forgets bytes that are given back to the system. */
  void forget(Ranges bytes) {
    all.forEach(live -> live.use.forget(bytes));
    all.removeIf(live -> live.use.isEmpty());
  }

  int size() {
    return all.size();
  }
}
