package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.BranchDivergence;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Loops;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the loops in which a lane may wait for what another lane does behind the loop, as for a
 * lock that the other gives back there. Lanes that have left a loop stand still until the last one
 * has left it, so those that wait must be put aside ({@link InsertYields}).
 *
 * <p>A lane can only wait with the help of what it learns from others while it is in the loop: the
 * results of atomic operations and volatile loads ("news"). (An ordinary load cannot bring any:
 * that would be a data race unless a synchronisation operation in the loop had brought news before;
 * OpenCL architecture, 3.3.6 "Memory Ordering Rules".) So a loop is harmless if no news reaches the
 * condition of an exit, neither as data nor by the way taken.
 *
 * <p>A loop that counts up to a bound in ordinary memory ends whatever that holds, even if the lane
 * itself stores news there; so nobody waits in {@code for (i = 0; i < p->n; i++)}.
 *
 * <p>Harmless too is the usual loop around a compare-and-exchange: it ends as soon as the exchange
 * finds the value that the lane has seen last. Whenever that fails another lane or thread has
 * succeeded, so some lane always leaves.
 *
 * <p>Such a wait is a SIMT-induced deadlock (A. ElTantawy and T. M. Aamodt, "MIMD Synchronization
 * on SIMT Architectures", MICRO 2016).
 */
public final class WaitingLoops {
  private final ControlFlow flow;
  private final Loops loops;
  private final Map<Function, Boolean> synchronizing = new HashMap<>();

  public WaitingLoops(ControlFlow flow, Loops loops) {
    this.flow = flow;
    this.loops = loops;
  }

  /** Returns whether a lane may wait in {@code loop} for one that has left it. */
  public boolean mayWait(Loops.Loop loop) {
    News news = new News(loop);
    Set<Block> informed = news.informedBranches();
    boolean exits = informed.stream().anyMatch(b -> leaves(loop, b) && !counts(loop, b));
    if (!exits) {
      return false;
    }
    return informed.size() > 1 || !isExchangeLoop(loop, informed.iterator().next());
  }

  private boolean leaves(Loops.Loop loop, Block block) {
    return flow.successors(block).stream()
        .anyMatch(s -> !loop.contains(s) && !(s.terminator() instanceof Unreachable));
  }

  /** Returns whether the branch leaves when a number that only grows reaches what a load gave. */
  private static boolean counts(Loops.Loop loop, Block block) {
    if (!(block.terminator() instanceof ConditionalBranch branch)
        || !(plain(branch.condition()) instanceof Compare test)) {
      return false;
    }
    boolean stays = loop.contains(branch.successors().getFirst());
    return switch (test.predicate()) {
      case ULT, ULE, SLT, SLE -> stays && counts(loop, test.operand(0), test.operand(1));
      case UGT, UGE, SGT, SGE -> stays && counts(loop, test.operand(1), test.operand(0));
      default -> false;
    };
  }

  private static boolean counts(Loops.Loop loop, Value count, Value bound) {
    if (!(bound instanceof Load load) || load.isVolatile()) {
      return false;
    }
    Value phi = isStep(count) ? ((Binary) count).operand(0) : count;
    return loop.header().phis().stream()
        .filter(phi::equals)
        .anyMatch(p -> loop.backEdges().stream().allMatch(e -> isStep(p, p.incoming(e.from()))));
  }

  private static boolean isStep(Phi before, Value after) {
    return isStep(after) && ((Binary) after).operand(0).equals(before);
  }

  private static boolean isStep(Value value) {
    return value instanceof Binary sum
        && sum.op() == Binary.Op.ADD
        && sum.operand(1) instanceof IntConstant step
        && step.value() > 0;
  }

  /**
   * Returns whether the branch, the only one that depends on news, asks for an exchange's success.
   */
  private static boolean isExchangeLoop(Loops.Loop loop, Block block) {
    if (!(block.terminator() instanceof ConditionalBranch branch)) {
      return false;
    }
    return plain(branch.condition()) instanceof Compare test
        && (test.predicate() == Compare.Predicate.EQ || test.predicate() == Compare.Predicate.NE)
        && (isSuccess(loop, test.operand(0), test.operand(1))
            || isSuccess(loop, test.operand(1), test.operand(0)));
  }

  private static boolean isSuccess(Loops.Loop loop, Value old, Value expected) {
    return old instanceof AtomicCompareExchange exchange
        && exchange.expected().equals(expected)
        && blockOf(loop, exchange) != null
        && isLastSeen(loop, expected, exchange);
  }

  /** Returns whether {@code expected} is what the exchange's memory held a moment ago. */
  private static boolean isLastSeen(
      Loops.Loop loop, Value expected, AtomicCompareExchange exchange) {
    return switch (bits(expected)) {
      case AtomicLoad load ->
          blockOf(loop, load) != null && load.pointer().equals(exchange.pointer());
      case Load load -> blockOf(loop, load) != null && load.pointer().equals(exchange.pointer());
      case Phi phi when loop.header().phis().contains(phi) ->
          loop.backEdges().stream().allMatch(e -> bits(phi.incoming(e.from())).equals(exchange));
      default -> false;
    };
  }

  private static Value bits(Value value) {
    return value instanceof Cast cast && cast.op() == Cast.Op.BITCAST
        ? bits(cast.operand(0))
        : value;
  }

  private static @Nullable Block blockOf(Loops.Loop loop, Instruction instruction) {
    for (Block block : loop.blocks()) {
      if (block.instructions().contains(instruction)) {
        return block;
      }
    }
    return null;
  }

  /** Strips conversions between truth values and integers, and negations of them. */
  private static Value plain(Value condition) {
    return switch (condition) {
      case Cast cast when cast.op() == Cast.Op.ZEXT || cast.op() == Cast.Op.TRUNC ->
          plain(cast.operand(0));
      case Compare test
          when test.operand(1) instanceof IntConstant zero
              && zero.value() == 0
              && (test.predicate() == Compare.Predicate.NE
                  || test.predicate() == Compare.Predicate.EQ)
              && test.operand(0) instanceof Cast ->
          plain(test.operand(0));
      default -> condition;
    };
  }

  private boolean mayBringNews(Instruction instruction) {
    return instruction instanceof Call call ? synchronizes(call.callee()) : bringsNews(instruction);
  }

  /** Returns whether a work-item may learn by the instruction, no call, what others do. */
  static boolean bringsNews(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad _, AtomicRmw _, AtomicCompareExchange _ -> true;
      case Load load -> load.isVolatile();
      default -> false;
    };
  }

  private boolean synchronizes(Function function) {
    Boolean known = synchronizing.putIfAbsent(function, false);
    if (known != null) {
      return known;
    }
    boolean result =
        function.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .anyMatch(this::mayBringNews);
    synchronizing.put(function, result);
    return result;
  }

  /** The values and branches of one loop that depend on news. */
  private final class News {
    private final Loops.Loop loop;
    private final Set<Value> informed = new HashSet<>();
    private final Set<Block> branches = new HashSet<>();
    private boolean inMemory;

    News(Loops.Loop loop) {
      this.loop = loop;
      while (step()) {
        // until nothing more is reached
      }
    }

    Set<Block> informedBranches() {
      return branches;
    }

    private boolean step() {
      boolean changed = false;
      for (Block block : loop.blocks()) {
        for (Instruction instruction : block.instructions()) {
          if (!informed.contains(instruction) && reaches(instruction)) {
            informed.add(instruction);
            changed = true;
          }
        }
        changed |= branch(block);
      }
      return changed;
    }

    private boolean reaches(Instruction instruction) {
      boolean reached =
          mayBringNews(instruction)
              || instruction.operands().stream().anyMatch(informed::contains)
              || (inMemory && (instruction instanceof Load || instruction instanceof Call));
      // News in memory may come back by any load.
      inMemory |= reached && !instruction.hasResult() && !(instruction instanceof Terminator);
      return reached;
    }

    private boolean branch(Block block) {
      if (branches.contains(block)
          || flow.successors(block).size() < 2
          || !informed.contains(block.terminator().operand(0))) {
        return false;
      }
      branches.add(block);
      inMemory |= storesAnything();
      for (Block join : new BranchDivergence(flow, loops, block).joins()) {
        if (loop.contains(join)) {
          informed.addAll(join.phis());
        }
      }
      return true;
    }

    private boolean storesAnything() {
      return loop.blocks().stream()
          .flatMap(b -> b.instructions().stream())
          .anyMatch(i -> i instanceof Store || i instanceof Call);
    }
  }
}
