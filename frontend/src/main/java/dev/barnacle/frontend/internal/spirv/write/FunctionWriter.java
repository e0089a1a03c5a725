package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.llvm.view.LlvmArgument;
import dev.barnacle.llvm.view.LlvmBlock;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmOpcode;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Writes a function: its parameters, its blocks in an order that SPIR-V allows, its code. */
final class FunctionWriter {
  private static final int INLINE = 0x1;
  private static final int DONT_INLINE = 0x2;

  private final Surroundings module;
  private final LlvmFunction function;
  private final Body body;
  private final InstructionWriter instructions;
  private final MemoryWriter memory;
  private final CallWriter calls;

  FunctionWriter(Surroundings module, LlvmFunction function) {
    this.module = module;
    this.function = function;
    this.body = new Body(module);
    this.instructions = new InstructionWriter(body);
    this.memory = new MemoryWriter(body);
    this.calls = new CallWriter(body, instructions, memory);
  }

  /** Returns the types of a function's parameters. */
  static List<WrittenType> parameters(Surroundings module, LlvmFunction function) {
    List<WrittenType> types = new ArrayList<>();
    for (LlvmArgument parameter : function.parameters()) {
      types.add(module.typeOf(parameter));
    }
    return types;
  }

  /** Writes the function under an id. */
  void write(int id) {
    WordBuffer out = module.text.functions;
    begin(id, out);
    List<LlvmBlock> blocks = order(function.blocks());
    Set<LlvmBlock> reached = new HashSet<>(blocks);
    blocks.forEach(body::block);
    for (LlvmBlock block : blocks) {
      body.enter(block);
      for (LlvmInstruction i : block.instructions()) {
        if (!i.opcode().equals(LlvmOpcode.OTHER)) {
          write(i);
        }
      }
    }
    for (LlvmBlock block : blocks) {
      for (LlvmInstruction i : block.instructions()) {
        if (i.opcode() == LlvmOpcode.PHI) {
          phi(i, reached);
        }
      }
    }
    body.print(out);
    out.op(Opcode.FUNCTION_END);
  }

  private void begin(int id, WordBuffer out) {
    WrittenType result = module.resultOf(function);
    List<WrittenType> types = parameters(module, function);
    WrittenType type = module.types.function(result, types);
    int control =
        function.hasAttribute("alwaysinline")
            ? INLINE
            : function.hasAttribute("noinline") ? DONT_INLINE : 0;
    module.text.name(id, function.name());
    if (module.lines) {
      module
          .module
          .debugInfo()
          .location(function)
          .ifPresent(l -> out.op(Opcode.LINE, module.text.string(l.file()), l.line(), 0));
    }
    out.op(Opcode.FUNCTION, result.id(), id, control, type.id());
    for (int k = 0; k < types.size(); k++) {
      LlvmArgument parameter = function.parameters().get(k);
      int parameterId = module.constants.typed(module.text.id(), types.get(k));
      out.op(Opcode.FUNCTION_PARAMETER, types.get(k).id(), parameterId);
      body.define(parameter, parameterId);
      String name = parameter.name();
      module.text.name(parameterId, name);
      attributes(k, parameterId);
    }
  }

  /** SPIR-V, 3.19 "Function Parameter Attribute". */
  private void attributes(int index, int id) {
    attribute(index, id, "zeroext", 0);
    attribute(index, id, "signext", 1);
    attribute(index, id, "byval", 2);
    attribute(index, id, "sret", 3);
    attribute(index, id, "noalias", 4);
    function
        .parameterAttributeNumber(index, "align")
        .filter(a -> a > 0)
        .ifPresent(a -> module.text.decorate(id, "Alignment", a.intValue()));
  }

  private void attribute(int index, int id, String name, int number) {
    if (function.hasParameterAttribute(index, name)) {
      module.text.decorate(id, "FuncParamAttr", number);
    }
  }

