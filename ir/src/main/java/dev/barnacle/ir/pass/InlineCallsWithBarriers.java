package dev.barnacle.ir.pass;

import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.CallGraph;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Inlines functions in which the work-items of a group meet: those with barriers, collective
 * operations, asynchronous copies or questions about sub-groups, directly or through calls.
 * Afterwards only kernels have such instructions. The inlined functions, but for kernels, are
 * removed.
 */
public final class InlineCallsWithBarriers implements Pass {
  private final Predicate<Function> also;

  /** Makes the pass. */
  public InlineCallsWithBarriers() {
    this(function -> false);
  }

  /**
   * Makes the pass for an engine that wants more in the kernels themselves.
   *
   * @param also tells which functions are inlined too, with those that call them
   */
  public InlineCallsWithBarriers(Predicate<Function> also) {
    this.also = also;
  }

  @Override
  public String name() {
    return "inline-calls-with-barriers";
  }

  @Override
  public String summary() {
    return "inlines functions with barriers or group operations into their callers";
  }

  @Override
  public boolean run(Module module) {
    Set<Function> meeting = new HashSet<>();
    boolean changed = false;
    for (Function function : new CallGraph(module).calleesFirst()) {
      changed |= new Inliner(function).inlineCalls(meeting::contains);
      if (meets(function) || also.test(function)) {
        meeting.add(function);
      }
    }
    changed |= module.functions().removeIf(f -> !f.isKernel() && meeting.contains(f));
    return changed;
  }

  private static boolean meets(Function function) {
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
        boolean meets =
            switch (instruction) {
              case Barrier _, GroupOperation _, AsyncCopy _, WaitEvents _ -> true;
              case WorkItemQuery query -> query.kind().isOfSubGroups();
              default -> false;
            };
        if (meets) {
          return true;
        }
      }
    }
    return false;
  }
}
