package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.ir.AddressSpace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The places of the threads: their sub-groups, work-groups and devices. A test gives them after
 * each thread's name, {@code P0@wg 1, dev 0}. Or it has a scope tree after the threads, {@code
 * scopeTree (device (work_group P0 P1) (work_group P2))}. What is left out is 0.
 */
final class Placement {
  private static final Set<String> SUB_GROUP = Set.of("sg", "sub_group");
  private static final Set<String> WORK_GROUP = Set.of("wg", "work_group", "cta");
  private static final Set<String> DEVICE = Set.of("dev", "dv", "device", "gpu");
  private static final Set<String> ALL = Set.of("sys", "system", "all_svm_devices", "all_devices");

  /** The numbers of a thread's sub-group, work-group and device. */
  record Place(int subGroup, int workGroup, int device) {
    static final Place FIRST = new Place(0, 0, 0);
  }

  private final Map<Integer, Place> places = new HashMap<>();
  private int subGroups;
  private int workGroups;
  private int devices;

  /** The place that a scope tree gives a thread, or null. */
  @org.jspecify.annotations.Nullable
  Place of(int thread) {
    return places.get(thread);
  }

  /** Reads what stands after the threads. */
  void read(List<LitmusParser.PlacementContext> list, InitialState locations) {
    for (LitmusParser.PlacementContext p : list) {
      switch (p) {
        case LitmusParser.ScopePlacementContext s ->
            s.scopeTree().forEach(t -> tree(t, Place.FIRST));
        case LitmusParser.RegionPlacementContext r ->
            r.region().forEach(one -> region(one, locations));
        default -> throw LitmusErrors.at(p, "unknown placement");
      }
    }
  }

  private void tree(LitmusParser.ScopeTreeContext tree, Place around) {
    if (tree.PROC() != null) {
      int thread = LitmusNumbers.thread(tree.PROC().getText(), tree);
      if (places.put(thread, around) != null) {
        throw LitmusErrors.at(tree, "thread " + thread + " is in the scope tree twice");
      }
      return;
    }
    Place here = tree.NAME() == null ? around : inside(tree, around);
    tree.scopeTree().forEach(t -> tree(t, here));
  }

  private Place inside(LitmusParser.ScopeTreeContext tree, Place around) {
    String name = tree.NAME().getText();
    if (DEVICE.contains(name)) {
      return new Place(0, 0, devices++);
    }
    if (WORK_GROUP.contains(name)) {
      return new Place(0, workGroups++, around.device());
    }
    if (SUB_GROUP.contains(name)) {
      return new Place(subGroups++, around.workGroup(), around.device());
    }
    if (ALL.contains(name)) {
      return around;
    }
    throw LitmusErrors.at(
        tree.NAME().getSymbol(),
        "expected device, work_group or sub_group in the scope tree, found '" + name + "'");
  }

  private static void region(LitmusParser.RegionContext region, InitialState locations) {
    String where = region.getChild(2).getText();
    InitialState.Shared s = locations.existing(region.NAME(0).getText(), region);
    switch (where) {
      case "global", "__global" -> s.lies(AddressSpace.GLOBAL);
      case "local", "__local" -> s.lies(AddressSpace.LOCAL);
      default -> {
        // Bell's regions have names of their own, which no model for C asks for.
      }
    }
  }

  /** Returns the place in a thread's head. */
  static Place written(LitmusParser.ThreadContext thread) {
    int subGroup = 0;
    int workGroup = 0;
    int device = 0;
    for (LitmusParser.ScopeItemContext item : thread.scopeItem()) {
      String name = item.NAME().getText();
      long number = LitmusNumbers.integer(item.INT().getText(), item);
      if (number > 1000) {
        throw LitmusErrors.at(item, "the number of this " + name + " is too big");
      }
      if (SUB_GROUP.contains(name)) {
        subGroup = (int) number;
      } else if (WORK_GROUP.contains(name)) {
        workGroup = (int) number;
      } else if (DEVICE.contains(name)) {
        device = (int) number;
      } else {
        throw LitmusErrors.at(item, "expected sg, wg or dev, found '" + name + "'");
      }
    }
    return new Place(subGroup, workGroup, device);
  }
}
