package dev.barnacle.llvm.module;

import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * Switches of LLVM's pass pipelines.
 *
 * @param loopVectorization whether the loop vectoriser runs in {@code default<O2>} and above
 * @param loopInterleaving whether the loop vectoriser may run iterations interleaved
 * @param slpVectorization whether straight-line code is vectorised
 * @param loopUnrolling whether loops are unrolled
 * @param verifyEach whether the module is checked after every pass (slow; for tests)
 */
public record PassOptions(
    boolean loopVectorization,
    boolean loopInterleaving,
    boolean slpVectorization,
    boolean loopUnrolling,
    boolean verifyEach) {
  /** The options of {@code clang -O3}. */
  public static final PassOptions DEFAULT = new PassOptions(true, true, true, true, false);

  /** The same with the module checked after every pass. */
  public PassOptions verifying() {
    return new PassOptions(
        loopVectorization, loopInterleaving, slpVectorization, loopUnrolling, true);
  }

  LLVMPassBuilderOptionsRef create() {
    LLVMPassBuilderOptionsRef options = LLVM.LLVMCreatePassBuilderOptions();
    LLVM.LLVMPassBuilderOptionsSetLoopVectorization(options, loopVectorization ? 1 : 0);
    LLVM.LLVMPassBuilderOptionsSetLoopInterleaving(options, loopInterleaving ? 1 : 0);
    LLVM.LLVMPassBuilderOptionsSetSLPVectorization(options, slpVectorization ? 1 : 0);
    LLVM.LLVMPassBuilderOptionsSetLoopUnrolling(options, loopUnrolling ? 1 : 0);
    LLVM.LLVMPassBuilderOptionsSetVerifyEach(options, verifyEach ? 1 : 0);
    return options;
  }
}
