package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.llvm.text.LlvmNames;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits a function without barriers that kernels call. It gets the work-item's ids as further
 * parameters. The optimiser inlines most of them.
 */
public final class HelperScope extends EmitScope {
  private final Function function;
  private final Map<Instruction, String> results = new HashMap<>();
  private final Map<Phi, List<String>> edges = new HashMap<>();

  public HelperScope(ModuleContext module, Function function) {
    super(module, new LlvmNames());
    this.function = function;
  }

  static String symbol(Function function) {
    return "\"barnacle.fn." + function.name() + "\"";
  }

  /** Returns the definition of the LLVM function. */
  public String emit() {
    LlvmText head = new LlvmText(names());
    setOut(head);
    InfoText.load(head, module().specialization());
    for (Instruction instruction : function.entry().instructions()) {
      if (instruction instanceof Alloca alloca) {
        head.as(nameOf(alloca)).alloca(bytes(alloca.byteSize()), Math.max(1, alloca.alignment()));
      }
    }
    head.br(label(function.entry()));
    Map<Block, LlvmText> bodies = new LinkedHashMap<>();
    InstructionEmitter emitter = new InstructionEmitter(this);
    for (Block block : ControlFlow.reversePostOrder(function)) {
      bodies.put(block, body(block, emitter));
    }
    LlvmText all = new LlvmText(names());
    all.label("entry");
    all.append(head);
    bodies.forEach((block, body) -> place(all, block, body));
    return all.function(signature());
  }

  /** Returns the type of an array of bytes. */
  static String bytes(long count) {
    return "[" + count + " x i8]";
  }

  private LlvmText body(Block block, InstructionEmitter emitter) {
    LlvmText text = new LlvmText(names());
    setOut(text);
    module().loops(function).markLoop(block, text);
    for (Instruction instruction : block.instructions()) {
      if (instruction instanceof Phi || instruction instanceof Alloca) {
        continue;
      }
      if (instruction == block.terminator()) {
        phiEdges(block);
      }
      emitter.emit(instruction);
    }
    return text;
  }

  private void phiEdges(Block block) {
    for (Block successor : block.successors().stream().distinct().toList()) {
      for (Phi phi : successor.phis()) {
        String value = operand(phi.incoming(block));
        long times = block.successors().stream().filter(s -> s == successor).count();
        for (long n = 0; n < times; n++) {
          edges
              .computeIfAbsent(phi, p -> new ArrayList<>())
              .add(LlvmText.incoming(value, label(block)));
        }
      }
    }
  }

  private void place(LlvmText all, Block block, LlvmText body) {
    all.label(label(block));
    for (Phi phi : block.phis()) {
      all.as(nameOf(phi)).phi(LlvmTypes.type(phi.type()), edges.getOrDefault(phi, List.of()));
    }
    all.append(body);
  }

  private String signature() {
    List<String> parameters = new ArrayList<>();
    for (Parameter parameter : function.parameters()) {
      parameters.add(LlvmTypes.type(parameter.type()) + " " + parameter(parameter));
    }
    parameters.add("ptr noalias readonly %info");
    parameters.add("ptr %arena");
    for (String id : List.of("lid", "grp", "ls")) {
      for (int d = 0; d < 3; d++) {
        parameters.add("i64 %" + id + d);
      }
    }
    return "internal "
        + LlvmTypes.type(function.returnType())
        + " @"
        + symbol(function)
        + "("
        + String.join(", ", parameters)
        + ") #0";
  }

  @Override
  public void alias(Instruction instruction, String text) {
    results.put(instruction, text);
  }

  @Override
  public String parameter(Parameter parameter) {
    return "%p" + parameter.index();
  }

  @Override
  public String result(Instruction instruction) {
    return nameOf(instruction);
  }

  @Override
  public String nameOf(Instruction instruction) {
    return results.computeIfAbsent(instruction, i -> "%v" + results.size());
  }

  @Override
  public void defined(Instruction instruction) {}

  @Override
  public String label(Block block) {
    return "b." + function.blocks().indexOf(block);
  }

  @Override
  public void emitReturn(Instruction instruction) {
    if (instruction.operands().isEmpty()) {
      out().ret();
    } else {
      Value value = instruction.operand(0);
      out().ret(LlvmTypes.type(value.type()), operand(value));
    }
  }

  @Override
  public String workItem(WorkItemId id, int dimension) {
    return switch (id) {
      case LOCAL_ID -> "%lid" + dimension;
      case GROUP_ID -> "%grp" + dimension;
      case LOCAL_SIZE -> InfoText.localSize(module().specialization(), dimension);
      case GLOBAL_ID -> out().add("i64", "%base" + dimension, "%lid" + dimension);
    };
  }

  @Override
  public String accessMetadata(Value pointer) {
    return aliasTags(pointer);
  }
}
