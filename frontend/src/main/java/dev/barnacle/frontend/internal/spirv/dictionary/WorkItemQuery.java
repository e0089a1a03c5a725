package dev.barnacle.frontend.internal.spirv.dictionary;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A built-in variable (SPIR-V, 3.21 "BuiltIn") and the function of OpenCL C that gives its value.
 *
 * @param builtin the variable
 * @param function the function
 * @param kind what the function takes and gives
 */
public record WorkItemQuery(String builtin, String function, Kind kind) {
  /** The signature of a function. */
  public enum Kind {
    /** A number of a dimension; the variable is a vector of three. */
    VECTOR,
    /** An integer of 32 bits. */
    INT,
    /** An integer of 64 bits. */
    LONG,
    /** A set of work-items of a sub-group. */
    MASK
  }

  private static final List<WorkItemQuery> ALL =
      List.of(
          new WorkItemQuery("NumWorkgroups", "get_num_groups", Kind.VECTOR),
          new WorkItemQuery("WorkgroupSize", "get_local_size", Kind.VECTOR),
          new WorkItemQuery("WorkgroupId", "get_group_id", Kind.VECTOR),
          new WorkItemQuery("LocalInvocationId", "get_local_id", Kind.VECTOR),
          new WorkItemQuery("GlobalInvocationId", "get_global_id", Kind.VECTOR),
          new WorkItemQuery("GlobalSize", "get_global_size", Kind.VECTOR),
          new WorkItemQuery("EnqueuedWorkgroupSize", "get_enqueued_local_size", Kind.VECTOR),
          new WorkItemQuery("GlobalOffset", "get_global_offset", Kind.VECTOR),
          new WorkItemQuery("LocalInvocationIndex", "get_local_linear_id", Kind.LONG),
          new WorkItemQuery("GlobalLinearId", "get_global_linear_id", Kind.LONG),
          new WorkItemQuery("WorkDim", "get_work_dim", Kind.INT),
          new WorkItemQuery("SubgroupSize", "get_sub_group_size", Kind.INT),
          new WorkItemQuery("SubgroupMaxSize", "get_max_sub_group_size", Kind.INT),
          new WorkItemQuery("NumSubgroups", "get_num_sub_groups", Kind.INT),
          new WorkItemQuery("NumEnqueuedSubgroups", "get_enqueued_num_sub_groups", Kind.INT),
          new WorkItemQuery("SubgroupId", "get_sub_group_id", Kind.INT),
          new WorkItemQuery("SubgroupLocalInvocationId", "get_sub_group_local_id", Kind.INT),
          new WorkItemQuery("SubgroupEqMask", "get_sub_group_eq_mask", Kind.MASK),
          new WorkItemQuery("SubgroupGeMask", "get_sub_group_ge_mask", Kind.MASK),
          new WorkItemQuery("SubgroupGtMask", "get_sub_group_gt_mask", Kind.MASK),
          new WorkItemQuery("SubgroupLeMask", "get_sub_group_le_mask", Kind.MASK),
          new WorkItemQuery("SubgroupLtMask", "get_sub_group_lt_mask", Kind.MASK));

  private static final Map<String, WorkItemQuery> BY_BUILTIN =
      ALL.stream().collect(Collectors.toMap(WorkItemQuery::builtin, Function.identity()));
  private static final Map<String, WorkItemQuery> BY_FUNCTION =
      ALL.stream().collect(Collectors.toMap(WorkItemQuery::function, Function.identity()));

  /** Returns the row of a built-in variable; null where kernels have none of that name. */
  public static @Nullable WorkItemQuery ofBuiltin(String name) {
    return BY_BUILTIN.get(name);
  }

  /** Returns the row of a function; null where it is none of these. */
  public static @Nullable WorkItemQuery ofFunction(String name) {
    return BY_FUNCTION.get(name);
  }
}
