package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.watch.internal.run.kernel.SyntheticBarrier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts a large kernel or function into methods that HotSpot compiles: it leaves methods of more
 * than 8000 bytes to the interpreter, and the JVM allows no more than 65535. At a <em>split</em> a
 * work-item does not stop; it goes on in the method that starts there. Splits stand where several
 * ways meet, in blocks that are long themselves, and where a way starts whose code, up to the next
 * splits, would make the method before it too long.
 */
public final class MethodSplits {
  /** Estimated bytes up to which a function is left whole. */
  private static final int WHOLE = 6000;

  /** Estimated bytes of a method that starts at a split. */
  private static final int PART = 2500;

  /** Estimated bytes that are worth a method: to go there costs about as much. */
  private static final int WORTH = 150;

  private final Set<Instruction> made = new LinkedHashSet<>();
  private final ControlFlow flow;

  /** The code of the method that would start at a block without a split there. */
  private final Map<Block, Integer> weights = new HashMap<>();

  private MethodSplits(Function function) {
    this.flow = new ControlFlow(function);
  }

  /** Inserts splits where a function is large, and returns the barriers that stand for them. */
  public static Set<Instruction> insert(Function function) {
    if (CodeSize.of(function) <= WHOLE) {
      return Set.of();
    }
    SwitchSplitter.make(function);
    MethodSplits splits = new MethodSplits(function);
    for (Block block : function.blocks()) {
      splits.cut(block);
    }
    for (Block block : splits.flow.reversePostOrder().reversed()) {
      splits.lighten(block);
    }
    return splits.made;
  }

  /** Puts splits at the start of a block where ways meet, and into a long one. */
  private void cut(Block block) {
    List<Instruction> instructions = block.instructions();
    int start = block.phis().size();
    int size = isMeeting(block) ? PART + 1 : 0;
    for (int i = start; i < instructions.size(); i++) {
      if (size > PART) {
        mark(block, i);
        i++;
        size = 0;
      }
      size += CodeSize.of(instructions.get(i));
    }
  }

  private boolean isMeeting(Block block) {
    return flow.predecessors(block).size() > 1;
  }

  private void mark(Block block, int at) {
    List<Instruction> instructions = block.instructions();
    Instruction mark = SyntheticBarrier.at(instructions.get(at).location());
    made.add(mark);
    instructions.add(at, mark);
  }

  /**
   * Puts splits at the heaviest blocks that only {@code block} jumps to, until the method that has
   * its end is short enough. Those blocks are done already.
   */
  private void lighten(Block block) {
    int size = sizeOfEnd(block);
    List<Block> ways = new ArrayList<>();
    for (Block target : flow.successors(block)) {
      if (!isMeeting(target)) {
        ways.add(target);
        size += weight(target);
      }
    }
    ways.sort(Comparator.comparing(this::weight).reversed());
    for (Block way : ways) {
      if (size > PART && weight(way) > WORTH) {
        size -= weight(way);
        mark(way, way.phis().size());
      }
    }
    weights.put(block, sizeToJoint(block, size));
  }

  private int weight(Block block) {
    return weights.getOrDefault(block, 0);
  }

  /** Returns the size behind the last split in a block. */
  private int sizeOfEnd(Block block) {
    int size = 0;
    for (Instruction instruction : block.instructions().reversed()) {
      if (made.contains(instruction)) {
        break;
      }
      size += CodeSize.of(instruction);
    }
    return size;
  }

  /** Returns the size up to the first split in a block, else with what follows, the whole. */
  private int sizeToJoint(Block block, int whole) {
    int size = 0;
    for (Instruction instruction : block.instructions()) {
      if (made.contains(instruction)) {
        return size;
      }
      size += CodeSize.of(instruction);
    }
    return whole;
  }
}
