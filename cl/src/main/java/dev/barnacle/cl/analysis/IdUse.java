package dev.barnacle.cl.analysis;

import dev.barnacle.cl.internal.program.WatchedProgram;
import dev.barnacle.ir.WorkItemQuery.Kind;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ids by which a kernel tells its work-items apart (OpenCL C, "Work-Item Functions").
 *
 * @param asks whether it asks for any id but local ones, or for the number of work-items or
 *     work-groups
 * @param global the dimensions, from 0, that it asks global ids of
 * @param local those that it asks local ids of
 * @param group those that it asks group ids of
 */
public record IdUse(boolean asks, Set<Integer> global, Set<Integer> local, Set<Integer> group) {
  private static final Set<Kind> OTHERS =
      EnumSet.of(Kind.GLOBAL_LINEAR_ID, Kind.GLOBAL_SIZE, Kind.NUM_GROUPS);

  public IdUse {
    global = Set.copyOf(global);
    local = Set.copyOf(local);
    group = Set.copyOf(group);
  }

  static IdUse of(WatchedProgram program, String kernel) {
    Set<Integer> global = dimensions(program, kernel, EnumSet.of(Kind.GLOBAL_ID));
    Set<Integer> local = dimensions(program, kernel, EnumSet.of(Kind.LOCAL_ID));
    Set<Integer> group = dimensions(program, kernel, EnumSet.of(Kind.GROUP_ID));
    boolean others = !dimensions(program, kernel, OTHERS).isEmpty();
    return new IdUse(others || !global.isEmpty() || !group.isEmpty(), global, local, group);
  }

  private static Set<Integer> dimensions(WatchedProgram program, String kernel, Set<Kind> kinds) {
    return program.dimensions(kernel, kinds).boxed().collect(Collectors.toSet());
  }

  /** Returns how many dimensions an NDRange for it has at least. */
  public int dimensions() {
    return 1 + Stream.of(global, local, group).flatMap(Set::stream).reduce(0, Math::max);
  }

  /** Returns whether of a dimension it asks nothing: work-items there would all be the same one. */
  public boolean isUnused(int dimension) {
    return !local.contains(dimension) && !global.contains(dimension) && !group.contains(dimension);
  }

  /** Returns whether of a dimension it asks only where in its work-group a work-item is. */
  public boolean isOfOneGroup(int dimension) {
    return local.contains(dimension) && !global.contains(dimension) && !group.contains(dimension);
  }

  /** Returns whether it asks for local ids of the first dimension and nothing else. */
  public boolean isOfOneGroup() {
    return !asks && local.equals(Set.of(0));
  }

  /**
   * Returns whether work-groups are to be one work-item wide in a dimension: it asks for local ids
   * in others only, or just for the group.
   */
  public boolean isNarrow(int dimension) {
    return !local.contains(dimension)
        && (!local.isEmpty() || (group.contains(dimension) && !global.contains(dimension)));
  }
}
