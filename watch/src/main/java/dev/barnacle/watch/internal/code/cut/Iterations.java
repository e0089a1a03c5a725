package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Uniformity;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts iterations: work-items must come to a barrier or group function in the same iterations of
 * the loops around it (OpenCL architecture, 3.2.2), not only to the same call. Where some may be in
 * other iterations than others, the loops around the call get counters, and the call a number that
 * stands for them all.
 *
 * <p>A non-uniform function of sub-groups is executed by those together that come to it in the same
 * iterations. Its number has the counters side by side, so that it also tells who is first ({@link
 * CutSite.Turn}).
 */
public final class Iterations {
  /** Odd, so that small counts of different loops give different numbers. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final ControlFlow flow;
  private final Map<Block, Phi> counters = new HashMap<>();
  private final Map<Instruction, Value> numbers = new HashMap<>();
  private final Map<Instruction, CutSite.Turn> turns = new HashMap<>();

  /**
   * The values and turns that were inserted.
   *
   * @param numbers of the calls that need one
   * @param turns of the non-uniform calls
   */
  public record Made(Map<Instruction, Value> numbers, Map<Instruction, CutSite.Turn> turns) {}

  private Iterations(Function kernel) {
    this.flow = new ControlFlow(kernel);
  }

  /** Inserts counters. */
  public static Made insert(Function kernel) {
    Iterations iterations = new Iterations(kernel);
    iterations.numberMeetings(kernel);
    iterations.numberTurns(kernel);
    return new Made(iterations.numbers, iterations.turns);
  }

  private void numberMeetings(Function kernel) {
    List<Block> blocks = kernel.blocks().stream().filter(Iterations::meets).toList();
    if (!blocks.isEmpty()) {
      Uniformity uniformity = new Uniformity(kernel);
      for (Block block : blocks) {
        List<Loops.Loop> loops = uniformity.loops().containing(block);
        if (!loops.isEmpty() && !uniformity.isRunByAll(block)) {
          number(block, loops);
        }
      }
    }
  }

  private void numberTurns(Function kernel) {
    List<Block> blocks =
        kernel.blocks().stream()
            .filter(b -> b.instructions().stream().anyMatch(Iterations::isNonUniform))
            .toList();
    if (blocks.isEmpty()) {
      return;
    }
    LoopOrder order = new LoopOrder(flow);
    int depth = blocks.stream().mapToInt(b -> order.loopsAround(b).size()).max().orElse(0);
    int bits = depth == 0 ? 0 : (Long.SIZE - 1) / depth;
    int position = 0;
    for (Block block : order.blocks()) {
      List<Loops.Loop> loops = order.loopsAround(block);
      List<Integer> numbersOfLoops = loops.stream().map(order::number).toList();
      Value number = null;
      for (Instruction call : List.copyOf(block.instructions())) {
        if (isNonUniform(call)) {
          turns.put(call, new CutSite.Turn(position++, numbersOfLoops, depth, bits));
          if (!loops.isEmpty()) {
            number = number == null ? sideBySide(block, call, loops, depth, bits) : number;
            numbers.put(call, number);
          }
        }
      }
    }
  }

  private Value sideBySide(
      Block block, Instruction call, List<Loops.Loop> loops, int depth, int bits) {
    List<Instruction> to = new ArrayList<>();
    Value number = null;
    for (int d = 0; d < loops.size(); d++) {
      Value count = counter(loops.get(d));
      if (depth > 1) {
        count = added(new Binary(Binary.Op.AND, count, i64((1L << bits) - 1)), to);
        count = added(new Binary(Binary.Op.SHL, count, i64((long) bits * (depth - 1 - d))), to);
      }
      number = number == null ? count : added(new Binary(Binary.Op.OR, number, count), to);
    }
    block.instructions().addAll(block.instructions().indexOf(call), to);
    return Objects.requireNonNull(number);
  }

  private static Value added(Binary binary, List<Instruction> to) {
    to.add(binary);
    return binary;
  }

  private static boolean isNonUniform(Instruction i) {
    return i instanceof GroupOperation operation && operation.op().isNonUniform();
  }

  private static boolean meets(Block block) {
    return block.instructions().stream().anyMatch(Iterations::meets);
  }

  /** A non-uniform operation need not be executed by all. */
  private static boolean meets(Instruction i) {
    return i instanceof Barrier || (i instanceof GroupOperation && !isNonUniform(i));
  }

  private void number(Block block, List<Loops.Loop> loops) {
    List<Phi> counts = loops.stream().map(this::counter).toList();
    List<Instruction> instructions = new ArrayList<>();
    Value number = null;
    for (Instruction instruction : block.instructions()) {
      if (meets(instruction)) {
        if (number == null) {
          number = combine(counts, instructions);
        }
        numbers.put(instruction, number);
      }
      instructions.add(instruction);
    }
    block.instructions().clear();
    block.instructions().addAll(instructions);
  }

  private static Value combine(List<Phi> counts, List<Instruction> to) {
    Value number = counts.getFirst();
    for (Phi count : counts.subList(1, counts.size())) {
      Binary spread = new Binary(Binary.Op.MUL, number, i64(SPREAD));
      Binary sum = new Binary(Binary.Op.ADD, spread, count);
      to.add(spread);
      to.add(sum);
      number = sum;
    }
    return number;
  }

  private Phi counter(Loops.Loop loop) {
    @Nullable Phi before = counters.get(loop.header());
    if (before != null) {
      return before;
    }
    Block header = loop.header();
    Phi count = new Phi(Types.I64);
    Binary next = new Binary(Binary.Op.ADD, count, i64(1));
    for (Block predecessor : flow.predecessors(header).stream().distinct().toList()) {
      count.addIncoming(loop.contains(predecessor) ? next : i64(0), predecessor);
    }
    int at = header.phis().size();
    header.instructions().add(at, next);
    header.instructions().add(at, count);
    counters.put(header, count);
    return count;
  }

  private static IntConstant i64(long value) {
    return new IntConstant(Types.I64, value);
  }
}
