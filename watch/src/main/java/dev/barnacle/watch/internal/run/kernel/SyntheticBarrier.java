package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryScope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine cuts a kernel that the program does not: a barrier of nobody, which orders
 * nothing. What is said of a program must not count them.
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
