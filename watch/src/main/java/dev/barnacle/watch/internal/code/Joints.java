package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Cuts a large kernel into methods that HotSpot compiles: it leaves methods of more than 8000 bytes
 * to the interpreter, and the JVM allows no more than 65535. At a <em>joint</em> a work-item does
 * not stop; it goes on in the method that starts there. Joints stand where several ways meet, and
 * in blocks that are long themselves.
 */
final class Joints {
  /** Estimated bytes up to which a kernel is left whole. */
  private static final int WHOLE = 6000;

  /** Estimated bytes of a method that starts at a joint. */
  private static final int PART = 2500;

  private final Set<Instruction> made = new LinkedHashSet<>();

  private Joints() {}

  /** Inserts joints where the kernel is large, and returns the barriers that stand for them. */
  static Set<Instruction> insert(Function kernel) {
    Joints joints = new Joints();
    if (size(kernel) > WHOLE) {
      ControlFlow flow = new ControlFlow(kernel);
      for (Block block : kernel.blocks()) {
        joints.cut(block, flow.predecessors(block).size() > 1);
      }
    }
    return joints.made;
  }

  /** Tells whether a function is too large for one method. */
  static boolean isLarge(Function function) {
    return size(function) > WHOLE;
  }

  private static int size(Function function) {
    int size = 0;
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
        size += size(instruction);
      }
    }
    return size;
  }

  /** Returns about how many bytes of code an instruction becomes. */
  private static int size(Instruction instruction) {
    int lanes = instruction.type().lanes();
    for (Value operand : instruction.operands()) {
      lanes = Math.max(lanes, operand.type().lanes());
    }
    return 4 + 9 * lanes;
  }

  private void cut(Block block, boolean meeting) {
    List<Instruction> instructions = block.instructions();
    int phis = block.phis().size();
    int size = 0;
    for (int i = phis; i < instructions.size(); i++) {
      boolean start = i == phis && meeting;
      if ((start || size > PART) && !(instructions.get(i) instanceof Phi)) {
        Barrier mark = new Barrier(Barrier.Kind.SUB_GROUP, Set.of(), MemoryScope.WORK_ITEM);
        mark.setLocation(instructions.get(i).location());
        made.add(mark);
        instructions.add(i, mark);
        i++;
        size = 0;
      }
      size += size(instructions.get(i));
    }
  }
}
