package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.analysis.CallGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Inlines all calls, so that an engine sees a kernel as one function: functions called by none are
 * removed, kernels stay. A function that would grow beyond a limit keeps the calls that are left.
 */
public final class InlineCalls implements Pass {
  private final int limit;

  /**
   * Makes the pass.
   *
   * @param limit the instructions that a function may grow to
   */
  public InlineCalls(int limit) {
    this.limit = limit;
  }

  @Override
  public String name() {
    return "inline-calls";
  }

  @Override
  public String summary() {
    return "inlines calls, up to " + limit + " instructions a function";
  }

  @Override
  public boolean run(Module module) {
    Map<Function, Integer> sizes = new HashMap<>();
    CallGraph calls = new CallGraph(module);
    boolean changed = false;
    for (Function function : calls.calleesFirst()) {
      sizes.put(function, size(function));
      changed |=
          new Inliner(function)
              .inlineCalls(
                  callee -> {
                    Integer more = sizes.get(callee);
                    if (more == null || callee == function || callee.isWhole()) {
                      return false;
                    }
                    int grown = sizes.getOrDefault(function, 0) + more;
                    if (grown > limit) {
                      return false;
                    }
                    sizes.put(function, grown);
                    return true;
                  });
    }
    CallGraph left = new CallGraph(module);
    for (Function function : left.calleesFirst().reversed()) {
      boolean called =
          module.functions().stream().anyMatch(f -> left.callees(f).contains(function));
      if (!function.isKernel() && !called) {
        changed |= module.functions().remove(function);
      }
    }
    return changed;
  }

  /** Returns how many instructions a function has. */
  static int size(Function function) {
    return function.blocks().stream().map(Block::instructions).mapToInt(List::size).sum();
  }
}
