package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Estimates the cycles of a single work-item. An innermost loop takes as long as its longest chain
 * of operations from one iteration to the next, or as its instructions, whichever is more.
 */
public final class WorkItemCost {
  private static final double OPERATION = 0.2;
  private static final double LONG_OPERATION = 4;
  private static final double ACCESS = 0.4;
  private static final double WRONG_GUESS = 6;

  /** The factor by which vectors of a loop's iterations are faster. */
  private static final double LOOP_VECTOR = 6;

  // Latencies.
  private static final double LOADED = 5;
  private static final double DIVIDED = 12;

  /** Of what no iteration before has a part in. */
  private static final double NONE = Double.NEGATIVE_INFINITY;

  private final LoadedValues loaded;
  private final ControlFlow flow;
  private final Loops loops;

  private WorkItemCost(Function kernel, LaneShapes shapes) {
    this.loaded = new LoadedValues(kernel, shapes);
    this.flow = new ControlFlow(kernel);
    this.loops = new Loops(new Dominators(flow));
  }

  /**
   * Returns what work-items one by one cost.
   *
   * @param shapes what lanes would have in common
   */
  public static PlanCost of(Function kernel, LaneShapes shapes) {
    WorkItemCost cost = new WorkItemCost(kernel, shapes);
    BlockFrequencies frequencies = new BlockFrequencies(kernel);
    double cycles = 0;
    for (Block block : cost.flow.reversePostOrder()) {
      cycles += cost.of(block, frequencies);
    }
    for (Loops.Loop loop : cost.loops.all()) {
      if (cost.loops.all().stream().noneMatch(l -> isInside(l, loop))) {
        double turns = frequencies.of(loop.header());
        double busy = loop.blocks().stream().mapToDouble(b -> cost.of(b, frequencies)).sum();
        cycles +=
            cost.isVectorizable(loop)
                ? busy / LOOP_VECTOR - busy
                : Math.max(0, turns * cost.chain(loop) - busy);
      }
    }
    return new PlanCost(1, cycles, cycles, 0, 0);
  }

  private static boolean isInside(Loops.Loop loop, Loops.Loop other) {
    return !loop.equals(other) && other.contains(loop.header());
  }

  /**
   * Returns whether LLVM makes vectors of a loop's iterations: it carries counters and reductions
   * of integers alone, has no branch but its own, and reads memory in order.
   */
  private boolean isVectorizable(Loops.Loop loop) {
    long branches = loop.blocks().stream().filter(b -> flow.successors(b).size() > 1).count();
    List<Instruction> all = loop.blocks().stream().flatMap(b -> b.instructions().stream()).toList();
    return branches == 1
        && loop.backEdges().size() == 1
        && loop.header().phis().stream().allMatch(p -> isReduction(p, loop, all))
        && all.stream().allMatch(this::isPlain)
        && areInOrder(loop, all)
        && all.stream().noneMatch(i -> i instanceof Store s && staysTheSame(s.pointer(), all));
  }

  /** Returns whether a value goes through one associative operation alone, as counters do. */
  private static boolean isReduction(Phi phi, Loops.Loop loop, List<Instruction> all) {
    Value next = phi.incoming(loop.backEdges().getFirst().from());
    return (phi.type() instanceof IntType || next instanceof PointerAdd)
        && next instanceof Instruction step
        && step.operands().contains(phi)
        && (step instanceof PointerAdd || isAssociative(step))
        && (isCounter(step)
            || all.stream().noneMatch(i -> !i.equals(step) && i.operands().contains(phi)));
  }

  private static boolean isCounter(Instruction step) {
    return step.operand(1) instanceof IntConstant;
  }

  private static boolean isAssociative(Instruction step) {
    return switch (step) {
      case Binary b ->
          switch (b.op()) {
            case ADD, SUB, MUL, AND, OR, XOR -> true;
            default -> false;
          };
      case Intrinsic f ->
          switch (f.op()) {
            case SMIN, SMAX, UMIN, UMAX -> true;
            default -> false;
          };
      default -> false;
    };
  }

  /** Returns whether each access of a loop is next to that of the iteration before. */
  private static boolean areInOrder(Loops.Loop loop, List<Instruction> all) {
    Block latch = loop.backEdges().getFirst().from();
    LoopSteps steps = new LoopSteps(Set.copyOf(all), loop.header(), latch);
    return all.stream()
        .allMatch(
            i ->
                switch (i) {
                  case Load load -> {
                    OptionalLong step = steps.of(load.pointer());
                    yield step.equals(OptionalLong.of(0))
                        || step.equals(OptionalLong.of(load.type().byteSize()));
                  }
                  case Store store ->
                      steps
                          .of(store.pointer())
                          .equals(OptionalLong.of(store.value().type().byteSize()));
                  default -> true;
                });
  }

