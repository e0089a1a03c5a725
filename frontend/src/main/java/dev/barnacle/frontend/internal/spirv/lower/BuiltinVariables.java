package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.dictionary.WorkItemQuery;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.AccessChain;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.IdSet;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import java.util.List;

/**
 * The built-in variables (SPIR-V, 3.21 "BuiltIn"): a function that names one has a private variable
 * with its value.
 */
final class BuiltinVariables {
  /** Constant addresses are looked into this deep. */
  private static final int DEPTH = 8;

  private BuiltinVariables() {}

  /**
   * Returns whether a variable is a built-in one. Some producers (DPC++) declare these in global
   * memory, as if they were imported.
   */
  static boolean isBuiltin(SpirvInstruction variable, SpirvModule module) {
    return variable.name().equals(Opcode.VARIABLE)
        && module.types().get(variable.type(), variable) instanceof SpirvType.Pointer pointer
        && (pointer.storage() == StorageClass.INPUT
            || module.decorations().has(variable.result(), Decorations.BUILT_IN));
  }

  /** Returns the built-in variables of a module, and the constant addresses in them. */
  static IdSet of(SpirvModule module) {
    IdSet roots = new IdSet();
    IdSet all = new IdSet();
    for (SpirvInstruction variable : module.variables()) {
      if (isBuiltin(variable, module)) {
        roots.add(variable.result());
        all.add(variable.result());
      }
    }
    if (!roots.isEmpty()) {
      for (int id : module.ids(Opcode.SPEC_CONSTANT_OP)) {
        if (reaches(module, id, roots, DEPTH)) {
          all.add(id);
        }
      }
    }
    return all;
  }

  /** Returns whether an id is a built-in variable, or a constant address in one. */
  private static boolean reaches(SpirvModule module, int id, IdSet roots, int depth) {
    if (roots.contains(id)) {
      return true;
    }
    SpirvInstruction definition = module.definition(id);
    return depth > 0
        && definition != null
        && definition.name().equals(Opcode.SPEC_CONSTANT_OP)
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
    code.loads().find(code.builtins(), body);
    for (SpirvInstruction instruction : body) {
      for (int k = 0; k < BuiltinLoads.ids(instruction); k++) {
        if (code.builtins().contains(instruction.operand(k))) {
          code.setPrivate(instruction.operand(k));
        }
      }
      boolean derived =
          switch (instruction.name()) {
            case Opcode.BITCAST, Opcode.COPY_OBJECT -> true;
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
      for (int k = 0; k < BuiltinLoads.ids(instruction); k++) {
        int id = instruction.operand(k);
        if (code.builtins().contains(id) && !code.loads().isLoaded(id)) {
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
    if (definition.name().equals(Opcode.VARIABLE)) {
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
    if (name.equals(Opcode.BITCAST)) {
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
    String type = type(code, variable).llvm();
    String name = "%b" + variable.result();
    code.effect(name + " = alloca " + type);
    String value = code.temporary(value(code, variable));
    code.effect("store " + type + " " + value + ", ptr " + name);
    code.setText(variable.result(), name);
  }

  /** Writes the load of a built-in variable that is only loaded; returns whether it is one. */
  static boolean load(FunctionCode code, SpirvInstruction load) {
    SpirvInstruction variable = code.module().definition(load.operand(0), load);
    if (!variable.name().equals(Opcode.VARIABLE) || !code.loads().isLoaded(load.operand(0))) {
      return false;
    }
    boolean inParts =
        type(code, variable) instanceof SpirvType.Vector
            && code.loads().variableOf(load.result()) != null;
    if (!inParts) {
      code.define(value(code, variable));
    }
    return true;
  }

  /** Writes a component of a built-in variable; returns whether it is one of such a load. */
  static boolean component(FunctionCode code, SpirvInstruction extract) {
    Integer id = code.loads().variableOf(extract.operand(0));
    if (id == null
        || !(type(code, code.module().definition(id, extract))
            instanceof SpirvType.Vector vector)) {
      return false;
    }
    int index = extract.operand(1);
    if (index < 0 || index >= vector.count()) {
      throw extract.invalid("there is no part " + Integer.toUnsignedString(index));
    }
    if (!vector.element().llvm().equals(code.resultType().llvm())) {
      throw extract.invalid("its type is not that of the part");
    }
    code.define(
        component(
            code, query(code.module().definition(id, extract), code).function(), vector, index));
    return true;
  }

  private static SpirvType type(FunctionCode code, SpirvInstruction variable) {
    return ((SpirvType.Pointer) code.module().types().get(variable.type(), variable))
        .pointee()
        .get();
  }

  /** Returns the function of OpenCL C that gives a variable's value. */
  private static WorkItemQuery query(SpirvInstruction variable, FunctionCode code) {
    int number =
        code.module()
            .decorations()
            .number(variable.result(), Decorations.BUILT_IN)
            .orElseThrow(() -> variable.invalid("an Input variable that is no built-in one"));
    String builtin = SpirvNames.describe("BuiltIn", number);
    WorkItemQuery query = WorkItemQuery.ofBuiltin(builtin);
    if (query == null) {
      throw variable.invalid("the built-in variable " + builtin + " is not supported");
    }
    return query;
  }

  /** Returns the operation that gives a variable's value. */
  private static String value(FunctionCode code, SpirvInstruction variable) {
    SpirvType type = type(code, variable);
    WorkItemQuery query = query(variable, code);
    String function = query.function();
    if (query.kind() == WorkItemQuery.Kind.MASK) {
      return code.library(function, type, List.of(), List.of());
    }
    if (!(type instanceof SpirvType.Vector vector)) {
      SpirvType own = new SpirvType.Int(query.kind() == WorkItemQuery.Kind.LONG ? 64 : 32);
      return resized(code, code.library(function, own, List.of(), List.of()), own, type);
    }
    String whole = "poison";
    String operation = "";
    for (int k = 0; k < vector.count(); k++) {
      String one = code.temporary(component(code, function, vector, k));
      operation =
          "insertelement %s %s, %s %s, i32 %d"
              .formatted(type.llvm(), whole, vector.element().llvm(), one, k);
      whole = k == vector.count() - 1 ? "" : code.temporary(operation);
    }
    return operation;
  }

  private static String component(
      FunctionCode code, String query, SpirvType.Vector vector, int index) {
    SpirvType size = new SpirvType.Int(64);
    List<MangledArgument> dimension = List.of(MangledArgument.unsigned(new SpirvType.Int(32)));
    String call = code.library(query, size, dimension, List.of("i32 " + index));
    return resized(code, call, size, vector.element());
  }

  /** Returns an operation that gives what another one gives, in the width of a type. */
  private static String resized(FunctionCode code, String operation, SpirvType from, SpirvType to) {
    if (from.llvm().equals(to.llvm())) {
      return operation;
    }
    return (to.llvm().equals("i64") ? "zext " : "trunc ")
        + from.llvm()
        + " "
        + code.temporary(operation)
        + " to "
        + to.llvm();
  }
}
