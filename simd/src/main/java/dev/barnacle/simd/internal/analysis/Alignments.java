package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.simd.internal.abi.Specialization;

/**
 * Computes the alignment that a kernel expects of the memory of its arguments. Buffers are, to the
 * widest type (OpenCL API, {@code CL_DEVICE_MEM_BASE_ADDR_ALIGN}); memory of the program that one
 * lies in ({@code CL_MEM_USE_HOST_PTR}) and pointers of it may be anywhere. Then other code runs,
 * which relies on nothing ({@link Specialization#aligned}).
 */
public final class Alignments {
  private Alignments() {}

  /** Returns what the addresses of the arguments must be multiples of, in bytes. */
  public static long of(Function kernel) {
    long most = 1;
    for (Parameter parameter : kernel.parameters()) {
      if (isOutside(parameter) && parameter.attributes().byValueBytes() == 0) {
        most = Math.max(most, parameter.attributes().alignment());
      }
    }
    for (Function function : CallGraph.reached(kernel)) {
      for (var block : function.blocks()) {
        for (Instruction instruction : block.instructions()) {
          most = Math.max(most, of(instruction));
        }
      }
    }
    return most;
  }

  private static long of(Instruction instruction) {
    return switch (instruction) {
      case Load load -> isOutside(load.pointer()) ? load.alignment() : 1;
      case Store store -> isOutside(store.pointer()) ? store.alignment() : 1;
      case MemoryFill fill -> isOutside(fill.operand(0)) ? fill.alignment() : 1;
      case MemoryCopy copy ->
          Math.max(
              isOutside(copy.operand(0)) ? copy.targetAlignment() : 1,
              isOutside(copy.operand(1)) ? copy.sourceAlignment() : 1);
      default -> 1;
    };
  }

  /** Returns whether a pointer may lead to memory that the program has not got from here. */
  private static boolean isOutside(Value pointer) {
    if (!(pointer.type() instanceof PointerType type)
        || type.space() == AddressSpace.LOCAL
        || type.space() == AddressSpace.PRIVATE) {
      return false;
    }
    Value root = pointer;
    while (root instanceof PointerAdd add) {
      root = add.operand(0);
    }
    return !(root instanceof GlobalVariable);
  }
}
