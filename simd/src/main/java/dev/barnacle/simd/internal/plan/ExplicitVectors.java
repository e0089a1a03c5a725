package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.cost.BlockFrequencies;

/**
 * Decides whether a kernel computes in explicit vectors that fill the processor's registers, as
 * kernels do that were tuned for CPUs ({@code uint8} hashes). Lanes would make nothing faster
 * there: each value would take as many registers as its vector has elements, more than there are.
 *
 * <p>It compares the operations of a work-item, weighed by how often they run ({@link
 * BlockFrequencies}; a hash is compared element by element only where its vector may hold what is
 * looked for): in lanes, one that has a vector of n elements takes n operations for all the lanes
 * together, and the picking of elements costs nothing; alone, it takes as many as its bits fill
 * registers, at least one. A vector that lanes load or store from one place each is transposed,
 * which takes an operation more for each time that the number of its elements can be halved.
 *
 * <p>Such kernels are explicitly vectorised; OpenCL C has a hint for them, {@code vec_type_hint}.
 */
final class ExplicitVectors {
  /**
   * Work-items run one by one up to this many times the operations that lanes would need: only
   * kernels of nearly full vectors come so near, whose lanes would spill their registers.
   */
  private static final double AS_GOOD = 1.5;

  private final TargetCpu target;
  private double inLanes;
  private double alone;

  private ExplicitVectors(TargetCpu target) {
    this.target = target;
  }

  /**
   * Returns whether the kernel's work-items should run one by one.
   *
   * @param shapes what its lanes would have in common
   */
  static boolean fillRegisters(Function kernel, LaneShapes shapes, TargetCpu target) {
    ExplicitVectors count = new ExplicitVectors(target);
    BlockFrequencies frequencies = new BlockFrequencies(kernel);
    for (Block block : kernel.blocks()) {
      double weight = frequencies.of(block);
      for (Instruction instruction : block.instructions()) {
        if (!shapes.isUniform(instruction)) {
          count.add(instruction, weight);
        }
      }
    }
    return count.inLanes > 0 && count.alone <= AS_GOOD * count.inLanes;
  }

  private void add(Instruction instruction, double weight) {
    switch (instruction) {
      case InsertElement i when i.operand(0) instanceof UndefConstant -> {} // it is in a register
      case ExtractElement _, InsertElement _, Shuffle _ -> alone += weight;
      case Compare i -> add(i.operand(0).type(), weight);
      case Binary _, Unary _, Cast _, Select _, Intrinsic _ -> add(instruction.type(), weight);
      case Load i -> addAccess(i.type(), weight);
      case Store i -> addAccess(i.value().type(), weight);
      default -> {}
    }
  }

  private void addAccess(Type type, double weight) {
    if (type.lanes() > 1) {
      add(type, weight);
      int halves = Integer.SIZE - Integer.numberOfLeadingZeros(type.lanes() - 1);
      inLanes += weight * registers(type) * halves;
    }
  }

  private double registers(Type type) {
    return 8.0 * type.lanes() * type.scalar().byteSize() / target.vectorBits();
  }

  private void add(Type type, double weight) {
    if (type.isPointer()) {
      return;
    }
    double registers = registers(type);
    inLanes += weight * registers;
    alone += weight * Math.max(1, registers);
  }
}
