package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An order of a kernel's blocks in which, but for back edges, each stands after its predecessors
 * and each loop's blocks stand together: that in which lanes of a vector run them.
 */
final class LoopOrder {
  private final ControlFlow flow;
  private final Loops loops;
  private final Set<Block> blocks = new LinkedHashSet<>();

  LoopOrder(ControlFlow flow) {
    this.flow = flow;
    this.loops = new Loops(new Dominators(flow));
    add(null);
  }

  private void add(Loops.@Nullable Loop level) {
    int depth = level == null ? 0 : loops.containing(level.header()).indexOf(level) + 1;
    for (Block block : flow.reversePostOrder()) {
      if ((level == null || level.contains(block)) && !blocks.contains(block)) {
        List<Loops.Loop> around = loops.containing(block);
        if (around.size() > depth) {
          add(around.get(depth));
        } else {
          blocks.add(block);
        }
      }
    }
  }

  /** Returns all blocks that can be reached. */
  List<Block> blocks() {
    return new ArrayList<>(blocks);
  }

  /** Returns the loops around a block, the outermost first. */
  List<Loops.Loop> loopsAround(Block block) {
    return loops.containing(block);
  }

  /** Returns a number of a loop's own. */
  int number(Loops.Loop loop) {
    return loops.all().indexOf(loop);
  }
}
