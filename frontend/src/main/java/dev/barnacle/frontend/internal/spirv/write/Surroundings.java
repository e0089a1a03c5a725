package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.extension.SpirvExtension;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmModuleView;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The shared state of a module's functions: types, constants, variables, and each other. */
final class Surroundings {
  final ModuleText text;
  final TypeWriter types;
  final ConstantWriter constants;
  final LlvmModuleView module;
  final boolean lines;
  private final Pointees pointees;
  private final Map<LlvmFunction, Integer> functions = new HashMap<>();
  private final Map<LlvmGlobalVariable, Integer> variables = new LinkedHashMap<>();
  private final Set<LlvmGlobalVariable> open = new HashSet<>();
  private final Map<String, Integer> inputs = new LinkedHashMap<>();
  private final Map<String, Integer> own = new LinkedHashMap<>();
  private final List<String> imported = new ArrayList<>();

  Surroundings(LlvmModuleView module, ModuleText text, boolean lines) {
    this.module = module;
    this.text = text;
    this.lines = lines;
    this.types = new TypeWriter(text);
    this.constants = new ConstantWriter(text, types);
    this.pointees = new Pointees(module.functions(), module.globals());
    constants.setVariables(this::variable);
  }

  LlvmContext context() {
    return module.context();
  }

  WrittenType type(LlvmType type) {
    return types.of(type, constants);
  }

  private WrittenType pointer(int space, Optional<LlvmType> pointee) {
    return types.pointer(
        TypeWriter.storage(space), pointee.map(this::type).orElseGet(() -> types.integer(8)));
  }

  /** Returns the type that a value has where it is defined. */
  WrittenType typeOf(LlvmValue value) {
    LlvmType type = value.type();
    return type.kind() == LlvmType.Kind.POINTER
        ? pointer(type.addressSpace(), pointees.of(value))
        : type(type);
  }

  /** Returns the type of what a function returns. */
  WrittenType resultOf(LlvmFunction function) {
    LlvmType type = function.functionType().returnType();
    return type.kind() == LlvmType.Kind.POINTER
        ? pointer(type.addressSpace(), pointees.resultOf(function))
        : type(type);
  }

  /** Returns the type of what a variable holds. */
  WrittenType contentOf(LlvmValue variable, LlvmType type) {
    return type.kind() == LlvmType.Kind.POINTER
        ? pointer(type.addressSpace(), pointees.contentOf(variable))
        : type(type);
  }

  /** Returns the id of a function. */
  int function(LlvmFunction function) {
    return functions.computeIfAbsent(function, f -> text.id());
  }

  boolean isKnown(LlvmFunction function) {
    return functions.containsKey(function);
  }

  /** Notes that a function is left to be found by its name when programs are linked. */
  void importing(String name) {
    imported.add(name);
  }

  List<String> imported() {
    return imported;
  }

  /** Declares a variable of the module where it is not there yet; returns its id. */
  int variable(LlvmGlobalVariable variable) {
    Integer known = variables.get(variable);
    if (known != null) {
      return known;
    }
    if (!open.add(variable)) {
      throw new WriteException(
          "the variable '"
              + variable.name()
              + "' begins with its own address, as no variable of"
              + " SPIR-V can");
    }
    StorageClass storage = TypeWriter.storage(variable.addressSpace());
    WrittenType content = contentOf(variable, variable.valueType());
    WrittenType type = types.pointer(storage, content);
    Optional<LlvmValue> first = variable.initializer();
    int[] operands = {TypeWriter.number(storage)};
    if (first.isPresent() && storage != StorageClass.WORKGROUP && !isUndefined(first.get())) {
      operands = WordBuffer.joined(operands, constants.initial(first.get(), content));
    }
    int id = text.id();
    text.globals.op(Opcode.VARIABLE, WordBuffer.joined(new int[] {type.id(), id}, operands));
    describe(variable, id, storage, first.isEmpty());
    variables.put(variable, constants.typed(id, type));
    return id;
  }

