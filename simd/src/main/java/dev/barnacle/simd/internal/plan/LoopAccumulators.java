package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.ir.pass.CloseLoops;
import dev.barnacle.ir.pass.DeadCodeElimination;
import dev.barnacle.ir.pass.InstructionCopy;
import dev.barnacle.ir.pass.PromoteVariables;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps in a register what a loop accumulates at one place of memory, as in {@code for (k = 0; k <
 * n; k++) c[i] += a[k] * b[i]}: it is loaded before the loop, and stored behind it. LLVM's LICM has
 * the same under the name of scalar promotion, for one lane.
 *
 * <p>Nothing else that the loop accesses may be there; so this needs what is known of a launch
 * ({@link Specialization#disjoint()}). Other work-items can't see the difference: a loop in which
 * one synchronises with them is left alone. Where the loop does not turn, nothing is loaded or
 * stored.
 */
final class LoopAccumulators {
  /** The most that are moved out of loops, one after the other. */
  private static final int MOST = 16;

  private final Function function;
  private final AccumulatorSearch.Accumulator found;
  private final Map<Value, Value> values = new HashMap<>();

  private LoopAccumulators(Function function, AccumulatorSearch.Accumulator found) {
    this.function = function;
    this.found = found;
  }

  /**
   * A kernel with its accumulators in registers.
   *
   * @param stores those that a loop no longer does
   */
  record Moved(Function kernel, List<Instruction> stores) {
    Moved {
      stores = List.copyOf(stores);
    }
  }

  /** Returns a prepared kernel, or a copy with its accumulators in registers. */
  static Moved of(Function kernel, Specialization launch) {
    List<Instruction> stores = new ArrayList<>();
    if (search(kernel, launch).isEmpty()) {
      return new Moved(kernel, stores);
    }
    Function copy = new FunctionCopy(kernel).result();
    for (int k = 0; k < MOST; k++) {
      Optional<AccumulatorSearch.Accumulator> next = search(copy, launch);
      if (next.isEmpty()) {
        break;
      }
      next.get().accesses().stream().filter(Store.class::isInstance).forEach(stores::add);
      new LoopAccumulators(copy, next.get()).move();
    }
    return new Moved(copy, stores);
  }

  private static Optional<AccumulatorSearch.Accumulator> search(
      Function kernel, Specialization launch) {
    AliasClasses aliases = new AliasClasses(kernel, CallGraph.reached(kernel), launch);
    return new AccumulatorSearch(kernel, aliases).find();
  }

  private void move() {
    Alloca slot = new Alloca(found.type().byteSize(), found.alignment());
    function.blocks().getFirst().instructions().addFirst(slot);
    Block before = function.newBlock("accumulator");
    Value turns = found.guarded() ? turns(before) : null;
    Value pointer = copied(found.pointer(), before);
    enter(before, turns, pointer, slot);
    leave(turns, pointer, slot);
    found.accesses().forEach(i -> i.setOperand(i instanceof Load ? 0 : 1, slot));
    Module alone = new Module(function.name());
    alone.functions().add(function);
    new PromoteVariables().run(alone);
    new DeadCodeElimination().run(alone);
    new CloseLoops().run(alone);
  }

  /** Returns the condition by which the loop's first iteration begins, computed in a block. */
  private Value turns(Block block) {
    for (Phi phi : found.loop().header().phis()) {
      values.put(phi, phi.incoming(found.entry()));
    }
    ConditionalBranch end = (ConditionalBranch) found.loop().header().terminator();
    return copied(end.condition(), block);
  }

  private boolean isFirstToStay() {
    Terminator end = found.loop().header().terminator();
    return found.loop().contains(end.successors().getFirst());
  }

  /** Copies to the end of a block what computes a value of the loop. */
  private Value copied(Value value, Block block) {
    if (!(value instanceof Instruction i) || !found.isInLoop(i)) {
      return value;
    }
    Value known = values.get(value);
    if (known != null) {
      return known;
    }
    Instruction copy = InstructionCopy.of(i);
    copy.mapOperands(v -> copied(v, block));
    block.instructions().add(copy);
    values.put(value, copy);
    return copy;
  }

  private void enter(Block before, @Nullable Value turns, Value pointer, Alloca slot) {
    Block header = found.loop().header();
    Block last = before;
    if (found.isLoaded()) {
      last = turns == null ? before : function.newBlock("accumulator.load");
      Load load = new Load(found.type(), pointer, found.alignment(), false);
      load.setLocation(found.accesses().getFirst().location());
      Store keep = new Store(load, slot, found.alignment(), false);
      last.instructions().add(load);
      last.instructions().add(keep);
    }
    Block target = header;
    if (turns != null && last != before) {
      target = function.newBlock("accumulator.loop");
      end(before, turns, last, target);
      target.instructions().add(new Branch(header));
    }
    last.instructions().add(new Branch(target));
    Block edge = target.equals(header) ? last : target;
    redirect(found.entry(), header, before);
    for (Phi phi : header.phis()) {
      phi.setPredecessor(phi.predecessors().indexOf(found.entry()), edge);
    }
  }

  /** Ends a block with a branch by the condition on which the loop's header stays in it. */
  private void end(Block block, Value turns, Block whereItTurns, Block otherwise) {
    block
        .instructions()
        .add(
            isFirstToStay()
                ? new ConditionalBranch(turns, whereItTurns, otherwise)
                : new ConditionalBranch(turns, otherwise, whereItTurns));
  }

  private void leave(@Nullable Value turns, Value pointer, Alloca slot) {
    Block target = found.exit().to();
    Block behind = function.newBlock("accumulator.end");
    for (Phi phi : target.phis()) {
      target.instructions().remove(phi);
      behind.instructions().add(phi);
    }
    redirect(found.exit().from(), target, behind);
    Block store = behind;
    if (turns != null) {
      store = function.newBlock("accumulator.store");
      end(behind, turns, store, target);
    }
    Load last = new Load(found.type(), slot, found.alignment(), false);
    Store result = new Store(last, pointer, found.alignment(), false);
    result.setLocation(found.accesses().getLast().location());
    store.instructions().add(last);
    store.instructions().add(result);
    store.instructions().add(new Branch(target));
  }

  private static void redirect(Block from, Block old, Block target) {
    Terminator end = from.terminator();
    for (int k = 0; k < end.successors().size(); k++) {
      if (end.successors().get(k).equals(old)) {
        end.setSuccessor(k, target);
      }
    }
  }
}
