package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.ir.MemoryScope;
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
      int subGroupLocalId) {}

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
