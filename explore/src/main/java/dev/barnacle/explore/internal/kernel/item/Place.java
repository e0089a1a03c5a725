package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.WorkItemQuery;
import java.util.List;

/**
 * Where a work-item stands in its NDRange, which never changes.
 *
 * @param index its number among all work-items of the exploration
 * @param launch its launch's number among those that are explored together
 * @param group its work-group's number among all
 * @param subGroup its sub-group's number among all
 * @param range the sizes and ids that queries ask for
 * @param constants the constants, with the addresses of its work-group's local memory
 * @param arguments what the parameters' registers hold at first
 * @param structs what private memory holds at first: the structs that are passed by value
 */
@SuppressWarnings("ArrayRecordComponent") // never changed once made
public record Place(
    int index,
    int launch,
    int group,
    int subGroup,
    Ids range,
    long[] constants,
    long[] arguments,
    byte[] structs) {

  /**
   * The sizes and ids of a work-item; each list has three entries.
   *
   * @param dimensions how many dimensions there are
   * @param subGroupSize the size of its sub-group
   * @param subGroups how many sub-groups its work-group has
   * @param subGroupId its sub-group's number in the work-group
   * @param subGroupLocalId its own in that
   */
  public record Ids(
      int dimensions,
      List<Long> global,
      List<Long> local,
      List<Long> group,
      List<Long> globalSize,
      List<Long> enqueuedLocalSize,
      List<Long> localSize,
      List<Long> groups,
      List<Long> offset,
      int subGroupSize,
      int maxSubGroupSize,
      int subGroups,
      int enqueuedSubGroups,
      int subGroupId,
      int subGroupLocalId) {

    /**
     * Returns what a query gives.
     *
     * @param d the dimension that is asked for, at most 3, which there is not
     */
    public long of(WorkItemQuery.Kind kind, int d) {
      return switch (kind) {
        case WORK_DIM -> dimensions;
        case GLOBAL_SIZE -> d < 3 ? globalSize.get(d) : 1;
        case GLOBAL_ID -> d < 3 ? global.get(d) : 0;
        case LOCAL_SIZE -> d < 3 ? localSize.get(d) : 1;
        case ENQUEUED_LOCAL_SIZE -> d < 3 ? enqueuedLocalSize.get(d) : 1;
        case LOCAL_ID -> d < 3 ? local.get(d) : 0;
        case NUM_GROUPS -> d < 3 ? groups.get(d) : 1;
        case GROUP_ID -> d < 3 ? group.get(d) : 0;
        case GLOBAL_OFFSET -> d < 3 ? offset.get(d) : 0;
        case GLOBAL_LINEAR_ID -> globalLinear();
        case LOCAL_LINEAR_ID ->
            (local.get(2) * localSize.get(1) + local.get(1)) * localSize.get(0) + local.get(0);
        case SUB_GROUP_SIZE -> subGroupSize;
        case MAX_SUB_GROUP_SIZE -> maxSubGroupSize;
        case NUM_SUB_GROUPS -> subGroups;
        case ENQUEUED_NUM_SUB_GROUPS -> enqueuedSubGroups;
        case SUB_GROUP_ID -> subGroupId;
        case SUB_GROUP_LOCAL_ID -> subGroupLocalId;
      };
    }

    private long globalLinear() {
      long result = 0;
      for (int d = 2; d >= 0; d--) {
        result = result * globalSize.get(d) + global.get(d) - offset.get(d);
      }
      return result;
    }
  }

  /** Returns the same place with another number. */
  public Place at(int number) {
    return new Place(number, launch, group, subGroup, range, constants, arguments, structs);
  }

  /** Returns the narrowest scope that both are in. */
  public MemoryScope common(Place other) {
    if (index == other.index) {
      return MemoryScope.WORK_ITEM;
    }
    return subGroup == other.subGroup
        ? MemoryScope.SUB_GROUP
        : group == other.group ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
  }
}