  /** Returns the blocks that can be reached, each behind those that dominate it. */
  private static List<LlvmBlock> order(List<LlvmBlock> blocks) {
    List<LlvmBlock> done = new ArrayList<>();
    Set<LlvmBlock> seen = new HashSet<>();
    Deque<LlvmBlock> path = new ArrayDeque<>();
    Deque<Iterator<LlvmBlock>> next = new ArrayDeque<>();
    LlvmBlock entry = blocks.getFirst();
    seen.add(entry);
    path.push(entry);
    next.push(successors(entry));
    while (!path.isEmpty()) {
      if (next.element().hasNext()) {
        LlvmBlock successor = next.element().next();
        if (seen.add(successor)) {
          path.push(successor);
          next.push(successors(successor));
        }
      } else {
        done.add(path.pop());
        next.pop();
      }
    }
    Collections.reverse(done);
    return done;
  }

  /** Returns the successors, the last first: then the first comes first in the order. */
  private static Iterator<LlvmBlock> successors(LlvmBlock block) {
    return block.instructions().getLast().successors().reversed().iterator();
  }

  private void write(LlvmInstruction i) {
    switch (i.opcode()) {
      case PHI -> body.define(i, module.constants.typed(module.text.id(), module.typeOf(i)));
      case RET, BR, SWITCH, UNREACHABLE -> end(i);
      default -> code(i);
    }
  }

  private void code(LlvmInstruction i) {
    try {
      codeOf(i);
    } catch (WriteException e) {
      throw e.at(module.module.debugInfo().location(i).orElse(null));
    }
  }

  private void codeOf(LlvmInstruction i) {
    if (i.opcode() != LlvmOpcode.ALLOCA) {
      body.at(i);
    }
    int id = i.opcode() == LlvmOpcode.CALL ? calls.write(i) : memory.write(i);
    id = id == -1 ? instructions.write(i) : id;
    if (id == -1) {
      throw new WriteException("the instruction " + i + " has no form in SPIR-V");
    }
    if (id != 0) {
      body.define(i, id);
    }
  }

  private void end(LlvmInstruction i) {
    body.at(i);
    switch (i.opcode()) {
      case UNREACHABLE -> body.end(Opcode.UNREACHABLE);
      case RET -> {
        if (i.operands().isEmpty()) {
          body.end(Opcode.RETURN);
        } else {
          body.end(Opcode.RETURN_VALUE, body.value(i.operand(0), module.resultOf(function)));
        }
      }
      case BR -> {
        List<LlvmBlock> targets = i.successors();
        if (i.isConditional()) {
          body.end(
              Opcode.BRANCH_CONDITIONAL,
              body.value(i.operand(0)),
              label(targets.get(0)),
              label(targets.get(1)));
        } else {
          body.end(Opcode.BRANCH, label(targets.getFirst()));
        }
      }
      default -> switchTo(i);
    }
  }

  private int label(LlvmBlock block) {
    return body.block(block).label;
  }

  private void switchTo(LlvmInstruction i) {
    int selector = body.value(i.operand(0));
    boolean wide = body.typeOf(selector).bits() > Integer.SIZE;
    List<LlvmBlock> targets = i.successors();
    List<Integer> words = new ArrayList<>(List.of(selector, label(targets.getFirst())));
    List<LlvmConstant> cases = i.switchCases();
    for (int k = 0; k < cases.size(); k++) {
      BigInteger value = cases.get(k).integerValue();
      int bits = body.typeOf(selector).bits();
      long word = value.longValueExact() & (bits == Long.SIZE ? -1 : (1L << bits) - 1);
      words.add((int) word);
      if (wide) {
        words.add((int) (word >>> Integer.SIZE));
      }
      words.add(label(targets.get(k + 1)));
    }
    body.end(Opcode.SWITCH, words.stream().mapToInt(Integer::intValue).toArray());
  }

  private void phi(LlvmInstruction i, Set<LlvmBlock> reached) {
    int id = body.value(i);
    WrittenType type = body.typeOf(id);
    List<LlvmBlock> from = i.incomingBlocks();
    Set<LlvmBlock> done = new HashSet<>();
    List<Integer> words = new ArrayList<>(List.of(type.id(), id));
    for (int k = 0; k < from.size(); k++) {
      if (reached.contains(from.get(k)) && done.add(from.get(k))) {
        body.enterEnd(from.get(k));
        words.add(body.value(i.operand(k), type));
        words.add(body.block(from.get(k)).exit);
      }
    }
    body.block(i.block()).phis.op(Opcode.PHI, words.stream().mapToInt(Integer::intValue).toArray());
  }
}
