package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The arguments of a kernel, and the variables of its program, that it may write to. What is
 * written through no other pointer than these cannot be anything else: bounds are checked. Memory
 * that is only read has no races.
 */
public final class WrittenMemory {
  private final ProgramLayout layout;
  private final Set<Value> seen = new HashSet<>();
  private final Set<Integer> parameters = new HashSet<>();
  private final Set<GlobalVariable> variables = new HashSet<>();
  private boolean unknown;

  WrittenMemory(ProgramLayout layout) {
    this.layout = layout;
    for (Function function : layout.functions()) {
      for (Block block : function.blocks()) {
        block.instructions().forEach(this::writes);
      }
    }
  }

  private void writes(Instruction instruction) {
    switch (instruction) {
      case Store i -> trace(i.pointer());
      case AtomicStore i -> trace(i.pointer());
      case AtomicRmw i -> trace(i.pointer());
      case AtomicCompareExchange i -> trace(i.pointer());
      case MemoryCopy i -> trace(i.operand(0));
      case MemoryFill i -> trace(i.operand(0));
      case AsyncCopy i -> trace(i.operand(0));
      default -> {}
    }
  }

  private void trace(Value pointer) {
    if (!seen.add(pointer)) {
      return;
    }
    switch (pointer) {
      case PointerAdd i -> trace(i.operand(0));
      case Select i -> {
        trace(i.operand(1));
        trace(i.operand(2));
      }
      case Phi i -> i.operands().forEach(this::trace);
      case Cast i when i.op() == Cast.Op.ADDRSPACECAST || i.op() == Cast.Op.BITCAST ->
          trace(i.operand(0));
      case Load i when isOfImage(i.pointer(), new HashSet<>()) -> trace(i.pointer());
      case PipeOperation i -> trace(i.operand(0));
      case Parameter p -> parameter(p);
      case GlobalVariable v -> variables.add(v);
      case Alloca _, NullConstant _ -> {}
      default -> unknown = true;
    }
  }

  private void parameter(Parameter parameter) {
    if (layout.kernel().parameters().contains(parameter)) {
      parameters.add(parameter.index());
      return;
    }
    passed(parameter).forEach(this::trace);
  }

  /** Returns what calls pass for a function's parameter. */
  private List<Value> passed(Parameter parameter) {
    List<Value> values = new ArrayList<>();
    for (Function function : layout.functions()) {
      for (Instruction instruction : function.instructions()) {
        if (instruction instanceof Call call && call.callee().parameters().contains(parameter)) {
          values.add(call.operand(parameter.index()));
        }
      }
    }
    return values;
  }

  /**
   * Returns whether a pointer is surely into the description of an image argument, so that the
   * pointer that lies there is to the image's texels.
   */
  private boolean isOfImage(Value pointer, Set<Value> above) {
    if (!above.add(pointer)) {
      return true;
    }
    return switch (pointer) {
      case PointerAdd i -> isOfImage(i.operand(0), above);
      case Parameter p when layout.kernel().parameters().contains(p) -> layout.kernel().isImage(p);
      case Parameter p -> passed(p).stream().allMatch(v -> isOfImage(v, above));
      default -> false;
    };
  }

  /** Tells of each argument whether what it points to may be written. */
  public List<Boolean> arguments() {
    return layout.kernel().parameters().stream()
        .map(p -> unknown || parameters.contains(p.index()))
        .toList();
  }

  /** Returns whether a variable of the program may be written. */
  public boolean mayWrite(GlobalVariable variable) {
    return unknown || variables.contains(variable);
  }
}
