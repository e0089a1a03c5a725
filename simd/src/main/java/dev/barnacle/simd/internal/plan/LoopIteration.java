package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.pass.InstructionCopy;
import dev.barnacle.simd.internal.analysis.ConstantFolding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a loop's blocks for one iteration, in which the values of the header's phis are known
 * by other names. What is constant then is computed, and blocks that are not reached then are left
 * out.
 */
final class LoopIteration {
  private final Loops.Loop loop;
  private final Map<Value, Value> values = new HashMap<>();
  private final Map<Block, Block> blocks = new LinkedHashMap<>();
  private final Set<Loops.Edge> taken = new HashSet<>();
  private final Function<Value, OptionalLong> outside;
  private int copied;

  /**
   * Copies the blocks, whose instructions still have the original's operands and successors.
   *
   * @param order the loop's blocks, each behind those that lead to it but for back edges
   * @param phis what the header's phis are in this iteration, by the names of the copy
   * @param suffix of the copies' names
   * @param outside returns what is known of a value from outside of the loop, of a query in it and
   *     of a test
   */
  LoopIteration(
      Loops.Loop loop,
      List<Block> order,
      Map<Phi, Value> phis,
      String suffix,
      Function<Value, OptionalLong> outside) {
    this.loop = loop;
    this.outside = outside;
    values.putAll(phis);
    Set<Block> reached = new HashSet<>(Set.of(loop.header()));
    for (Block block : order) {
      if (reached.contains(block)) {
        Block copy = new Block(block.name() + suffix);
        blocks.put(block, copy);
        for (Block next : copy(block, copy)) {
          taken.add(new Loops.Edge(block, next));
          reached.add(next);
        }
      }
    }
  }

  /** Copies a block's instructions, and returns where it leads. */
  private List<Block> copy(Block block, Block copy) {
    for (Instruction instruction : block.instructions()) {
      if (values.containsKey(instruction)) {
        continue;
      }
      Value only = instruction instanceof Phi phi ? only(phi) : null;
      if (only != null) {
        values.put(instruction, only);
        continue;
      }
      OptionalLong known = known(instruction);
      if (known.isPresent()) {
        IntType type = (IntType) instruction.type();
        values.put(instruction, new IntConstant(type, known.getAsLong()));
      } else {
        Instruction other = end(instruction);
        values.put(instruction, other);
        copy.instructions().add(other);
        copied++;
      }
    }
    return copy.successors();
  }

  /** Returns what an instruction computes: the loop may ask for a size of the launch. */
  private OptionalLong known(Instruction instruction) {
    boolean mayBeGiven = instruction instanceof WorkItemQuery || instruction instanceof Compare;
    OptionalLong given = mayBeGiven ? outside.apply(instruction) : OptionalLong.empty();
    return given.isPresent() ? given : ConstantFolding.fold(instruction, this::constant);
  }

  /** Returns what a phi of one edge stands for. */
  private @Nullable Value only(Phi phi) {
    return phi.operands().size() == 1 ? values.get(phi.operand(0)) : null;
  }

  /** Returns a copy, of a branch whose way is known a jump. */
  private Instruction end(Instruction instruction) {
    if (instruction instanceof ConditionalBranch branch) {
      OptionalLong way = constant(branch.condition());
      if (way.isPresent()) {
        Branch jump = new Branch(branch.successors().get(way.getAsLong() != 0 ? 0 : 1));
        jump.setLocation(branch.location());
        return jump;
      }
    }
    return InstructionCopy.of(instruction);
  }

  private OptionalLong constant(Value value) {
    if (value instanceof IntConstant known) {
      return OptionalLong.of(known.value());
    }
    Value now = values.get(value);
    if (now == null) {
      return outside.apply(value);
    }
    return now instanceof IntConstant known ? OptionalLong.of(known.value()) : OptionalLong.empty();
  }

  /** Returns how many instructions it has. */
  int copied() {
    return copied;
  }

  /** Returns the copies of its blocks, by the originals. */
  Map<Block, Block> blocks() {
    return blocks;
  }

  /** Returns whether it runs an edge of the original. */
  boolean takes(Block from, Block to) {
    return taken.contains(new Loops.Edge(from, to));
  }

  /** Returns the copy of a block that it has. */
  Block copyOf(Block block) {
    return Objects.requireNonNull(blocks.get(block));
  }

  /** Returns what an operand of the original is in this copy. */
  Value mapped(Value value, UnaryOperator<Value> elsewhere) {
    Value own = values.get(value);
    return own == null ? elsewhere.apply(value) : own;
  }

  /** Returns the blocks from which another iteration follows. */
  List<Block> latches() {
    List<Block> latches = new ArrayList<>();
    for (Loops.Edge edge : loop.backEdges()) {
      if (taken.contains(edge)) {
        latches.add(edge.from());
      }
    }
    return latches;
  }

  /**
   * Names operands, successors and edges of phis as they are in the copy.
   *
   * @param elsewhere returns the copy of a value from outside of the loop
   * @param ways returns where an edge out of the loop or back to its header leads
   */
  void connect(UnaryOperator<Value> elsewhere, UnaryOperator<Block> ways) {
    for (Map.Entry<Block, Block> entry : blocks.entrySet()) {
      for (Instruction instruction : entry.getValue().instructions()) {
        if (instruction instanceof Phi phi) {
          keepTaken(phi, entry.getKey());
        }
        instruction.mapOperands(v -> mapped(v, elsewhere));
        if (instruction instanceof Terminator end) {
          for (int s = 0; s < end.successors().size(); s++) {
            Block target = end.successors().get(s);
            boolean inside = loop.contains(target) && !target.equals(loop.header());
            end.setSuccessor(s, inside ? copyOf(target) : ways.apply(target));
          }
        }
      }
    }
  }

  private void keepTaken(Phi phi, Block block) {
    for (int k = phi.predecessors().size() - 1; k >= 0; k--) {
      Block from = phi.predecessors().get(k);
      if (takes(from, block)) {
        phi.setPredecessor(k, copyOf(from));
      } else {
        phi.removeIncoming(k);
      }
    }
  }
}
