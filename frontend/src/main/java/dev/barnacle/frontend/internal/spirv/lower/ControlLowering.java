package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.ImportedIntrinsics;
import dev.barnacle.frontend.internal.spirv.module.SpirvFunction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.TypeLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Blocks and calls (SPIR-V, 3.49.17 "Control-Flow Instructions" and 3.49.9 "Function
 * Instructions").
 */
final class ControlLowering implements Lowering {
  private final FunctionCode code;
  private final ControlEdges edges;
  private int block;

  ControlLowering(FunctionCode code, ControlEdges edges) {
    this.code = code;
    this.edges = edges;
  }

  /** Says that the instructions which come next are those of a block. */
  void begin(SpirvInstruction label) {
    block = label.result();
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    switch (i.name()) {
      case Opcode.PHI -> phi(i);
      case Opcode.BRANCH -> code.effect("br " + label(i.operand(0), i));
      case Opcode.BRANCH_CONDITIONAL ->
          code.effect(
              "br "
                  + code.typed(i.operand(0))
                  + ", "
                  + label(i.operand(1), i)
                  + ", "
                  + label(i.operand(2), i));
      case Opcode.SWITCH -> switchOn(i);
      case Opcode.RETURN -> code.text().ret();
      case Opcode.RETURN_VALUE -> returnValue(i);
      case Opcode.UNREACHABLE -> code.text().unreachable();
      case Opcode.FUNCTION_CALL -> call(i);
      case Opcode.LOOP_MERGE,
          Opcode.SELECTION_MERGE,
          Opcode.NOP,
          Opcode.NO_LINE,
          Opcode.LOOP_CONTROL_INTEL -> {
        // Control flow is read as it is.
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private String label(int id, SpirvInstruction i) {
    if (!code.module().definition(id, i).name().equals(Opcode.LABEL)) {
      throw i.invalid("%" + id + " is no OpLabel");
    }
    return "label %" + code.names().block(id, i);
  }

  private void phi(SpirvInstruction i) {
    Map<Integer, Integer> parents = edges.parents(block);
    List<String> parts = new ArrayList<>();
    edges
        .entries(i, block)
        .forEach(
            (parent, value) -> {
              String entry = "[ " + value + ", %" + code.names().block(parent, i) + " ]";
              parts.addAll(Collections.nCopies(parents.getOrDefault(parent, 1), entry));
            });
    code.define("phi " + code.resultType().llvm() + " " + String.join(", ", parts));
  }

  private void switchOn(SpirvInstruction i) {
    SpirvType.Int integer = ControlEdges.selector(code, i);
    int words = integer.bits() > Integer.SIZE ? 2 : 1;
    StringBuilder cases = new StringBuilder();
    for (int at = 2; at < i.operands(); at += words + 1) {
      long value = i.literal(at, integer.bits());
      long signed = value << (Long.SIZE - integer.bits()) >> (Long.SIZE - integer.bits());
      cases
          .append(" ")
          .append(integer.llvm())
          .append(' ')
          .append(signed)
          .append(", ")
          .append(label(i.operand(at + words), i));
    }
    code.effect(
        "switch " + code.typed(i.operand(0)) + ", " + label(i.operand(1), i) + " [" + cases + " ]");
  }

  private void call(SpirvInstruction i) {
    SpirvFunction callee = code.module().function(i.operand(0), i);
    if (ModuleLowering.isTrap(code.module(), callee)) {
      code.effect(code.intrinsic(ModuleLowering.TRAP, "void", List.of()));
      return;
    }
    List<Integer> arguments = i.operandsFrom(1);
    if (arguments.size() != callee.parameters().size()) {
      throw i.invalid(
          "%"
              + callee.id()
              + " takes "
              + callee.parameters().size()
              + " arguments, not "
              + arguments.size());
    }
    List<String> typed = new ArrayList<>();
    SpirvType result = code.module().types().get(callee.declaration().type(), i);
    boolean byAddress = ParameterAttributes.isAggregate(result);
    if (byAddress) {
      typed.add(ParameterAttributes.structureResult(result) + " " + resultAddress(i));
    }
    for (int k = 0; k < arguments.size(); k++) {
      typed.add(argument(i, k, arguments.get(k), callee.parameters().get(k)));
    }
    if (callee.body().isEmpty() && ImportedIntrinsics.has(code.module(), callee)) {
      code.define(code.intrinsic(code.module().linkName(callee.id()), result.llvm(), typed));
      return;
    }
    String text =
        "call spir_func "
            + (byAddress ? "void" : result.llvm())
            + " @"
            + ModuleLowering.functionSymbol(code.module(), callee)
            + "("
            + String.join(", ", typed)
            + ")";
    if (byAddress) {
      code.effect(text);
      code.define("load " + result.llvm() + ", ptr " + resultAddress(i));
    } else if (result instanceof SpirvType.VoidType) {
      code.effect(text);
    } else {
      code.define(text);
    }
  }

  private String argument(SpirvInstruction i, int index, int id, SpirvInstruction parameter) {
    SpirvType wanted = code.module().types().get(parameter.type(), parameter);
    if (!code.type(id).llvm().equals(wanted.llvm())) {
      throw i.invalid("argument " + (index + 1) + " has not the type of the parameter");
    }
    String attributes = ParameterAttributes.of(code.module(), parameter);
    if (!ParameterAttributes.isAggregate(wanted)) {
      return wanted.llvm() + attributes + " " + code.value(id);
    }
    String address = argumentAddress(i, index);
    code.effect("store " + code.typed(id) + ", ptr " + address);
    return "ptr" + attributes + " " + address;
  }

  private static String resultAddress(SpirvInstruction call) {
    return "%s" + call.result();
  }

  private static String argumentAddress(SpirvInstruction call, int index) {
    return "%s" + call.result() + "." + index;
  }

  /** Writes the variables through which a call passes structures, at the head of its function. */
  static void makeRoom(FunctionCode code, SpirvInstruction call) {
    if (!call.name().equals(Opcode.FUNCTION_CALL)) {
      return;
    }
    code.setCurrent(call);
    allocate(code, resultAddress(call), code.resultType());
    List<Integer> arguments = call.operandsFrom(1);
    for (int k = 0; k < arguments.size(); k++) {
      allocate(code, argumentAddress(call, k), code.type(arguments.get(k)));
    }
  }

  private static void allocate(FunctionCode code, String name, SpirvType type) {
    if (ParameterAttributes.isAggregate(type)) {
      code.effect(name + " = alloca " + type.llvm() + ", align " + TypeLayout.alignment(type));
    }
  }

  /**
   * Writes a return; what is no scalar or vector goes through the address that the caller gives.
   */
  private void returnValue(SpirvInstruction i) {
    if (ParameterAttributes.isAggregate(code.type(i.operand(0)))) {
      code.effect("store " + code.typed(i.operand(0)) + ", ptr %result");
      code.text().ret();
    } else {
      code.effect("ret " + code.typed(i.operand(0)));
    }
  }
}
