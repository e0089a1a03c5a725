package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.plan.cost.LoopSteps;
import dev.barnacle.simd.internal.plan.cost.RowAddresses;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds loops in which each lane walks along a row of its own, for {@link RowLoads}. */
final class RowLoadSearch {
  private static final int DEEPEST = 16;

  /** The most bytes of an element. */
  private static final long WORD = 4;

  /** The instructions of a loop that may be copied. */
  private static final int MOST_INSTRUCTIONS = 120;

  private final ControlFlow flow;
  private final Dominators dominators;
  private final Loops loops;
  private final LaneShapes shapes;
  private final AliasClasses aliases;
  private final RowAddresses rows;

  /**
   * A bound from above of a counter.
   *
   * @param value is the same in each iteration
   */
  record Bound(Compare test, Value value) {
    /** Returns whether the counter may be the bound. */
    boolean isInclusive() {
      return switch (test.predicate()) {
        case SLE, ULE, SGE, UGE -> true;
        default -> false;
      };
    }
  }

  /**
   * A loop.
   *
   * @param order its blocks, each behind those that lead to it
   * @param entry the block that it is entered from
   * @param latch the block from which another iteration follows
   * @param counter the phi that rises by one
   * @param bound of the counter, by which alone the loop is left: its header asks for it
   * @param guards further bounds, below which iterations do the accesses
   * @param accesses of rows: loads, and stores to places that nothing else in the loop accesses
   */
  record Walk(
      Loops.Loop loop,
      List<Block> order,
      Block entry,
      Block latch,
      Phi counter,
      Bound bound,
      List<Bound> guards,
      List<Instruction> accesses) {
    /** Returns the same in a copy of the function. */
    Walk in(FunctionCopy copy) {
      return new Walk(
          copy.of(loop),
          order.stream().map(copy::of).toList(),
          copy.of(entry),
          copy.of(latch),
          (Phi) copy.of(counter),
          in(copy, bound),
          guards.stream().map(b -> in(copy, b)).toList(),
          accesses.stream().map(i -> (Instruction) copy.of(i)).toList());
    }

    private static Bound in(FunctionCopy copy, Bound bound) {
      return new Bound((Compare) copy.of(bound.test), copy.of(bound.value));
    }
  }

  RowLoadSearch(Function kernel, LaneShapes shapes, AliasClasses aliases) {
    this.flow = new ControlFlow(kernel);
    this.dominators = new Dominators(flow);
    this.loops = new Loops(dominators);
    this.shapes = shapes;
    this.aliases = aliases;
    this.rows = new RowAddresses(shapes);
  }

  /** Returns the loops, none of which is inside another. */
  List<Walk> find() {
    return loops.isReducible()
        ? loops.all().stream()
            .filter(this::isInnermost)
            .map(this::walk)
            .flatMap(List::stream)
            .toList()
        : List.of();
  }

  private boolean isInnermost(Loops.Loop loop) {
    return loops.all().stream().noneMatch(l -> !l.equals(loop) && loop.contains(l.header()));
  }

  /** Returns what is found in a loop: at most one. */
  private List<Walk> walk(Loops.Loop loop) {
    Block header = loop.header();
    List<Block> entries =
        flow.predecessors(header).stream().filter(b -> !loop.contains(b)).toList();
    List<Block> order = flow.reversePostOrder().stream().filter(loop::contains).toList();
    boolean simple =
        entries.size() == 1
            && loop.exits().size() == 1
            && loop.exits().getFirst().from().equals(header)
            && loop.backEdges().size() == 1
            && order.stream().mapToInt(b -> b.instructions().size()).sum() <= MOST_INSTRUCTIONS
            && order.stream()
                .allMatch(b -> b.instructions().stream().allMatch(AccumulatorSearch::isPlain));
    if (!simple || !(header.terminator() instanceof ConditionalBranch branch)) {
      return List.of();
    }
    Block latch = loop.backEdges().getFirst().from();
    boolean stays = loop.contains(branch.successors().getFirst());
    if (!stays || !(branch.condition() instanceof Compare test)) {
      return List.of();
    }
    Phi counter = counter(test, latch, header);
    if (counter == null) {
      return List.of();
    }
    Set<Instruction> own = new HashSet<>();
    order.forEach(b -> own.addAll(b.instructions()));
    Bound bound = bound(test, counter, own);
    if (bound == null) {
      return List.of();
    }
    RowGuards guards = new RowGuards(flow, loop, latch, b -> bound(b, counter, own));
    List<Instruction> rows = new Rows(new LoopSteps(own, header, latch), order, guards).find();
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Walk(
                loop, order, entries.getFirst(), latch, counter, bound, guards.needed(rows), rows));
  }

  /** Returns the bound that a test asks for; null if it asks for none. */
  private static @Nullable Bound bound(Compare test, Phi counter, Set<Instruction> own) {
    if (!counter.equals(low(test))) {
      return null;
    }
    Value value = test.operand(counter.equals(test.operand(0)) ? 1 : 0);
    return AccumulatorSearch.isFixed(value, own, DEEPEST) ? new Bound(test, value) : null;
  }

  /** Returns what a test bounds from above; null if it does not. */
  private static @Nullable Value low(Compare test) {
    return switch (test.predicate()) {
      case SLT, SLE, ULT, ULE -> test.operand(0);
      case SGT, SGE, UGT, UGE -> test.operand(1);
      default -> null;
    };
  }

  /** Returns the phi that a test bounds from above, and that rises by one; null if none is. */
  private static @Nullable Phi counter(Compare test, Block latch, Block header) {
    return low(test) instanceof Phi phi
            && header.phis().contains(phi)
            && phi.type() instanceof IntType
            && phi.incoming(latch) instanceof Binary next
            && next.op() == Binary.Op.ADD
            && next.operand(0).equals(phi)
            && next.operand(1) instanceof IntConstant one
            && one.value() == 1
        ? phi
        : null;
  }

  /** The accesses of a loop that walk along rows. */
  private final class Rows {
    private final LoopSteps steps;
    private final Map<Instruction, Value> pointers = new LinkedHashMap<>();
    private final Set<Instruction> always = new HashSet<>();

    Rows(LoopSteps steps, List<Block> order, RowGuards guards) {
      this.steps = steps;
      for (Block block : order) {
        for (Instruction i : block.instructions()) {
          if (i instanceof Load || i instanceof Store) {
            pointers.put(i, AccumulatorSearch.pointer(i));
            if (guards.isAlways(block)) {
              always.add(i);
            }
          }
        }
      }
    }

    List<Instruction> find() {
      return pointers.keySet().stream()
          .filter(this::isAlongRow)
          .filter(i -> isApart(i, i instanceof Load ? Store.class : Instruction.class))
          .toList();
    }

    private boolean isAlongRow(Instruction access) {
      Value pointer = AccumulatorSearch.pointer(access);
      Type type = AccumulatorSearch.type(access);
      return always.contains(access)
          && type.lanes() == 1
          && type.byteSize() <= WORD
          && !type.isPointer()
          && rows.isOne(pointer)
          && shapes.arrays().arrays(pointer).isEmpty()
          && steps.of(pointer).equals(OptionalLong.of(type.byteSize()));
    }

    /** Returns whether no other access of a kind reaches what an access does. */
    private boolean isApart(Instruction access, Class<? extends Instruction> kind) {
      Value pointer = AccumulatorSearch.pointer(access);
      return pointers.entrySet().stream()
          .filter(e -> !e.getKey().equals(access) && kind.isInstance(e.getKey()))
          .allMatch(e -> aliases.areApart(e.getValue(), pointer));
    }
  }
}
