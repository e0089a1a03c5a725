package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.watch.internal.run.kernel.SyntheticBarrier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts yields before the atomic operations of small kernels: there some schedules let other
 * work-items run, so that operations of several of them come in turn, not only whole work-items.
 * seq_cst fences count as such, for they have an order among themselves, too.
 */
public final class Preemptions {
  /**
   * The most instructions that are made of a kernel: each yield starts a region, which may have all
   * of the kernel's code.
   */
  private static final int MOST_INSTRUCTIONS = 6000;

  private Preemptions() {}

  /** Inserts them, and returns the barriers that stand for them. */
  public static Set<Instruction> insert(Function kernel) {
    Set<Instruction> made = new LinkedHashSet<>();
    long all = count(kernel.blocks(), false);
    if (all * count(kernel.blocks(), true) > MOST_INSTRUCTIONS) {
      return made;
    }
    for (Block block : kernel.blocks()) {
      List<Instruction> instructions = block.instructions();
      for (int i = 0; i < instructions.size(); i++) {
        if (isAtomic(instructions.get(i))) {
          Instruction mark = SyntheticBarrier.at(instructions.get(i).location());
          made.add(mark);
          instructions.add(i, mark);
          i++;
        }
      }
    }
    return made;
  }

  private static long count(List<Block> blocks, boolean atomic) {
    return blocks.stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> !atomic || isAtomic(i))
        .count();
  }

  private static boolean isAtomic(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad _, AtomicStore _, AtomicRmw _, AtomicCompareExchange _ -> true;
      case Fence fence -> fence.order() == MemoryOrder.SEQ_CST;
      default -> false;
    };
  }
}
