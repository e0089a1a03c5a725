package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryScope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cut of a kernel by the engine and not by the program: a barrier of nobody, which orders
 * nothing. Statements about a program must not count it.
 */
public final class SyntheticBarrier {
  private SyntheticBarrier() {}

  /** Makes one for a place of the source. */
  public static Instruction at(@Nullable Location location) {
    Barrier mark = new Barrier(Barrier.Kind.SUB_GROUP, Set.of(), MemoryScope.WORK_ITEM);
    mark.setLocation(location);
    return mark;
  }

  /** Returns whether an instruction is one. */
  public static boolean is(Instruction instruction) {
    return instruction instanceof Barrier barrier
        && barrier.kind() == Barrier.Kind.SUB_GROUP
        && barrier.flags().isEmpty()
        && barrier.scope() == MemoryScope.WORK_ITEM;
  }
}
