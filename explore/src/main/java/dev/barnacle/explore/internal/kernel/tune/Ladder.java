package dev.barnacle.explore.internal.kernel.tune;

import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The parameters of an operation for the memory model, from weak to strong. */
final class Ladder {
  private static final Set<FenceFlag> BOTH = Set.of(FenceFlag.LOCAL, FenceFlag.GLOBAL);

  private Ladder() {}

  /** Returns the orders that an operation may have, the weakest first. */
  private static List<MemoryOrder> orders(KernelSite.Kind kind) {
    return switch (kind) {
      case LOAD -> List.of(MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.SEQ_CST);
      case STORE -> List.of(MemoryOrder.RELAXED, MemoryOrder.RELEASE, MemoryOrder.SEQ_CST);
      case UPDATE, COMPARE_EXCHANGE, FENCE, NEW_FENCE ->
          List.of(
              MemoryOrder.RELAXED,
              MemoryOrder.ACQUIRE,
              MemoryOrder.RELEASE,
              MemoryOrder.ACQ_REL,
              MemoryOrder.SEQ_CST);
      case BARRIER, NEW_BARRIER -> List.of(MemoryOrder.ACQ_REL);
    };
  }

  /** Returns whether an order says no more than another. */
  private static boolean isWithin(MemoryOrder a, MemoryOrder b) {
    return a == b
        || a == MemoryOrder.RELAXED
        || b == MemoryOrder.SEQ_CST
        || (b == MemoryOrder.ACQ_REL && a != MemoryOrder.SEQ_CST);
  }

  /** The order of a compare-exchange that fails where one that succeeds has another. */
  private static MemoryOrder failure(MemoryOrder success) {
    return switch (success) {
      case ACQ_REL -> MemoryOrder.ACQUIRE;
      case RELEASE -> MemoryOrder.RELAXED;
      default -> success;
    };
  }

  /**
   * Returns what an operation may say that is weaker, in one respect each; the weakest first.
   *
   * @param memories the flags that are of use, the most useful ones first; the last goes first
   */
  static List<MemoryStrength> weaker(
      KernelSite.Kind kind, MemoryStrength strength, List<FenceFlag> memories) {
    List<MemoryStrength> list = new ArrayList<>();
    if (kind == KernelSite.Kind.COMPARE_EXCHANGE) {
      for (MemoryOrder order : orders(KernelSite.Kind.LOAD)) {
        if (order != strength.failureOrder() && isWithin(order, strength.failureOrder())) {
          list.add(strength.with(strength.order(), order));
        }
      }
    }
    for (MemoryOrder order : orders(kind)) {
      if (order != strength.order() && isWithin(order, strength.order())) {
        boolean keeps = isWithin(strength.failureOrder(), order);
        list.add(strength.with(order, keeps ? strength.failureOrder() : failure(order)));
      }
    }
    for (MemoryScope scope : MemoryScope.values()) {
      if (scope.compareTo(strength.scope()) < 0 && scope.compareTo(MemoryScope.WORK_GROUP) >= 0) {
        list.add(strength.with(scope));
      }
    }
    if (!strength.flags().isEmpty()) {
      if (kind == KernelSite.Kind.BARRIER || kind == KernelSite.Kind.NEW_BARRIER) {
        list.add(strength.with(Set.of()));
      }
      for (FenceFlag flag : memories.reversed()) {
        if (strength.flags().contains(flag) && strength.flags().size() > 1) {
          Set<FenceFlag> fewer = EnumSet.copyOf(strength.flags());
          fewer.remove(flag);
          list.add(strength.with(fewer));
        }
      }
    }
    return list;
  }

  /** Returns whether an operation says at least what another says, in every respect. */
  static boolean isAtLeast(MemoryStrength a, MemoryStrength b) {
    return isWithin(b.order(), a.order())
        && isWithin(b.failureOrder(), a.failureOrder())
        && b.scope().compareTo(a.scope()) <= 0
        && a.flags().containsAll(b.flags());
  }

  /** Returns the strongest that an operation may say, in one respect each. */
  static List<MemoryStrength> strongest(KernelSite.Kind kind, MemoryStrength strength) {
    List<MemoryStrength> list = new ArrayList<>();
    MemoryOrder most = orders(kind).getLast();
    if (strength.order() != most || strength.failureOrder() != most) {
      list.add(strength.with(most, most));
    }
    if (strength.scope().compareTo(MemoryScope.DEVICE) < 0 && kind != KernelSite.Kind.BARRIER) {
      list.add(strength.with(MemoryScope.DEVICE));
    }
    boolean flags = kind == KernelSite.Kind.BARRIER || kind == KernelSite.Kind.FENCE;
    if (flags && !strength.flags().containsAll(BOTH)) {
      Set<FenceFlag> all = EnumSet.copyOf(BOTH);
      all.addAll(strength.flags());
      list.add(strength.with(all));
    }
    return list;
  }

  /** Returns what a new fence or barrier says at most. */
  static MemoryStrength added(KernelSite.Kind kind) {
    boolean barrier = kind == KernelSite.Kind.NEW_BARRIER;
    MemoryOrder order = barrier ? MemoryOrder.ACQ_REL : MemoryOrder.SEQ_CST;
    MemoryScope scope = barrier ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
    return new MemoryStrength(order, order, scope, BOTH);
  }
}
