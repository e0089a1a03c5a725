package dev.barnacle.cli.internal.stress;

import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Says to which work-group, sub-group and work-item of an instance each thread of a test belongs.
 */
final class Layout {
  private final LitmusTest test;
  private final boolean subGroups;

  Layout(LitmusTest test) {
    this.test = test;
    this.subGroups =
        test.threads().stream().anyMatch(t -> t.subGroup() > 0)
            || instructions().stream().anyMatch(i -> scope(i) == MemoryScope.SUB_GROUP);
  }

  private List<Instruction> instructions() {
    return test.threads().stream().flatMap(t -> t.function().instructions().stream()).toList();
  }

  private static MemoryScope scope(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad a -> a.scope();
      case AtomicStore a -> a.scope();
      case AtomicRmw a -> a.scope();
      case AtomicCompareExchange a -> a.scope();
      case Fence f -> f.scope();
      default -> MemoryScope.WORK_ITEM;
    };
  }

  private static MemoryOrder order(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad a -> a.order();
      case AtomicStore a -> a.order();
      case AtomicRmw a -> a.order();
      case AtomicCompareExchange a -> a.order();
      case Fence f -> f.order();
      default -> MemoryOrder.RELAXED;
    };
  }

  /** Returns whether the test speaks of sub-groups. */
  boolean hasSubGroups() {
    return subGroups;
  }

  /** Returns the work-group of a thread within its instance: each thread of C has its own. */
  int group(int thread) {
    if (test.dialect() == LitmusTest.Dialect.C) {
      return thread;
    }
    return rank(
        test.threads().stream().map(LitmusThread::workGroup).toList(),
        test.threads().get(thread).workGroup());
  }

  /** Returns how many work-groups an instance has. */
  int groups() {
    int most = 0;
    for (int t = 0; t < test.threads().size(); t++) {
      most = Math.max(most, group(t));
    }
    return most + 1;
  }

  /** Returns the sub-group of a thread within its work-group; 0 where there are none. */
  int part(int thread) {
    return subGroups && test.dialect() == LitmusTest.Dialect.OPENCL
        ? rank(
            test.threads().stream().map(LitmusThread::subGroup).toList(),
            test.threads().get(thread).subGroup())
        : 0;
  }

  /** Returns how many sub-groups a work-group of an instance has. */
  int parts() {
    int most = 0;
    for (int t = 0; t < test.threads().size(); t++) {
      most = Math.max(most, part(t));
    }
    return most + 1;
  }

  /** Returns the number of a thread among those of its sub-group, or work-group. */
  int rank(int thread) {
    int rank = 0;
    for (int t = 0; t < thread; t++) {
      rank += group(t) == group(thread) && part(t) == part(thread) ? 1 : 0;
    }
    return rank;
  }

  /** Returns how many threads a sub-group, or work-group, has at most. */
  int ranks() {
    int most = 0;
    for (int t = 0; t < test.threads().size(); t++) {
      most = Math.max(most, rank(t));
    }
    return most + 1;
  }

  private static int rank(List<Integer> all, int one) {
    return (int) all.stream().distinct().filter(other -> other < one).count();
  }

  /** Returns the orders and scopes that a device of OpenCL 3.0 may lack. */
  static List<String> capabilities(LitmusTest test) {
    Set<String> needed = new LinkedHashSet<>();
    needed.add("CL_DEVICE_ATOMIC_ORDER_RELAXED");
    needed.add("CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP");
    needed.add("CL_DEVICE_ATOMIC_SCOPE_DEVICE");
    boolean fromC = test.dialect() == LitmusTest.Dialect.C;
    for (Instruction instruction : new Layout(test).instructions()) {
      switch (order(instruction)) {
        case RELAXED -> {}
        case SEQ_CST -> needed.add("CL_DEVICE_ATOMIC_ORDER_SEQ_CST");
        default -> needed.add("CL_DEVICE_ATOMIC_ORDER_ACQ_REL");
      }
      if (!fromC && scope(instruction) == MemoryScope.ALL_SVM_DEVICES) {
        needed.add("CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES");
      }
    }
    return new ArrayList<>(needed);
  }
}
