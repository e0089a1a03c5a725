package dev.barnacle.simd.internal.plan.cost;

import static dev.barnacle.ir.Compare.Predicate.EQ;
import static dev.barnacle.ir.Compare.Predicate.NE;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.LinearExpression;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counts the iterations of loops whose counter begins and ends a constant apart: {@code for (i = 0;
 * i < 64; i++)}, {@code for (k = 4 * i; k < 4 * i + 4; k++)}. Loops with a {@code break} have no
 * such number.
 *
 * <p>LLVM's scalar evolution has it as the constant trip count.
 */
public final class LoopTurns {
  private LoopTurns() {}

  /** Returns the numbers that are known, by the loops' headers. */
  static Map<Block, Double> of(Loops loops) {
    Map<Block, Double> turns = new HashMap<>();
    for (Loops.Loop loop : loops.all()) {
      of(loop).ifPresent(n -> turns.put(loop.header(), n));
    }
    return turns;
  }

  /** Returns how often a loop turns; empty where its bounds do not tell. */
  public static OptionalDouble of(Loops.Loop loop) {
    if (loop.exits().size() != 1 || loop.backEdges().size() != 1) {
      return OptionalDouble.empty();
    }
    Block latch = loop.backEdges().getFirst().from();
    Loops.Edge exit = loop.exits().getFirst();
    boolean first = exit.from().equals(loop.header()) && !loop.header().equals(latch);
    if ((!first && !exit.from().equals(latch))
        || !(exit.from().terminator() instanceof ConditionalBranch branch)
        || !(branch.condition() instanceof Compare test)) {
      return OptionalDouble.empty();
    }
    boolean stays = loop.contains(branch.successors().getFirst());
    return loop.header().phis().stream()
        .map(phi -> turns(loop, latch, phi, test, stays, first))
        .filter(OptionalDouble::isPresent)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble turns(
      Loops.Loop loop, Block latch, Phi phi, Compare test, boolean stays, boolean first) {
    Value next = phi.incoming(latch);
    boolean later = test.operand(0).equals(next);
    List<Block> entries = phi.predecessors().stream().filter(p -> !loop.contains(p)).toList();
    if ((!later && !test.operand(0).equals(phi)) || entries.size() != 1) {
      return OptionalDouble.empty();
    }
    Set<Instruction> own =
        loop.blocks().stream().flatMap(b -> b.instructions().stream()).collect(Collectors.toSet());
    OptionalLong step = new LoopSteps(own, loop.header(), latch).of(phi);
    OptionalLong apart =
        LinearExpression.difference(phi.incoming(entries.getFirst()), test.operand(1));
    if (step.isEmpty() || step.getAsLong() == 0 || apart.isEmpty()) {
      return OptionalDouble.empty();
    }
    boolean whileEqual = test.predicate() == (stays ? EQ : NE);
    double passed =
        whileEqual
            ? passedWhileEqual(later, apart.getAsLong(), step.getAsLong())
            : passed(test.predicate(), stays, apart.getAsLong(), step.getAsLong());
    double turns = later && first ? passed - 1 : !later && !first ? passed + 1 : passed;
    return turns >= 1 ? OptionalDouble.of(turns) : OptionalDouble.empty();
  }

  /** Returns how many steps the counter takes until it differs: at most one is equal. */
  private static double passedWhileEqual(boolean later, long apart, long step) {
    if (later) {
      return apart == step ? 2 : 1;
    }
    return apart == 0 ? 1 : 0;
  }

  /** Returns how many steps the counter takes until the test fails; 0 where none does. */
  private static double passed(Compare.Predicate test, boolean stays, long apart, long step) {
    double steps = (double) apart / step;
    boolean rises = step > 0;
    return switch (test) {
      case ULT, SLT -> rises == stays ? (stays ? Math.ceil(steps) : Math.floor(steps) + 1) : 0;
      case ULE, SLE -> rises == stays ? (stays ? Math.floor(steps) + 1 : Math.ceil(steps)) : 0;
      case UGT, SGT -> rises != stays ? (stays ? Math.ceil(steps) : Math.floor(steps) + 1) : 0;
      case UGE, SGE -> rises != stays ? (stays ? Math.floor(steps) + 1 : Math.ceil(steps)) : 0;
      case NE, EQ -> apart % step == 0 ? steps : 0;
      default -> 0;
    };
  }
}
