package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates how often each block of a function runs when the function runs once: a loop turns
 * {@link #TURNS} times, and each other branch goes each way equally often.
 */
public final class BlockFrequencies {
  /** The iterations of a loop. */
  public static final double TURNS = 8;

  /** Deeper loops are taken to turn once, so that numbers stay numbers. */
  private static final int MAX_DEPTH = 4;

  private final ControlFlow flow;
  private final Loops loops;
  private final Map<Block, Double> frequencies = new HashMap<>();

  public BlockFrequencies(Function function) {
    flow = new ControlFlow(function);
    loops = new Loops(new Dominators(flow));
    frequencies.put(function.entry(), 1.0);
    for (Block block : flow.reversePostOrder()) {
      if (turns(block)) {
        frequencies.merge(block, TURNS, (a, b) -> a * b);
      }
      spread(block);
    }
  }

  /** Returns how often a block runs; 0 if nothing leads to it. */
  public double of(Block block) {
    return frequencies.getOrDefault(block, 0.0);
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
    for (Block target : staying) {
      if (flow.orderOf(target) > flow.orderOf(block)) {
        frequencies.merge(target, left / staying.size(), Double::sum);
      }
    }
  }

  /** Returns how often the loops turn that an edge leaves. */
  private double turnsLeft(Block from, Block to) {
    List<Loops.Loop> around = loops.containing(from);
    double turns = 1;
    for (int i = 0; i < Math.min(around.size(), MAX_DEPTH); i++) {
      turns *= around.get(i).contains(to) ? 1 : TURNS;
    }
    return turns;
  }
}
