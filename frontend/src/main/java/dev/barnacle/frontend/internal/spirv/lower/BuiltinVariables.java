package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.AccessChain;
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

  /** Constant addresses are looked into this deep. */
  private static final int DEPTH = 8;

  private BuiltinVariables() {}

  /**
   * Returns whether a variable is a built-in one. Some producers (DPC++) declare these in global
   * memory, as if they were imported.
   */
  static boolean isBuiltin(SpirvInstruction variable, SpirvModule module) {
    return variable.name().equals("OpVariable")
        && module.types().get(variable.type(), variable) instanceof SpirvType.Pointer pointer
        && (pointer.storage() == StorageClass.INPUT
            || module.decorations().has(variable.result(), Decorations.BUILT_IN));
  }

  /** Returns the built-in variables of a module, and the constant addresses in them. */
  static Set<Integer> of(SpirvModule module) {
    Set<Integer> roots = new HashSet<>();
    for (SpirvInstruction variable : module.variables()) {
      if (isBuiltin(variable, module)) {
        roots.add(variable.result());
      }
    }
    Set<Integer> all = new HashSet<>(roots);
    if (!roots.isEmpty()) {
      for (int id : module.ids("OpSpecConstantOp")) {
        if (reaches(module, id, roots, DEPTH)) {
          all.add(id);
        }
      }
    }
    return all;
  }

  /** Returns whether an id is a built-in variable, or a constant address in one. */
  private static boolean reaches(SpirvModule module, int id, Set<Integer> roots, int depth) {
    if (roots.contains(id)) {
      return true;
    }
    SpirvInstruction definition = module.definition(id);
    return depth > 0
        && definition != null
        && definition.name().equals("OpSpecConstantOp")
        && definition.operands() > 1
        && reaches(module, definition.operand(1), roots, depth - 1);
  }

  /**
   * Says of the built-in variables that a function's instructions name, and of the pointers that
   * are made of them, that they are private, whatever their storage class is.
   */
  static void findPointers(FunctionCode code, List<SpirvInstruction> body) {
    if (code.builtins().isEmpty()) {
      return;
    }
    for (SpirvInstruction instruction : body) {
      for (int k = 0; k < instruction.operands(); k++) {
        if (code.builtins().contains(instruction.operand(k))) {
          code.setPrivate(instruction.operand(k));
        }
      }
      boolean derived =
          switch (instruction.name()) {
            case "OpBitcast", "OpCopyObject" -> true;
            default -> instruction.name().endsWith("AccessChain");
          };
      if (derived && code.isPrivate(instruction.operand(0))) {
        code.setPrivate(instruction.result());
      }
    }
  }

  /** Writes the variables that a function's instructions name at its head. */
  static void define(FunctionCode code, List<SpirvInstruction> body) {
    if (code.builtins().isEmpty()) {
      return;
    }
    for (SpirvInstruction instruction : body) {
      for (int k = 0; k < instruction.operands(); k++) {
        if (code.builtins().contains(instruction.operand(k))) {
          define(code, instruction.operand(k), instruction);
        }
      }
    }
  }

  private static void define(FunctionCode code, int id, SpirvInstruction user) {
    if (code.hasText(id)) {
      return;
    }
    SpirvInstruction definition = code.module().definition(id, user);
    if (definition.name().equals("OpVariable")) {
      code.setCurrent(user);
      variable(code, definition);
    } else {
      define(code, definition.operand(1), user);
      code.setCurrent(user);
      address(code, definition);
    }
  }

  private static void address(FunctionCode code, SpirvInstruction constant) {
    int base = constant.operand(1);
    SpirvNames.Operation operation = SpirvNames.operation(constant.operand(0));
    String name = operation == null ? "" : operation.name();
    code.setPrivate(base);
    if (name.equals("OpBitcast")) {
      code.setText(constant.result(), code.value(base));
    } else if (name.endsWith("AccessChain")) {
      AccessChain chain = new AccessChain(code.module(), constant);
      String operands =
          chain.operands(base, constant.operandsFrom(2), name.contains("Ptr"), code::typed);
      code.setText(constant.result(), code.temporary("getelementptr " + operands));
    } else {
      throw constant.invalid(name + " of a built-in variable is not supported");
    }
  }

  private static void variable(FunctionCode code, SpirvInstruction variable) {
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
