package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.pass.InstructionCopy;
import dev.barnacle.simd.internal.analysis.LocalSizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies a function with one of its loops unrolled, each of its iterations with code of its own.
 * How many there are is found by following what is constant, iteration by iteration, until no way
 * leads back to the header.
 *
 * <p>The loop is in closed form ({@link dev.barnacle.ir.pass.CloseLoops}).
 */
final class LoopUnrolling {
  private final Function original;
  private final ControlFlow flow;
  private final Loops.Loop loop;
  private final LocalSizes sizes;
  private final List<LoopIteration> iterations = new ArrayList<>();
  private final List<Map<Phi, Value>> phis = new ArrayList<>();
  private final Map<Value, Value> values = new HashMap<>();
  private final Map<Block, Block> blocks = new HashMap<>();

  LoopUnrolling(ControlFlow flow, Loops.Loop loop, LocalSizes sizes) {
    this.original = flow.function();
    this.flow = flow;
    this.loop = loop;
    this.sizes = sizes;
  }

  /**
   * Finds the iterations; returns whether their number is known, and the loop can be copied so.
   *
   * @param most how many there may be
   * @param instructions how many these may have together
   */
  boolean find(int most, int instructions) {
    List<Block> entries =
        flow.predecessors(loop.header()).stream()
            .filter(b -> flow.isReachable(b) && !loop.contains(b))
            .distinct()
            .toList();
    if (entries.size() != 1 || !isClosed()) {
      return false;
    }
    copyOutside();
    List<Block> order = flow.reversePostOrder().stream().filter(loop::contains).toList();
    Map<Phi, Value> now = new HashMap<>();
    for (Phi phi : loop.header().phis()) {
      now.put(phi, first(phi.incoming(entries.getFirst())));
    }
    int copied = 0;
    while (iterations.size() < most && copied <= instructions) {
      phis.add(now);
      String suffix = "." + original.blocks().size() + "." + iterations.size();
      LoopIteration iteration = new LoopIteration(loop, order, now, suffix, sizes::constant);
      iterations.add(iteration);
      copied += iteration.copied();
      List<Block> latches = iteration.latches();
      if (latches.isEmpty()) {
        return copied <= instructions;
      }
      if (latches.size() > 1) {
        return false;
      }
      now = new HashMap<>();
      for (Phi phi : loop.header().phis()) {
        now.put(phi, iteration.mapped(phi.incoming(latches.getFirst()), this::elsewhere));
      }
    }
    return false;
  }

  /** Returns how often the loop turns. */
  int turns() {
    return iterations.size() - 1;
  }

  /** Returns whether some number changes by other steps than a counter does. */
  boolean hasUnevenSteps() {
    return loop.header().phis().stream().anyMatch(this::hasUnevenSteps);
  }

  private boolean hasUnevenSteps(Phi phi) {
    Set<Long> steps = new HashSet<>();
    for (int k = 1; k < phis.size(); k++) {
      if (!(phis.get(k - 1).get(phi) instanceof IntConstant before)
          || !(phis.get(k).get(phi) instanceof IntConstant after)) {
        return false;
      }
      steps.add(before.type().normalize(after.value() - before.value()));
    }
    return steps.size() > 1;
  }

  /** Returns whether what the loop computes is used behind it by phis of its exits alone. */
  private boolean isClosed() {
    Set<Value> own = new HashSet<>();
    loop.blocks().forEach(b -> own.addAll(b.instructions()));
    for (Block block : flow.reversePostOrder()) {
      for (Instruction user : block.instructions()) {
        for (int k = 0; k < user.operands().size(); k++) {
          Block at = user instanceof Phi phi ? phi.predecessors().get(k) : block;
          if (!loop.contains(at) && own.contains(user.operand(k))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private Value first(Value value) {
    OptionalLong known = sizes.constant(value);
    return known.isPresent() && value.type() instanceof IntType type
        ? new IntConstant(type, known.getAsLong())
        : elsewhere(value);
  }

  private Value elsewhere(Value value) {
    return values.getOrDefault(value, value);
  }

  private void copyOutside() {
    for (Block block : flow.reversePostOrder()) {
      if (!loop.contains(block)) {
        Block copy = new Block(block.name());
        blocks.put(block, copy);
        for (Instruction instruction : block.instructions()) {
          Instruction other = InstructionCopy.of(instruction);
          values.put(instruction, other);
          copy.instructions().add(other);
        }
      }
    }
  }

  /** Returns the function with the iterations that were found. */
  Function result() {
    Function result =
        new Function(
            original.name(),
            original.returnType(),
            original.parameters(),
            original.kernel(),
            original.location());
    result.setWhole(original.isWhole());
    for (Block block : flow.reversePostOrder()) {
      Block copy = blocks.get(block);
      if (copy != null) {
        connect(block, copy);
        result.blocks().add(copy);
      }
    }
    for (int k = 0; k < iterations.size(); k++) {
      Block next = k + 1 < iterations.size() ? header(k + 1) : null;
      iterations.get(k).connect(this::elsewhere, target -> way(target, next));
      result.blocks().addAll(iterations.get(k).blocks().values());
    }
    removeUnreached(result);
    return result;
  }

  private Block header(int iteration) {
    return iterations.get(iteration).copyOf(loop.header());
  }

  private Block way(Block target, @Nullable Block next) {
    return Objects.requireNonNull(target.equals(loop.header()) ? next : blocks.get(target));
  }

  private void connect(Block block, Block copy) {
    for (Instruction instruction : copy.instructions()) {
      if (instruction instanceof Phi phi) {
        connect(phi, block);
      } else {
        instruction.mapOperands(this::elsewhere);
      }
      if (instruction instanceof Terminator end) {
        for (int s = 0; s < end.successors().size(); s++) {
          end.setSuccessor(s, way(end.successors().get(s), header(0)));
        }
      }
    }
  }

  private void connect(Phi phi, Block block) {
    List<Block> from = List.copyOf(phi.predecessors());
    List<Value> brought = List.copyOf(phi.operands());
    for (int k = from.size() - 1; k >= 0; k--) {
      phi.removeIncoming(k);
    }
    for (int k = 0; k < from.size(); k++) {
      Block edge = from.get(k);
      Value value = brought.get(k);
      Block outside = blocks.get(edge);
      if (outside != null) {
        phi.addIncoming(elsewhere(value), outside);
      }
      for (LoopIteration iteration : iterations) {
        if (iteration.takes(edge, block)) {
          phi.addIncoming(iteration.mapped(value, this::elsewhere), iteration.copyOf(edge));
        }
      }
    }
  }

  /** Removes what only edges led to that no iteration takes. */
  private static void removeUnreached(Function function) {
    ControlFlow flow = new ControlFlow(function);
    function.blocks().removeIf(b -> !flow.isReachable(b));
    for (Block block : function.blocks()) {
      for (Phi phi : block.phis()) {
        for (int k = phi.predecessors().size() - 1; k >= 0; k--) {
          if (!flow.isReachable(phi.predecessors().get(k))) {
            phi.removeIncoming(k);
          }
        }
      }
    }
  }
}
