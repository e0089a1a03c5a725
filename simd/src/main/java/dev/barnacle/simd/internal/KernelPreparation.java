package dev.barnacle.simd.internal;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites a kernel into the form that is emitted: structs by value and waits for copies made
 * explicit.
 */
final class KernelPreparation {
  private KernelPreparation() {}

  static void prepare(Function function) {
    copyStructs(function);
    for (Block block : function.blocks()) {
      waitsToBarriers(block.instructions());
    }
  }

  /** Gives each work-item its own copy of a struct that is passed by value. */
  private static void copyStructs(Function kernel) {
    if (!kernel.isKernel()) {
      return;
    }
    Map<Value, Value> copies = new HashMap<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter.byValueBytes() > 0) {
        long alignment = Math.max(8, parameter.attributes().alignment());
        copies.put(parameter, new Alloca(parameter.byValueBytes(), alignment));
      }
    }
    if (copies.isEmpty()) {
      return;
    }
    for (Block block : kernel.blocks()) {
      block.instructions().forEach(i -> i.mapOperands(o -> copies.getOrDefault(o, o)));
    }
    List<Instruction> entry = kernel.entry().instructions();
    int at = 0;
    for (Map.Entry<Value, Value> copy : copies.entrySet()) {
      Alloca target = (Alloca) copy.getValue();
      IntConstant size = new IntConstant(Types.I64, target.byteSize());
      entry.add(at++, target);
      entry.add(
          at++,
          new MemoryCopy(
              target, copy.getKey(), size, target.alignment(), target.alignment(), false));
    }
  }

  /**
   * The copies are made at once by the work-item that asks first; the wait keeps the others from
   * running ahead.
   */
  private static void waitsToBarriers(List<Instruction> instructions) {
    ListIterator<Instruction> all = instructions.listIterator();
    while (all.hasNext()) {
      Instruction instruction = all.next();
      if (instruction instanceof WaitEvents) {
        Barrier barrier =
            new Barrier(
                Barrier.Kind.WORK_GROUP,
                Set.of(FenceFlag.LOCAL, FenceFlag.GLOBAL),
                MemoryScope.WORK_GROUP);
        barrier.setLocation(instruction.location());
        all.set(barrier);
      }
    }
  }
}
