package dev.barnacle.simd.internal.code;

import dev.barnacle.engine.EngineException;
import dev.barnacle.llvm.error.LlvmTimeoutException;
import dev.barnacle.simd.internal.kernel.KernelModule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Compiles a kernel in the way that was chosen for it or, where LLVM does not end in time, in
 * others that give it less to do: for fewer lanes, at last for one work-item after the other, then
 * with fewer passes. All give the same results.
 */
final class LimitedCompilation {
  /** The factor by which each way has fewer lanes than the one before. */
  private static final int FEWER = 4;

  private static final int FEWEST_LANES = 4;

  private final String kernel;
  private final IntFunction<KernelModule> texts;
  private final CompileStep step;
  private final boolean keepsLanes;
  private final List<String> tried = new ArrayList<>();

  /**
   * The result of a compilation.
   *
   * @param text what was compiled
   * @param code the machine code
   * @param note empty, or that it is not the code that was chosen, and why
   */
  record Result(KernelModule text, NativeCode.Compiled code, String note) {}

  /**
   * A compilation of one kernel.
   *
   * @param texts emits its text for a number of lanes, or for those that are chosen if that is 0
   * @param step does each way's work
   * @param keepsLanes where the kernel uses sub-groups, whose size is the same in all launches
   */
  LimitedCompilation(
      String kernel, IntFunction<KernelModule> texts, CompileStep step, boolean keepsLanes) {
    this.kernel = kernel;
    this.texts = texts;
    this.step = step;
    this.keepsLanes = keepsLanes;
  }

  /**
   * Compiles.
   *
   * @param lanes how many are wanted, or 0
   * @param effort the most that LLVM does
   * @param waiting whether a launch waits, and long texts have less done for them
   * @throws EngineException {@link EngineException.Kind#OUT_OF_RESOURCES} if no way ends in time
   */
  Result run(int lanes, NativeCode.Effort effort, boolean waiting) {
    KernelModule text = texts.apply(lanes);
    NativeCode.Effort now = waiting ? effort.within(text.llvm().length()) : effort;
    boolean less = effort == NativeCode.Effort.FULL && now != effort;
    while (true) {
      try {
        return new Result(text, step.compile(kernel, text.llvm(), now), note(text, now, less));
      } catch (LlvmTimeoutException e) {
        tried.add(way(text, now));
      }
      int had = text.explanation().lanes();
      if (had > 1 && !keepsLanes) {
        text = texts.apply(had / FEWER >= FEWEST_LANES ? had / FEWER : 1);
      } else if (now != NativeCode.Effort.NONE) {
        now = now == NativeCode.Effort.FULL ? NativeCode.Effort.QUICK : NativeCode.Effort.NONE;
      } else {
        throw new EngineException(
            EngineException.Kind.OUT_OF_RESOURCES,
            "kernel "
                + kernel
                + " can't be compiled: LLVM did not end in time "
                + String.join(", ", tried)
                + " (engine option compile-limit)");
      }
    }
  }

  private String note(KernelModule text, NativeCode.Effort effort, boolean less) {
    if (tried.isEmpty() && less) {
      return "it is large: the code is "
          + way(text, effort)
          + ": slower, with the same results (engine option optimize=full)";
    }
    return tried.isEmpty()
        ? ""
        : "LLVM did not end in time "
            + String.join(", ", tried)
            + "; the code is "
            + way(text, effort)
            + ": slower, with the same results (engine option compile-limit)";
  }

  private static String way(KernelModule text, NativeCode.Effort effort) {
    int lanes = text.explanation().lanes();
    String what = lanes == 1 ? "for one work-item after the other" : "for " + lanes + " lanes";
    return switch (effort) {
      case FULL -> what;
      case QUICK -> what + " with few passes";
      case NONE -> what + " without optimisation";
    };
  }
}
