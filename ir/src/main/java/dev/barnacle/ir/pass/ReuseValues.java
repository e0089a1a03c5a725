package dev.barnacle.ir.pass;

import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Uses what was computed before instead of computing or loading it again, where one block follows
 * another on the only way there: not across barriers, which it would have to be kept over, nor
 * behind the loop in which it was computed.
 *
 * <p>A load is not done again unless something may have been written between: what another
 * work-item writes there without synchronisation would be a race, so a load may see its older value
 * (OpenCL architecture, 3.3.6 "Memory Ordering Rules").
 */
public final class ReuseValues implements Pass {
  /**
   * The properties that make two instructions the same.
   *
   * @param operation the kind and whatever distinguishes instructions of it
   */
  private record Key(String operation, Type type, List<Value> operands) {}

  /** The values that are known at the end of a block. */
  private record Known(Map<Key, Instruction> values, Map<Key, Load> loads) {
    Known() {
      this(new HashMap<>(), new HashMap<>());
    }

    Known copy() {
      return new Known(new HashMap<>(values), new HashMap<>(loads));
    }

    void clear() {
      values.clear();
      loads.clear();
    }
  }

  @Override
  public String name() {
    return "reuse-values";
  }

  @Override
  public String summary() {
    return "uses what was computed or loaded just before";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      Map<Value, Value> replaced = reuse(function);
      for (Block block : function.blocks()) {
        block.instructions().removeIf(replaced::containsKey);
        block.instructions().forEach(i -> i.mapOperands(v -> replaced.getOrDefault(v, v)));
      }
      changed |= !replaced.isEmpty();
    }
    return changed;
  }

  private static Map<Value, Value> reuse(Function function) {
    ControlFlow flow = new ControlFlow(function);
    Loops loops = new Loops(new Dominators(flow));
    Map<Value, Value> replaced = new HashMap<>();
    Map<Block, Known> ends = new HashMap<>();
    for (Block block : flow.reversePostOrder()) {
      Known known = atStart(block, flow, loops, ends);
      for (Instruction instruction : block.instructions()) {
        instruction.mapOperands(v -> replaced.getOrDefault(v, v));
        Instruction before = find(instruction, known);
        if (before != null) {
          replaced.put(instruction, before);
        }
      }
      ends.put(block, known);
    }
    return replaced;
  }

  private static Known atStart(Block block, ControlFlow flow, Loops loops, Map<Block, Known> ends) {
    List<Block> before = flow.predecessors(block);
    if (before.size() != 1) {
      return new Known();
    }
    Block only = before.getFirst();
    Known known = ends.get(only);
    boolean leaves = loops.containing(only).stream().anyMatch(l -> !l.contains(block));
    return known == null || leaves ? new Known() : known.copy();
  }

  /** Returns the earlier instruction with the same result; else notes this one. */
  private static @Nullable Instruction find(Instruction instruction, Known known) {
    if (instruction instanceof Load load && !load.isVolatile()) {
      return known.loads().putIfAbsent(key("load " + load.alignment(), load), load);
    }
    String operation = operation(instruction);
    if (operation != null) {
      return known.values().putIfAbsent(key(operation, instruction), instruction);
    }
    if (instruction instanceof Barrier || instruction instanceof Yield) {
      known.clear();
    } else if (!writesNothing(instruction)) {
      known.loads().clear();
    }
    return null;
  }

  /** Returns what the operation is, without its operands; null where it is not looked for. */
  private static @Nullable String operation(Instruction instruction) {
    return switch (instruction) {
      case Binary i ->
          i.op() + " " + i.noSignedWrap() + i.noUnsignedWrap() + new TreeSet<>(i.fastMath());
      case Unary i -> i.op() + " " + new TreeSet<>(i.fastMath());
      case Compare i -> i.predicate() + " " + new TreeSet<>(i.fastMath());
      case Cast i -> i.op().toString();
      case PointerAdd i -> "ptradd " + i.inBounds();
      case WorkItemQuery i -> i.kind().toString();
      case Select _ -> "select";
      default -> null;
    };
  }

  private static boolean writesNothing(Instruction instruction) {
    return switch (instruction) {
      case Terminator _, Phi _, Alloca _, AddressSpaceTest _, Intrinsic _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _ -> true;
      default -> false;
    };
  }

  private static Key key(String operation, Instruction instruction) {
    return new Key(operation, instruction.type(), List.copyOf(instruction.operands()));
  }
}