  private boolean isPlain(Instruction i) {
    return switch (i) {
      case Load load -> !loaded.contains(load.pointer());
      case Store store -> !loaded.contains(store.pointer());
      case Binary b -> !isLong(b);
      case Phi _, PointerAdd _, Cast _, Compare _, Select _, Terminator _, Unary _ -> true;
      case Intrinsic f -> !f.op().isFloat();
      default -> false;
    };
  }

  /** Returns the longest way from a value that a loop carries, also in memory, to its next one. */
  private double chain(Loops.Loop loop) {
    List<Block> body = flow.reversePostOrder().stream().filter(loop::contains).toList();
    double longest = 0;
    for (Phi phi : loop.header().phis()) {
      Map<Value, Double> depths = depths(loop, body, phi);
      for (Loops.Edge edge : loop.backEdges()) {
        longest = Math.max(longest, depths.getOrDefault(phi.incoming(edge.from()), NONE));
      }
    }
    List<Instruction> all = body.stream().flatMap(b -> b.instructions().stream()).toList();
    for (Instruction i : all) {
      if (i instanceof Store store && staysTheSame(store.pointer(), all)) {
        for (Instruction from : all) {
          if (from instanceof Load load && load.pointer().equals(store.pointer())) {
            Map<Value, Double> depths = depths(loop, body, load);
            longest = Math.max(longest, depths.getOrDefault(store.value(), NONE));
          }
        }
      }
    }
    return longest;
  }

  /** Returns whether a value is the same in all iterations. */
  private static boolean staysTheSame(Value value, List<Instruction> all) {
    return switch (value) {
      case Instruction i when all.contains(i) ->
          switch (i) {
            case PointerAdd _, Cast _, Binary _ ->
                i.operands().stream().allMatch(o -> staysTheSame(o, all));
            default -> false;
          };
      default -> true;
    };
  }

  /** Finds when the values of an iteration are there that come from one of them. */
  private static Map<Value, Double> depths(Loops.Loop loop, List<Block> body, Instruction source) {
    Map<Value, Double> depths = new HashMap<>();
    for (Block block : body) {
      for (Instruction i : block.instructions()) {
        double before =
            i.operands().stream().mapToDouble(o -> depths.getOrDefault(o, NONE)).max().orElse(NONE);
        boolean isHeader = i instanceof Phi && block.equals(loop.header());
        depths.put(i, i.equals(source) ? 0 : isHeader ? NONE : before + latency(i));
      }
    }
    return depths;
  }

  private static double latency(Instruction i) {
    return switch (i) {
      case Load _ -> LOADED;
      case Phi _, PointerAdd _ -> 0;
      case Binary b ->
          switch (b.op()) {
            case FADD, FSUB, FMUL, MUL -> 3;
            case FDIV, FREM, UDIV, SDIV, UREM, SREM -> DIVIDED;
            default -> 1;
          };
      case Intrinsic f -> f.op().isFloat() ? LONG_OPERATION : 1;
      case Cast c when c.type().equals(Types.I64) -> 0;
      default -> 1;
    };
  }

  private double of(Block block, BlockFrequencies frequencies) {
    double times = frequencies.of(block);
    double cycles = block.instructions().stream().mapToDouble(WorkItemCost::of).sum() * times;
    if (flow.successors(block).size() > 1 && loaded.contains(block.terminator().operand(0))) {
      // Who leaves a loop does so once; else one way is as likely as the other.
      List<Loops.Loop> around = loops.containing(block);
      boolean leaves =
          !around.isEmpty()
              && flow.successors(block).stream().anyMatch(s -> !around.getLast().contains(s));
      cycles +=
          WRONG_GUESS
              * (leaves ? times / frequencies.turnsOf(around.getLast().header()) : times / 2);
    }
    return cycles;
  }

  private static double of(Instruction i) {
    return switch (i) {
      case Load _, Store _ -> ACCESS;
      case Instruction free when OperationCosts.isFree(free) -> 0;
      case Binary b when isLong(b) -> LONG_OPERATION * b.type().lanes();
      case Intrinsic f when f.op() == Intrinsic.Op.SQRT -> LONG_OPERATION * i.type().lanes();
      case AtomicRmw a ->
          AliasClasses.isOfOneGroup(a.pointer())
              ? OperationCosts.LOCAL_ATOMIC
              : OperationCosts.ATOMIC;
      default -> OPERATION;
    };
  }

  private static boolean isLong(Binary i) {
    return switch (i.op()) {
      case UDIV, SDIV, UREM, SREM -> !(i.operand(1) instanceof IntConstant);
      case FDIV, FREM -> true;
      default -> false;
    };
  }
}
