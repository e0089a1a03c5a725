package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.ArrayList;
import java.util.List;

/**
 * The streams of global memory that a kernel reads and writes outside of its loops, a run of a
 * stream for each vector. Processors follow a few dozen of them. Where a kernel has more, as one
 * that writes hundreds of arrays, each run is waited for, and two lines of the cache side by side
 * take as long as one: processors load their lines in pairs.
 *
 * @param sizes the bytes of an element, for each access
 */
record MemoryStreams(List<Long> sizes) {
  /** Streams that a processor follows. */
  private static final int FOLLOWED = 24;

  /** Two lines of the cache. */
  private static final double PAIR = 128;

  /** The cycles that a pair of lines is waited for, among other such. */
  private static final double WAIT = 10;

  static MemoryStreams of(ControlFlow flow, Loops loops, LaneShapes shapes) {
    List<Long> sizes = new ArrayList<>();
    for (Block block : flow.reversePostOrder()) {
      if (loops.containing(block).isEmpty()) {
        for (Instruction i : block.instructions()) {
          switch (i) {
            case Load l -> add(l.pointer(), l.type(), shapes, sizes);
            case Store s -> add(s.pointer(), s.value().type(), shapes, sizes);
            default -> {}
          }
        }
      }
    }
    return new MemoryStreams(List.copyOf(sizes));
  }

  private static void add(Value pointer, Type type, LaneShapes shapes, List<Long> sizes) {
    boolean global = pointer.isIn(AddressSpace.GLOBAL) || pointer.isIn(AddressSpace.CONSTANT);
    LaneShape shape = shapes.of(pointer);
    if (global && shape.kind() == LaneShape.Kind.AFFINE && shape.stride() == type.byteSize()) {
      sizes.add(type.byteSize());
    }
  }

  /** Returns the cycles that so many lanes wait. */
  double cycles(int lanes) {
    return sizes.size() <= FOLLOWED
        ? 0
        : sizes.stream().mapToDouble(s -> WAIT * Math.ceil(s * lanes / PAIR)).sum();
  }
}
