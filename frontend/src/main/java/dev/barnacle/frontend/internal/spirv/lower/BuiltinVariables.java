package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The built-in variables (SPIR-V, 3.21 "BuiltIn"): a function that names one has a private variable
 * with its value.
 */
final class BuiltinVariables {
  private static final Map<String, String> QUERIES =
      Map.ofEntries(
          Map.entry("NumWorkgroups", "get_num_groups"),
          Map.entry("WorkgroupSize", "get_local_size"),
          Map.entry("WorkgroupId", "get_group_id"),
          Map.entry("LocalInvocationId", "get_local_id"),
          Map.entry("GlobalInvocationId", "get_global_id"),
          Map.entry("GlobalSize", "get_global_size"),
          Map.entry("EnqueuedWorkgroupSize", "get_enqueued_local_size"),
          Map.entry("GlobalOffset", "get_global_offset"),
          Map.entry("LocalInvocationIndex", "get_local_linear_id"),
          Map.entry("WorkDim", "get_work_dim"),
          Map.entry("GlobalLinearId", "get_global_linear_id"),
          Map.entry("SubgroupSize", "get_sub_group_size"),
          Map.entry("SubgroupMaxSize", "get_max_sub_group_size"),
          Map.entry("NumSubgroups", "get_num_sub_groups"),
          Map.entry("NumEnqueuedSubgroups", "get_enqueued_num_sub_groups"),
          Map.entry("SubgroupId", "get_sub_group_id"),
          Map.entry("SubgroupLocalInvocationId", "get_sub_group_local_id"),
          Map.entry("SubgroupEqMask", "get_sub_group_eq_mask"),
          Map.entry("SubgroupGeMask", "get_sub_group_ge_mask"),
          Map.entry("SubgroupGtMask", "get_sub_group_gt_mask"),
          Map.entry("SubgroupLeMask", "get_sub_group_le_mask"),
          Map.entry("SubgroupLtMask", "get_sub_group_lt_mask"));

  /** What the library's functions of one number give. */
  private static final Set<String> LONG = Set.of("LocalInvocationIndex", "GlobalLinearId");

  private BuiltinVariables() {}

  static boolean isBuiltin(SpirvInstruction variable, SpirvModule module) {
    return module.types().get(variable.type(), variable) instanceof SpirvType.Pointer pointer
        && pointer.storage() == StorageClass.INPUT;
  }

  /** Writes the variables that a function's instructions name at its head. */
  static void define(FunctionCode code, List<SpirvInstruction> body) {
    Set<Integer> inputs = new HashSet<>();
    for (SpirvInstruction variable : code.module().variables()) {
      if (isBuiltin(variable, code.module())) {
        inputs.add(variable.result());
      }
    }
    if (inputs.isEmpty()) {
      return;
    }
    Set<Integer> done = new HashSet<>();
    for (SpirvInstruction instruction : body) {
      for (int id : instruction.operandsFrom(0)) {
        if (inputs.contains(id) && done.add(id)) {
          define(code, code.module().definition(id, instruction), instruction);
        }
      }
    }
  }

  private static void define(FunctionCode code, SpirvInstruction variable, SpirvInstruction user) {
    code.setCurrent(user);
    SpirvType type =
        ((SpirvType.Pointer) code.module().types().get(variable.type(), variable)).pointee().get();
    int number =
        code.module()
            .decorations()
            .number(variable.result(), Decorations.BUILT_IN)
            .orElseThrow(() -> variable.invalid("an Input variable that is no built-in one"));
    String builtin = SpirvNames.describe("BuiltIn", number);
    String query = QUERIES.get(builtin);
    if (query == null) {
      throw variable.invalid("the built-in variable " + builtin + " is not supported");
    }
    String name = "%b" + variable.result();
    code.effect(name + " = alloca " + type.llvm());
    code.effect("store " + type.llvm() + " " + value(code, builtin, query, type) + ", ptr " + name);
    code.setText(variable.result(), name);
  }

  private static String value(FunctionCode code, String builtin, String query, SpirvType type) {
    if (builtin.endsWith("Mask")) {
      return code.temporary(code.library(query, type, List.of(), List.of()));
    }
    if (!(type instanceof SpirvType.Vector vector)) {
      SpirvType own = new SpirvType.Int(LONG.contains(builtin) ? 64 : 32);
      String value = code.temporary(code.library(query, own, List.of(), List.of()));
      return resized(code, value, own, type);
    }
    SpirvType size = new SpirvType.Int(64);
    List<MangledArgument> dimension = List.of(MangledArgument.unsigned(new SpirvType.Int(32)));
    String whole = "poison";
    for (int k = 0; k < vector.count(); k++) {
      String one = code.temporary(code.library(query, size, dimension, List.of("i32 " + k)));
      whole =
          code.temporary(
              "insertelement %s %s, %s %s, i32 %d"
                  .formatted(
                      type.llvm(),
                      whole,
                      vector.element().llvm(),
                      resized(code, one, size, vector.element()),
                      k));
    }
    return whole;
  }

  private static String resized(FunctionCode code, String value, SpirvType from, SpirvType to) {
    if (from.llvm().equals(to.llvm())) {
      return value;
    }
    String operation = to.llvm().equals("i64") ? "zext" : "trunc";
    return code.temporary(operation + " " + from.llvm() + " " + value + " to " + to.llvm());
  }
}
