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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts iterations: work-items must come to a barrier or group function in the same iterations of
 * the loops around it (OpenCL architecture, 3.2.2), not only to the same call. Where some may be in
 * other iterations than others, the loops around the call get counters, and the call a number that
 * stands for them all.
 */
public final class Iterations {
  /** Odd, so that small counts of different loops give different numbers. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final ControlFlow flow;
  private final Map<Block, Phi> counters = new HashMap<>();
  private final Map<Instruction, Value> numbers = new HashMap<>();

  private Iterations(Function kernel) {
    this.flow = new ControlFlow(kernel);
  }

  /** Inserts counters, and returns the numbers of the calls that need one. */
  public static Map<Instruction, Value> insert(Function kernel) {
    Iterations iterations = new Iterations(kernel);
    List<Block> blocks = kernel.blocks().stream().filter(Iterations::meets).toList();
    if (!blocks.isEmpty()) {
      Uniformity uniformity = new Uniformity(kernel);
      for (Block block : blocks) {
        List<Loops.Loop> loops = uniformity.loops().containing(block);
        if (!loops.isEmpty() && !uniformity.isRunByAll(block)) {
          iterations.number(block, loops);
        }
      }
    }
    return iterations.numbers;
  }

  private static boolean meets(Block block) {
    return block.instructions().stream().anyMatch(Iterations::meets);
  }

  /** A shuffle need not be executed by all. */
  private static boolean meets(Instruction i) {
    return i instanceof Barrier
        || (i instanceof GroupOperation o && o.op() != GroupOperation.Op.SHUFFLE);
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
