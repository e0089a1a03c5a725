package dev.barnacle.frontend.internal.spirv.write;

import java.util.Map;
import java.util.OptionalLong;

/** Where a work-item is (OpenCL C, 6.15.1 and 6.15.19): built-in variables. */
final class WorkItemFunctions implements BuiltinCall.Family {
  private static final Map<String, String> VECTORS =
      Map.of(
          "get_global_size", "GlobalSize",
          "get_global_id", "GlobalInvocationId",
          "get_local_size", "WorkgroupSize",
          "get_enqueued_local_size", "EnqueuedWorkgroupSize",
          "get_local_id", "LocalInvocationId",
          "get_num_groups", "NumWorkgroups",
          "get_group_id", "WorkgroupId",
          "get_global_offset", "GlobalOffset");

  private static final Map<String, String> SCALARS =
      Map.of(
          "get_work_dim", "WorkDim",
          "get_global_linear_id", "GlobalLinearId",
          "get_local_linear_id", "LocalInvocationIndex",
          "get_sub_group_size", "SubgroupSize",
          "get_max_sub_group_size", "SubgroupMaxSize",
          "get_num_sub_groups", "NumSubgroups",
          "get_enqueued_num_sub_groups", "NumEnqueuedSubgroups",
          "get_sub_group_id", "SubgroupId",
          "get_sub_group_local_id", "SubgroupLocalInvocationId");

  private static final Map<String, String> MASKS =
      Map.of(
          "get_sub_group_eq_mask", "SubgroupEqMask",
          "get_sub_group_ge_mask", "SubgroupGeMask",
          "get_sub_group_gt_mask", "SubgroupGtMask",
          "get_sub_group_le_mask", "SubgroupLeMask",
          "get_sub_group_lt_mask", "SubgroupLtMask");

  private static final int DIMENSIONS = 3;

  @Override
  public int write(BuiltinCall call) {
    String vector = VECTORS.get(call.name());
    if (vector != null && call.count() == 1) {
      return component(call, vector);
    }
    String scalar = SCALARS.get(call.name());
    if (scalar == null) {
      scalar = MASKS.get(call.name());
      if (scalar != null) {
        SubGroupFunctions.need(call, "GroupNonUniformBallot");
      }
    }
    return scalar == null || call.count() != 0 ? OTHER : load(call, scalar, call.result());
  }

  private static int load(BuiltinCall call, String builtin, WrittenType type) {
    if (builtin.contains("ubgroup")) {
      call.body().module().text.capability("Kernel");
    }
    return call.body().emit("OpLoad", type, call.body().module().input(builtin, type));
  }

  private static int component(BuiltinCall call, String builtin) {
    Body body = call.body();
    WrittenType type = call.result();
    long beyond = builtin.contains("Size") || builtin.startsWith("Num") ? 1 : 0;
    OptionalLong dimension = call.constant(0);
    if (dimension.isPresent()
        && (dimension.getAsLong() < 0 || dimension.getAsLong() >= DIMENSIONS)) {
      return body.constants().integer(type, beyond);
    }
    int all = load(call, builtin, body.types().vector(type, DIMENSIONS));
    if (dimension.isPresent()) {
      return body.emit("OpCompositeExtract", type, all, (int) dimension.getAsLong());
    }
    int index = call.value(0);
    int within = body.emit("OpULessThan", body.types().bool(), index, call.integer(DIMENSIONS));
    int safe = body.emit("OpSelect", body.typeOf(index), within, index, call.integer(0));
    int one = body.emit("OpVectorExtractDynamic", type, all, safe);
    return body.emit("OpSelect", type, within, one, body.constants().integer(type, beyond));
  }
}