  private static boolean isUndefined(LlvmValue value) {
    return value instanceof LlvmConstant c
        && (c.kind() == LlvmConstant.Kind.UNDEF || c.kind() == LlvmConstant.Kind.POISON);
  }

  private void describe(
      LlvmGlobalVariable variable, int id, StorageClass storage, boolean elsewhere) {
    text.name(id, variable.name());
    if (variable.alignment() > 0) {
      text.decorate(id, "Alignment", variable.alignment());
    }
    if (storage == StorageClass.UNIFORM_CONSTANT) {
      text.decorate(id, "Constant");
    }
    if (!variable.isLocalToModule()) {
      Linkage here = variable.isLinkOnce() ? Linkage.LINK_ONCE_ODR : Linkage.EXPORT;
      linkage(id, variable.name(), elsewhere ? Linkage.IMPORT : here);
    }
  }

  /** The visibility of a name to other modules; the numbers are SPIR-V's (3.17 "Linkage Type"). */
  enum Linkage {
    EXPORT(0),
    IMPORT(1),
    LINK_ONCE_ODR(2);

    private final int number;

    Linkage(int number) {
      this.number = number;
    }
  }

  void linkage(int id, String name, Linkage linkage) {
    if (linkage == Linkage.LINK_ONCE_ODR) {
      text.extension(SpirvExtension.SPV_KHR_LINKONCE_ODR);
    }
    text.decorate(
        id, "LinkageAttributes", WordBuffer.joined(WordBuffer.withString(name), linkage.number));
  }

  /** Returns a variable of the module's own, in constant memory, with zeros. */
  int zeros(long bytes) {
    WrittenType array = types.array(types.integer(8), bytes, constants.arrayLength(bytes));
    WrittenType type = types.pointer(StorageClass.UNIFORM_CONSTANT, array);
    return own.computeIfAbsent(
        "zeros " + bytes,
        k -> {
          int first = constants.nullOf(array);
          int id = text.id();
          text.globals.op(Opcode.VARIABLE, type.id(), id, 0, first);
          text.decorate(id, "Constant");
          return constants.typed(id, type);
        });
  }

  /** Returns the variable that says whether the object of a destructor has been constructed. */
  int flag(LlvmFunction destructor) {
    WrittenType type = types.pointer(StorageClass.CROSS_WORKGROUP, types.integer(8));
    String name = destructor.name() + ".constructed";
    return own.computeIfAbsent(
        name,
        k -> {
          int first = constants.integer(8, 0);
          int storage = TypeWriter.number(StorageClass.CROSS_WORKGROUP);
          int id = text.id();
          text.globals.op(Opcode.VARIABLE, type.id(), id, storage, first);
          text.name(id, name);
          return constants.typed(id, type);
        });
  }

  /** Returns a built-in variable (SPIR-V, 3.21 "BuiltIn"). */
  int input(String name, WrittenType content) {
    WrittenType type = types.pointer(StorageClass.INPUT, content);
    return inputs.computeIfAbsent(
        name,
        k -> {
          int id = text.id();
          text.globals.op(Opcode.VARIABLE, type.id(), id, TypeWriter.number(StorageClass.INPUT));
          text.name(id, "BuiltIn" + name);
          text.decorate(id, "Constant");
          text.decorate(id, "BuiltIn", SpirvNames.number("BuiltIn", name).orElseThrow());
          return constants.typed(id, type);
        });
  }

  /** Returns the variables that an entry point names: from SPIR-V 1.4 on all that are used. */
  int[] interfaceIds() {
    List<Integer> ids = new ArrayList<>(inputs.values());
    if (text.version() >= 0x00010400) {
      ids.addAll(own.values());
      ids.addAll(variables.values());
    }
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns whether a value is a reserved variable of the function's own. */
  static boolean isVariable(LlvmValue value) {
    return value instanceof LlvmInstruction i && i.opcode() == LlvmOpcode.ALLOCA;
  }
}
