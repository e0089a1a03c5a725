package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Orders, scopes and flags in the words of OpenCL C. */
final class StrengthWords {
  private StrengthWords() {}

  static String order(MemoryOrder order) {
    return "memory_order_" + order.keyword();
  }

  static String scope(MemoryScope scope) {
    return "memory_scope_" + scope.keyword();
  }

  static String flags(Set<FenceFlag> flags) {
    return flags.isEmpty()
        ? "0"
        : Arrays.stream(FenceFlag.values())
            .filter(flags::contains)
            .map(f -> "CLK_" + f.name() + "_MEM_FENCE")
            .collect(Collectors.joining(" | "));
  }

  /** Returns the statement that an edit adds. */
  static String added(KernelEdit edit) {
    MemoryStrength s = edit.after();
    return edit.site().kind() == KernelSite.Kind.NEW_BARRIER
        ? "barrier(" + flags(s.flags()) + ");"
        : "atomic_work_item_fence("
            + flags(s.flags())
            + ", "
            + order(s.order())
            + ", "
            + scope(s.scope())
            + ");";
  }

  /** Returns whether an edit takes a fence away. */
  static boolean removes(KernelEdit edit) {
    return edit.site().kind() == KernelSite.Kind.FENCE
        && edit.after().order() == MemoryOrder.RELAXED;
  }

  /** Returns an edit in words. */
  static String of(KernelEdit edit) {
    MemoryStrength before = edit.before();
    if (before == null) {
      return "add " + added(edit);
    }
    if (removes(edit)) {
      return "the fence is not needed";
    }
    MemoryStrength after = edit.after();
    List<String> changes = new ArrayList<>();
    if (before.order() != after.order()) {
      changes.add(order(before.order()) + " becomes " + order(after.order()));
    }
    if (before.failureOrder() != after.failureOrder()
        && edit.site().kind() == KernelSite.Kind.COMPARE_EXCHANGE) {
      changes.add(
          order(before.failureOrder())
              + " becomes "
              + order(after.failureOrder())
              + " where it fails");
    }
    if (before.scope() != after.scope()) {
      changes.add(scope(before.scope()) + " becomes " + scope(after.scope()));
    }
    if (!before.flags().equals(after.flags())) {
      changes.add(flags(before.flags()) + " becomes " + flags(after.flags()));
    }
    return edit.site().kind() + ": " + String.join(", ", changes);
  }
}
