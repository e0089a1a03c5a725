package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Step;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.FenceFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Happens-before of an execution that is drawn: of global memory, of local memory, or both, as the
 * steps belong to them. Of steps of different work-items those pairs are given that lead through no
 * other step.
 */
final class HappensBefore {
  private final List<Step> steps;
  private final Execution x;

  HappensBefore(List<Step> steps, Execution x) {
    this.steps = steps;
    this.x = x;
  }

  /** Returns the pairs. */
  List<int[]> pairs() {
    BitSet[] all = new BitSet[steps.size()];
    for (int a = 0; a < all.length; a++) {
      all[a] = new BitSet();
    }
    for (int region : List.of(Regions.GLOBAL, Regions.LOCAL)) {
      BitSet[] before = closure(region);
      for (int a = 0; a < all.length; a++) {
        for (int b = before[a].nextSetBit(0); b >= 0; b = before[a].nextSetBit(b + 1)) {
          if ((regions(steps.get(a)) & regions(steps.get(b)) & region) != 0) {
            all[a].set(b);
          }
        }
      }
    }
    List<int[]> pairs = new ArrayList<>();
    for (int a = 0; a < all.length; a++) {
      for (int b = all[a].nextSetBit(0); b >= 0; b = all[a].nextSetBit(b + 1)) {
        if (steps.get(a).item() != steps.get(b).item() && !leadsThrough(all, a, b)) {
          pairs.add(new int[] {a, b});
        }
      }
    }
    return pairs;
  }

  /** Returns whether a step is between two: after the one, and before the other. */
  private boolean leadsThrough(BitSet[] all, int a, int b) {
    for (int c = 0; c < all.length; c++) {
      boolean after = isSequenced(a, c) || all[a].get(c);
      boolean before = isSequenced(c, b) || all[c].get(b);
      if (c != a && c != b && after && before) {
        return true;
      }
    }
    return false;
  }

  private boolean isSequenced(int a, int b) {
    return a < b && steps.get(a).item() == steps.get(b).item();
  }

  private BitSet[] closure(int region) {
    int n = steps.size();
    BitSet[] before = new BitSet[n];
    for (int a = 0; a < n; a++) {
      before[a] = new BitSet(n);
      for (int b = 0; b < n; b++) {
        before[a].set(b, isSequenced(a, b) || isOrdered(a, b, region));
      }
    }
    for (int c = 0; c < n; c++) {
      for (int a = 0; a < n; a++) {
        if (before[a].get(c)) {
          before[a].or(before[c]);
        }
      }
    }
    return before;
  }

  /** Returns whether a release, or a barrier, orders steps of two work-items. */
  private boolean isOrdered(int a, int b, int region) {
    Step first = steps.get(a);
    Step second = steps.get(b);
    if (first.item() == second.item()) {
      return false;
    }
    Event from = first.event();
    Event to = second.event();
    if (from != null && to != null) {
      int common = from.regions() & to.regions() & region;
      return common != 0 && to.region(region).get(from.item()) >= from.time();
    }
    return met(first, region) && follows(first, b);
  }

  /** Returns whether a step is a meeting of a work-group that orders a region. */
  private static boolean met(Step step, int region) {
    if (step.meeting() == 0 || step.op().strength == null) {
      return false;
    }
    FenceFlag flag = region == Regions.GLOBAL ? FenceFlag.GLOBAL : FenceFlag.LOCAL;
    return step.op().says().flags().contains(flag);
  }

  /** Returns whether a step is the first of its work-item behind a meeting. */
  private boolean follows(Step meeting, int b) {
    for (int c = b - 1; c >= 0; c--) {
      if (steps.get(c).item() == steps.get(b).item()) {
        return steps.get(c).meeting() == meeting.meeting();
      }
    }
    return false;
  }

  /** Returns the regions that a step belongs to. */
  private int regions(Step step) {
    Event event = step.event();
    if (event != null) {
      return event.regions();
    }
    MemoryObject object =
        step.meeting() == 0 ? x.memory().object(Address.object(step.address())) : null;
    if (object == null) {
      return Regions.GLOBAL | Regions.LOCAL;
    }
    return object.space() == AddressSpace.LOCAL ? Regions.LOCAL : Regions.GLOBAL;
  }
}
