package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.pass.CloseLoops;
import dev.barnacle.ir.pass.DeadCodeElimination;
import dev.barnacle.ir.pass.InstructionCopy;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.plan.cost.BlockFrequencies;
import dev.barnacle.simd.internal.plan.cost.LoopTurns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Runs four iterations at a time of loops in which each lane walks along a row of its own ({@code
 * for (k = 0; k < n; k++) sum += a[id * n + k] * b[k]}): what they load from a row becomes one load
 * of four elements, what they store along one a store, which a processor does for all lanes with a
 * transposition several times faster than it gathers element after element. Elements may be bytes.
 * Where iterations do so below a further bound ({@code k < length ? row[k] : 0}), four run at a
 * time below it. What is left of the iterations runs as before.
 *
 * <p>LLVM has no such thing for lanes; its parts are known as strip-mining and as superword loads
 * (Larsen and Amarasinghe, Exploiting Superword Level Parallelism, PLDI 2000). Nothing is loaded
 * that the four iterations would not load, and each computes what it did, in the same order.
 */
final class RowLoads {
  /** Iterations at a time. */
  private static final int ROW = 4;

  /** The turns of a loop that does four iterations at a time, where nobody knows. */
  private static final double TURNS = BlockFrequencies.TURNS / ROW;

  /** Those of what is left. */
  private static final double TURNS_LEFT = 1;

  private final Function function;
  private final RowLoadSearch.Walk walk;
  private final Map<Load, Load> rows = new HashMap<>();
  private final List<LoopIteration> iterations = new ArrayList<>();
  private final Map<Phi, Value> now = new HashMap<>();

  /**
   * A kernel whose loops load rows.
   *
   * @param turns how often loops turn that have come to be, by their headers
   */
  record Unrolled(Function kernel, Map<Block, Double> turns) {
    Unrolled {
      turns = Map.copyOf(turns);
    }
  }

  private RowLoads(Function function, RowLoadSearch.Walk walk) {
    this.function = function;
    this.walk = walk;
  }

  /** Returns a copy of a kernel with such loops; empty where it has none. */
  static Optional<Unrolled> of(Function kernel, LaneShapes shapes, AliasClasses aliases) {
    List<RowLoadSearch.Walk> walks = new RowLoadSearch(kernel, shapes, aliases).find();
    if (walks.isEmpty()) {
      return Optional.empty();
    }
    FunctionCopy copy = new FunctionCopy(kernel);
    Map<Block, Double> turns = new HashMap<>();
    for (RowLoadSearch.Walk walk : walks) {
      RowLoadSearch.Walk own = walk.in(copy);
      OptionalDouble known = LoopTurns.of(own.loop());
      double all = known.orElse(ROW * TURNS);
      turns.put(new RowLoads(copy.result(), own).unroll(), Math.max(1, Math.floor(all / ROW)));
      boolean exact = known.isPresent() && own.guards().isEmpty();
      turns.put(own.loop().header(), exact ? all % ROW : TURNS_LEFT);
    }
    Module alone = new Module(kernel.name());
    alone.functions().add(copy.result());
    new DeadCodeElimination().run(alone);
    new CloseLoops().run(alone);
    return Optional.of(new Unrolled(copy.result(), turns));
  }

  /** Puts a loop of four iterations before the one that there is; returns its header. */
  private Block unroll() {
    Block header = walk.loop().header();
    Block first = function.newBlock(header.name() + ".rows");
    Map<Phi, Phi> counted = new HashMap<>();
    for (Phi phi : header.phis()) {
      Phi copy = new Phi(phi.type());
      copy.setName(phi.name());
      copy.setLocation(phi.location());
      first.instructions().add(copy);
      counted.put(phi, copy);
      now.put(phi, copy);
    }
    for (int k = 0; k < ROW; k++) {
      iteration();
    }
    Block last = iterations.getLast().copyOf(walk.latch());
    for (Phi phi : header.phis()) {
      Phi copy = Objects.requireNonNull(counted.get(phi));
      copy.addIncoming(phi.incoming(walk.entry()), walk.entry());
      copy.addIncoming(Objects.requireNonNull(now.get(phi)), last);
      phi.removeIncoming(phi.predecessors().indexOf(walk.entry()));
      phi.addIncoming(copy, first);
    }
    for (int k = 0; k < ROW; k++) {
      Block next = k + 1 < ROW ? iterations.get(k + 1).copyOf(header) : first;
      iterations.get(k).connect(v -> v, b -> b.equals(header) ? next : b);
      skipTest(iterations.get(k).copyOf(header));
      function.blocks().addAll(iterations.get(k).blocks().values());
    }
    for (int k = 0; k < ROW; k++) {
      load(iterations.get(k), k);
    }
    walk.accesses()
        .forEach(
            i -> {
              if (i instanceof Store store) {
                store(store);
              }
            });
    Phi counter = Objects.requireNonNull(counted.get(walk.counter()));
    test(first, counter, iterations.getFirst().copyOf(header), header);
    redirect(walk.entry().terminator(), header, first);
    return first;
  }

