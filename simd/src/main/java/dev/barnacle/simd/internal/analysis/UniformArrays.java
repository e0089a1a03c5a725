package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.PostDominators;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Private arrays that hold the same in all lanes: all lanes together store the same values at the
 * same indices. A packet of rays that goes through a tree has such a stack. What is loaded from one
 * at an index that is the same for all lanes is uniform.
 *
 * <p>An optimistic analysis, for {@link LaneShapes}: all arrays are thought so until a store is
 * found that is not, and all blocks are thought to be run by all lanes or none until a branch is
 * found that lanes leave on different ways.
 */
final class UniformArrays {
  private final ControlFlow flow;
  private final PrivateArrays arrays;
  private final Set<Alloca> uniform = new HashSet<>();
  private final Set<Block> partial = new HashSet<>();
  private @Nullable PostDominators postDominators;

  UniformArrays(Function kernel, ControlFlow flow, PrivateArrays arrays) {
    this.flow = flow;
    this.arrays = arrays;
    if (InsertYields.areIn(kernel)) {
      return; // lanes are put aside while others go on
    }
    for (Instruction instruction : kernel.instructions()) {
      if (instruction instanceof Alloca alloca && arrays.isInterleaved(alloca)) {
        uniform.add(alloca);
      }
    }
    for (Instruction instruction : kernel.instructions()) {
      switch (instruction) {
        case Load load when load.type().lanes() > 1 -> refuse(load.pointer());
        case Store store when store.value().type().lanes() > 1 -> refuse(store.pointer());
        default -> {}
      }
    }
  }

  private boolean refuse(Value pointer) {
    return uniform.removeAll(arrays.arrays(pointer));
  }

  /** Notes that lanes go different ways from the end of a block. */
  void diverge(Block branch) {
    if (uniform.isEmpty()) {
      return;
    }
    if (postDominators == null) {
      postDominators = new PostDominators(flow);
    }
    Block end = postDominators.immediatePostDominator(branch);
    Set<Block> seen = new LinkedHashSet<>();
    Deque<Block> work = new ArrayDeque<>(flow.successors(branch));
    while (!work.isEmpty()) {
      Block block = work.remove();
      if (block != end && seen.add(block)) {
        work.addAll(flow.successors(block));
      }
    }
    partial.addAll(seen);
  }

  /**
   * Looks at a store; shapes that are not known yet are null.
   *
   * @return whether less is uniform than before
   */
  boolean store(Store store, Block block, @Nullable LaneShape pointer, @Nullable LaneShape value) {
    if (uniform.isEmpty() || arrays.arrays(store.pointer()).isEmpty()) {
      return false;
    }
    boolean fine =
        !partial.contains(block)
            && (value == null || value.isUniform())
            && (pointer == null || isSameIndex(store.pointer(), pointer));
    return !fine && refuse(store.pointer());
  }

  /** Returns whether all lanes load the same. */
  boolean isSame(Load load, LaneShape pointer) {
    Set<Alloca> from = arrays.arrays(load.pointer());
    return !load.isVolatile()
        && !from.isEmpty()
        && uniform.containsAll(from)
        && isSameIndex(load.pointer(), pointer);
  }

  private boolean isSameIndex(Value pointer, LaneShape shape) {
    return shape.kind() == LaneShape.Kind.AFFINE
        && arrays.arrays(pointer).stream().allMatch(a -> arrays.stride(a) == shape.stride());
  }
}
