package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.ArrayList;
import java.util.List;

/** Places the work-items of launches: by launch, work-group, and in each by local linear id. */
public final class Places {
  private static final long MOST = 65_536;

  private final LaunchMemory memory;
  private final int usualSubGroupSize;
  private final List<Place> places = new ArrayList<>();
  private int groups;
  private int subGroups;

  // Of the launch whose work-items are being placed.
  private KernelLaunch launch;
  private int number;
  private int subGroupSize;
  private byte[] structs = {};

  /**
   * Places them.
   *
   * @throws ExploreException if there are too many
   */
  public Places(List<KernelLaunch> launches, LaunchMemory memory, int subGroupSize)
      throws ExploreException {
    this.memory = memory;
    this.usualSubGroupSize = subGroupSize;
    this.launch = launches.getFirst();
    for (KernelLaunch each : launches) {
      launch = each;
      structs = LaunchMemory.structs(each);
      place();
      number++;
    }
  }

  /** Returns where each work-item stands. */
  public Place[] all() {
    return places.toArray(new Place[0]);
  }

  private void place() throws ExploreException {
    NdRange range = launch.range();
    long items =
        Math.multiplyHigh(range.global(0), range.global(1)) != 0
            ? MOST + 1
            : range.global(0) * range.global(1);
    if (items > MOST || items * range.global(2) > MOST - places.size()) {
      throw new ExploreException("more than " + MOST + " work-items", null);
    }
    int required = SubGroupSizes.required(launch.kernel());
    subGroupSize = required == 0 ? usualSubGroupSize : required;
    for (long z = 0; z < range.groups(2); z++) {
      for (long y = 0; y < range.groups(1); y++) {
        for (long x = 0; x < range.groups(0); x++) {
          group(groups++, List.of(x, y, z));
        }
      }
    }
  }

  /** Returns a place for each work-group, behind those of all work-items. */
  Place[] agents() {
    List<Place> agents = new ArrayList<>();
    for (Place place : places) {
      if (place.group() == agents.size()) {
        agents.add(place.at(places.size() + agents.size()));
      }
    }
    return agents.toArray(new Place[0]);
  }

  private void group(int group, List<Long> id) throws ExploreException {
    NdRange range = launch.range();
    List<Long> size = new ArrayList<>();
    for (int d = 0; d < 3; d++) {
      size.add(Math.min(range.local(d), range.global(d) - id.get(d) * range.local(d)));
    }
    long[] constants = memory.constants(launch, group);
    int items = (int) (size.get(0) * size.get(1) * size.get(2));
    for (int i = 0; i < items; i++) {
      List<Long> local =
          List.of(i % size.get(0), i / size.get(0) % size.get(1), i / (size.get(0) * size.get(1)));
      places.add(
          new Place(
              places.size(),
              number,
              group,
              subGroups + i / subGroupSize,
              ids(id, size, local, items, i),
              constants,
              memory.arguments(launch, group, places.size()),
              structs));
    }
    subGroups += Math.ceilDiv(items, subGroupSize);
  }

  private Place.Ids ids(
      List<Long> group, List<Long> size, List<Long> local, int items, int linear) {
    NdRange range = launch.range();
    List<Long> global = new ArrayList<>();
    for (int d = 0; d < 3; d++) {
      global.add(range.offset(d) + group.get(d) * range.local(d) + local.get(d));
    }
    int first = linear / subGroupSize * subGroupSize;
    int full = (int) range.groupSize();
    return new Place.Ids(
        range.dimensions(),
        global,
        local,
        group,
        new Place.Sizes(
            List.of(range.global(0), range.global(1), range.global(2)),
            List.of(range.local(0), range.local(1), range.local(2)),
            size,
            List.of(range.groups(0), range.groups(1), range.groups(2)),
            List.of(range.offset(0), range.offset(1), range.offset(2))),
        new Place.SubGroup(
            Math.min(subGroupSize, items - first),
            Math.min(subGroupSize, full),
            Math.ceilDiv(items, subGroupSize),
            Math.ceilDiv(full, subGroupSize),
            linear / subGroupSize),
        linear % subGroupSize);
  }
}
