package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates how often each block of a function runs when the function runs once: a loop turns as
 * often as its {@linkplain LoopTurns bounds} say, or {@link #TURNS} times, work-items that return
 * at once are rare, and each other branch goes each way equally often.
 */
public final class BlockFrequencies {
  /** The iterations of a loop, where nobody knows. */
  public static final double TURNS = 8;

  /** The part of work-items for which a guard sees to it that they do nothing. */
  private static final double RARE = 1.0 / 16;

  private static final int DEEPEST = 4;

  /** Deeper loops are taken to turn once, so that numbers stay numbers. */
  private static final int MAX_DEPTH = 4;

  private final ControlFlow flow;
  private final Loops loops;
  private final ConditionChains chains;
  private final Map<Block, Double> turns;
  private final Map<Block, Double> frequencies = new HashMap<>();

  public BlockFrequencies(Function function) {
    flow = new ControlFlow(function);
    loops = new Loops(new Dominators(flow));
    chains = new ConditionChains(flow);
    turns = LoopTurns.of(loops);
    frequencies.put(function.entry(), 1.0);
    for (Block block : flow.reversePostOrder()) {
      if (turns(block)) {
        frequencies.merge(block, turnsOf(block), (a, b) -> a * b);
      }
      spread(block);
    }
  }

  /** Returns how often a block runs; 0 if nothing leads to it. */
  public double of(Block block) {
    return frequencies.getOrDefault(block, 0.0);
  }

  /** Returns the iterations of the loop that a block is the header of. */
  double turnsOf(Block header) {
    return turns.getOrDefault(header, TURNS);
  }

  private boolean turns(Block block) {
    List<Loops.Loop> around = loops.containing(block);
    return !around.isEmpty()
        && around.size() <= MAX_DEPTH
        && around.getLast().header().equals(block);
  }

  /** Hands a block's frequency on: what leaves a loop does so once for all its turns. */
  private void spread(Block block) {
    List<Block> staying = new ArrayList<>();
    double left = of(block);
    for (Block target : flow.successors(block)) {
      double turns = turnsLeft(block, target);
      if (turns > 1) {
        frequencies.merge(target, of(block) / turns, Double::sum);
        left -= of(block) / turns;
      } else if (!(target.terminator() instanceof Unreachable)) {
        staying.add(target);
      }
    }
    long ends = staying.stream().filter(BlockFrequencies::returns).count();
    boolean guards =
        ends > 0 && ends < staying.size() && !isLoaded(block.terminator().operand(0), DEEPEST);
    for (Block target : staying) {
      if (flow.orderOf(target) > flow.orderOf(block)) {
        double share =
            !guards
                ? share(block, target, staying.size())
                : returns(target) ? RARE / ends : (1 - RARE) / (staying.size() - ends);
        frequencies.merge(target, left * share, Double::sum);
      }
    }
  }

  /** Returns the part of {@code from}'s runs that goes to one of {@code count} targets. */
  private double share(Block from, Block target, int count) {
    if (count != 2) {
      return 1.0 / count;
    }
    double on = Math.pow(0.5, 1.0 / chains.parts(from));
    return chains.isCommon(from, target) ? 1 - on : on;
  }

  /** Returns whether memory decides: such a branch is no guard. */
  private static boolean isLoaded(Value value, int depth) {
    return value instanceof Load
        || (depth > 0
            && value instanceof Instruction i
            && !(i instanceof Phi)
            && i.operands().stream().anyMatch(o -> isLoaded(o, depth - 1)));
  }

  /** Returns whether a work-item that comes to a block returns at once. */
  private static boolean returns(Block block) {
    return block.terminator() instanceof Return && block.instructions().size() == 1;
  }

  /** Returns how often the loops turn that an edge leaves. */
  private double turnsLeft(Block from, Block to) {
    List<Loops.Loop> around = loops.containing(from);
    double turns = 1;
    for (int i = 0; i < Math.min(around.size(), MAX_DEPTH); i++) {
      turns *= around.get(i).contains(to) ? 1 : turnsOf(around.get(i).header());
    }
    return turns;
  }
}
