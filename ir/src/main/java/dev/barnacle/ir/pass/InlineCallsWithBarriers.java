package dev.barnacle.ir.pass;

import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import dev.barnacle.ir.analysis.CallGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Inlines functions in which the work-items of a group meet: those with barriers, collective
 * operations, asynchronous copies or questions about sub-groups, directly or through calls.
 * Afterwards only kernels have such instructions. The inlined functions, but for kernels, are
 * removed. Functions that call each other more than once, level by level, grow by powers: a program
 * in which one would get more than {@link #MOST} instructions so is refused.
 */
public final class InlineCallsWithBarriers implements Pass {
  /** The instructions that a function gets by inlining, at most. */
  private static final int MOST = 100_000;

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

  /**
   * {@inheritDoc}
   *
   * @throws TooLargeException if a function would get too many instructions
   */
  @Override
  public boolean run(Module module) {
    List<Function> calleesFirst = new CallGraph(module).calleesFirst();
    checkSizes(calleesFirst);
    Set<Function> meeting = new HashSet<>();
    boolean changed = false;
    for (Function function : calleesFirst) {
      changed |= new Inliner(function).inlineCalls(meeting::contains);
      if (meets(function) || also.test(function)) {
        meeting.add(function);
      }
    }
    changed |= module.functions().removeIf(f -> !f.isKernel() && meeting.contains(f));
    return changed;
  }

  /** Refuses what would get too large before any work on it. */
  private void checkSizes(List<Function> calleesFirst) {
    Map<Function, Long> inlined = new HashMap<>();
    for (Function function : calleesFirst) {
      long more = 0;
      boolean calls = false;
      for (Instruction instruction : function.instructions()) {
        Long size = instruction instanceof Call call ? inlined.get(call.callee()) : null;
        more += size == null ? 0 : size;
        calls |= size != null;
      }
      if (more > MOST) {
        throw new TooLargeException(function, tooLarge(function, more));
      }
      if (calls || meets(function) || also.test(function)) {
        inlined.put(function, InlineCalls.size(function) + more);
      }
    }
  }

  private static String tooLarge(Function function, long more) {
    return "function "
        + function.name()
        + " is too large: functions in which work-items wait for each other become part of their"
        + " callers, and those that it calls have "
        + more
        + " instructions (at most "
        + MOST
        + ")";
  }

  private static boolean meets(Function function) {
    for (Instruction instruction : function.instructions()) {
      boolean meets =
          switch (instruction) {
            case Barrier _, Yield _, GroupOperation _, AsyncCopy _ -> true;
            case AsyncFence _, WaitEvents _ -> true;
            case WorkItemQuery query -> query.kind().isOfSubGroups();
            default -> false;
          };
      if (meets) {
        return true;
      }
    }
    return false;
  }
}
