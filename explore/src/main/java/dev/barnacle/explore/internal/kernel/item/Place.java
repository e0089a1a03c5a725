package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.WorkItemQuery;
import java.util.List;

/**
 * The place of a work-item in its NDRange, which never changes.
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
   * The sizes of an NDRange; each list has three entries.
   *
   * @param enqueued the size of its work-groups
   * @param local that of the work-group, which may be a smaller one
   */
  public record Sizes(
      List<Long> global,
      List<Long> enqueued,
      List<Long> local,
      List<Long> groups,
      List<Long> offset) {}

  /**
   * A sub-group.
   *
   * @param size how many work-items it has
   * @param most how many the largest one has
   * @param count how many sub-groups its work-group has
   * @param enqueued how many a whole work-group has
   * @param id its number in the work-group
   */
  public record SubGroup(int size, int most, int count, int enqueued, int id) {}

  /**
   * The sizes and ids of a work-item; each list has three entries.
   *
   * @param dimensions how many dimensions there are
   * @param inSubGroup its number in its sub-group
   */
  public record Ids(
      int dimensions,
      List<Long> global,
      List<Long> local,
      List<Long> group,
      Sizes sizes,
      SubGroup subGroup,
      int inSubGroup) {

    /**
     * Returns what a query gives.
     *
     * @param d the dimension that is asked for, at most 3, which there is not
     */
    public long of(WorkItemQuery.Kind kind, int d) {
      return switch (kind) {
        case WORK_DIM -> dimensions;
        case GLOBAL_SIZE -> d < 3 ? sizes.global().get(d) : 1;
        case GLOBAL_ID -> d < 3 ? global.get(d) : 0;
        case LOCAL_SIZE -> d < 3 ? sizes.local().get(d) : 1;
        case ENQUEUED_LOCAL_SIZE -> d < 3 ? sizes.enqueued().get(d) : 1;
        case LOCAL_ID -> d < 3 ? local.get(d) : 0;
        case NUM_GROUPS -> d < 3 ? sizes.groups().get(d) : 1;
        case GROUP_ID -> d < 3 ? group.get(d) : 0;
        case GLOBAL_OFFSET -> d < 3 ? sizes.offset().get(d) : 0;
        case GLOBAL_LINEAR_ID -> globalLinear();
        case LOCAL_LINEAR_ID ->
            (local.get(2) * sizes.local().get(1) + local.get(1)) * sizes.local().get(0)
                + local.get(0);
        case SUB_GROUP_SIZE -> subGroup.size();
        case MAX_SUB_GROUP_SIZE -> subGroup.most();
        case NUM_SUB_GROUPS -> subGroup.count();
        case ENQUEUED_NUM_SUB_GROUPS -> subGroup.enqueued();
        case SUB_GROUP_ID -> subGroup.id();
        case SUB_GROUP_LOCAL_ID -> inSubGroup;
      };
    }

    private long globalLinear() {
      long result = 0;
      for (int d = 2; d >= 0; d--) {
        result = result * sizes.global().get(d) + global.get(d) - sizes.offset().get(d);
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
