package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The edges between a function's blocks. A branch with equal targets, and a switch whose cases or
 * default have one target, make several edges from a block to another: {@code OpPhi} has an entry
 * for each parent block (SPIR-V, 3.49.17), and LLVM's {@code phi} one for each edge.
 */
final class ControlEdges {
  private final Map<Integer, Map<Integer, Integer>> parents = new HashMap<>();
  private final FunctionCode code;

  /** Finds the edges that a function's instructions make. */
  ControlEdges(FunctionCode code, List<SpirvInstruction> body) {
    this.code = code;
    int block = 0;
    for (SpirvInstruction i : body) {
      switch (i.name()) {
        case Opcode.LABEL -> block = i.result();
        case Opcode.BRANCH -> add(block, i.operand(0));
        case Opcode.BRANCH_CONDITIONAL -> {
          add(block, i.operand(1));
          add(block, i.operand(2));
        }
        case Opcode.SWITCH -> {
          int step = selector(code, i).bits() > Integer.SIZE ? 3 : 2;
          for (int at = 1; at < i.operands(); at += step) {
            add(block, i.operand(at));
          }
        }
        default -> {
          // It leads to no other block.
        }
      }
    }
  }

  private void add(int from, int to) {
    parents.computeIfAbsent(to, k -> new LinkedHashMap<>()).merge(from, 1, Integer::sum);
  }

  /** Returns the type of what a switch selects by. */
  static SpirvType.Int selector(FunctionCode code, SpirvInstruction i) {
    code.setCurrent(i);
    if (code.type(i.operand(0)) instanceof SpirvType.Int integer) {
      return integer;
    }
    throw i.invalid("its selector is no integer");
  }

  /** Returns the blocks that lead to a block, each with the number of edges from it. */
  Map<Integer, Integer> parents(int block) {
    return parents.getOrDefault(block, Map.of());
  }

  /**
   * Returns the values of an {@code OpPhi} by the parents that they come from. Producers before
   * 2024 wrote an entry for each edge, which is taken where those of one parent agree.
   */
  Map<Integer, String> entries(SpirvInstruction phi, int block) {
    List<Integer> operands = phi.operandsFrom(0);
    if (operands.isEmpty() || operands.size() % 2 != 0) {
      throw phi.invalid("its operands are no pairs");
    }
    Map<Integer, Integer> from = parents(block);
    Map<Integer, String> entries = new LinkedHashMap<>();
    for (int k = 0; k < operands.size(); k += 2) {
      int parent = operands.get(k + 1);
      String value = code.value(operands.get(k));
      if (!from.containsKey(parent)) {
        throw phi.invalid("%" + parent + " is no parent of its block");
      }
      String before = entries.putIfAbsent(parent, value);
      if (before != null && !before.equals(value)) {
        throw phi.invalid("it has two values for the parent %" + parent);
      }
    }
    for (int parent : from.keySet()) {
      if (!entries.containsKey(parent)) {
        throw phi.invalid("it has no entry for the parent %" + parent);
      }
    }
    return entries;
  }
}
