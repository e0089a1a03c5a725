package dev.barnacle.ir.pass;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.WaitEvents;
import java.util.ListIterator;
import java.util.Set;

/**
 * Makes waits for asynchronous copies barriers: one work-item makes the whole copy when it asks for
 * it, the others may not run ahead of it.
 */
public final class WaitsToBarriers implements Pass {
  private final boolean keepsWaits;

  /** Makes the pass that puts barriers in the place of waits. */
  public WaitsToBarriers() {
    this(false);
  }

  /**
   * Makes the pass.
   *
   * @param keepsWaits whether a wait stays in front of its barrier, for who wants to know what is
   *     waited for; the barrier orders no memory then, as by the specification a wait orders
   *     nothing but the copies
   */
  public WaitsToBarriers(boolean keepsWaits) {
    this.keepsWaits = keepsWaits;
  }

  @Override
  public String name() {
    return "waits-to-barriers";
  }

  @Override
  public String summary() {
    return "makes waits for asynchronous copies barriers";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      for (Block block : function.blocks()) {
        changed |= rewrite(block.instructions().listIterator());
      }
    }
    return changed;
  }

  private boolean rewrite(ListIterator<Instruction> instructions) {
    boolean changed = false;
    while (instructions.hasNext()) {
      Instruction instruction = instructions.next();
      if (instruction instanceof WaitEvents) {
        Set<FenceFlag> flags = keepsWaits ? Set.of() : Set.of(FenceFlag.LOCAL, FenceFlag.GLOBAL);
        Barrier barrier = new Barrier(Barrier.Kind.WORK_GROUP, flags, MemoryScope.WORK_GROUP);
        barrier.setLocation(instruction.location());
        if (keepsWaits) {
          instructions.add(barrier);
        } else {
          instructions.set(barrier);
        }
        changed = true;
      }
    }
    return changed;
  }
}