  private void iteration() {
    String suffix = "." + function.blocks().size() + ".row" + iterations.size();
    LoopIteration iteration =
        new LoopIteration(
            walk.loop(),
            walk.order(),
            Map.copyOf(now),
            suffix,
            v -> isGuard(v) ? OptionalLong.of(1) : OptionalLong.empty());
    iterations.add(iteration);
    Map<Phi, Value> next = new HashMap<>();
    for (Phi phi : walk.loop().header().phis()) {
      next.put(phi, iteration.mapped(phi.incoming(walk.latch()), v -> v));
    }
    now.putAll(next);
  }

  private boolean isGuard(Value value) {
    return walk.guards().stream().anyMatch(g -> g.test().equals(value));
  }

  /** Makes a header's branch a jump into the loop: four iterations are known to follow. */
  private void skipTest(Block copy) {
    Terminator test = copy.terminator();
    copy.instructions().remove(test);
    copy.instructions().add(new Branch(test.successors().getFirst()));
  }

  /** Takes what an iteration loads from rows out of what the first one does. */
  private void load(LoopIteration iteration, int number) {
    for (Instruction access : walk.accesses()) {
      if (!(access instanceof Load load)) {
        continue;
      }
      Load copy = (Load) iteration.mapped(load, v -> v);
      Block block = home(iteration, copy);
      int at = block.instructions().indexOf(copy);
      Load row = rows.get(load);
      if (row == null) {
        row = new Load(new VectorType(copy.type(), ROW), copy.pointer(), copy.alignment(), false);
        row.setLocation(copy.location());
        rows.put(load, row);
        block.instructions().add(at++, row);
      }
      ExtractElement element = new ExtractElement(row, new IntConstant(Types.I32, number));
      element.setLocation(copy.location());
      block.instructions().set(at, element);
      replace(copy, element);
    }
  }

  /** Stores what the iterations store along a row with the last of them. */
  private void store(Store store) {
    Value row = new UndefConstant(new VectorType(store.value().type(), ROW));
    Value first = ((Store) copy(0, store)).pointer();
    for (int k = 0; k < ROW; k++) {
      Store own = (Store) copy(k, store);
      Block block = home(iterations.get(k), own);
      int at = block.instructions().indexOf(own);
      InsertElement element = new InsertElement(row, own.value(), new IntConstant(Types.I32, k));
      element.setLocation(own.location());
      block.instructions().set(at, element);
      row = element;
      if (k == ROW - 1) {
        Store all = new Store(row, first, own.alignment(), false);
        all.setLocation(own.location());
        block.instructions().add(at + 1, all);
      }
    }
  }

  private Instruction copy(int iteration, Instruction original) {
    return (Instruction) iterations.get(iteration).mapped(original, v -> v);
  }

  private static Block home(LoopIteration iteration, Instruction instruction) {
    return iteration.blocks().values().stream()
        .filter(b -> b.instructions().contains(instruction))
        .findFirst()
        .orElseThrow();
  }

  private void replace(Value old, Value other) {
    for (LoopIteration iteration : iterations) {
      for (Block block : iteration.blocks().values()) {
        block.instructions().forEach(i -> i.mapOperands(v -> v.equals(old) ? other : v));
      }
    }
    walk.loop().header().phis().forEach(i -> i.mapOperands(v -> v.equals(old) ? other : v));
    for (Block block : function.blocks()) {
      block.phis().forEach(i -> i.mapOperands(v -> v.equals(old) ? other : v));
    }
  }

  /** Tests whether at least four iterations follow, which do all accesses. */
  private void test(Block block, Phi counter, Block body, Block rest) {
    Value all = isFourBelow(walk.bound(), block, counter);
    for (RowLoadSearch.Bound guard : walk.guards()) {
      Binary both = new Binary(Binary.Op.AND, all, isFourBelow(guard, block, counter));
      block.instructions().add(both);
      all = both;
    }
    block.instructions().add(new ConditionalBranch(all, body, rest));
  }

  /** Tests whether a counter and its next three values are below a bound. */
  private Value isFourBelow(RowLoadSearch.Bound limit, Block block, Phi counter) {
    IntType type = (IntType) counter.type();
    Value bound = copied(limit.value(), block);
    Instruction more = InstructionCopy.of(limit.test());
    more.mapOperands(v -> v.equals(walk.counter()) ? counter : bound);
    Binary left = new Binary(Binary.Op.SUB, bound, counter);
    long others = limit.isInclusive() ? ROW - 1 : ROW;
    Compare enough =
        new Compare(Compare.Predicate.UGE, left, new IntConstant(type, others), Set.of());
    Binary both = new Binary(Binary.Op.AND, more, enough);
    block.instructions().addAll(List.of(more, left, enough, both));
    return both;
  }

  /** Copies to the end of a block what a loop computes anew in each iteration. */
  private Value copied(Value value, Block block) {
    boolean own =
        walk.order().stream().anyMatch(b -> b.instructions().stream().anyMatch(value::equals));
    if (!own) {
      return value;
    }
    Instruction copy = InstructionCopy.of((Instruction) value);
    copy.mapOperands(v -> copied(v, block));
    block.instructions().add(copy);
    return copy;
  }

  private static void redirect(Terminator end, Block old, Block target) {
    for (int k = 0; k < end.successors().size(); k++) {
      if (end.successors().get(k).equals(old)) {
        end.setSuccessor(k, target);
      }
    }
  }
}
