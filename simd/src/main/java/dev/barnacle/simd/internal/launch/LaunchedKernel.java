package dev.barnacle.simd.internal.launch;

import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.guard.FaultGuard;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.tier.KernelTiers;

/**
 * A kernel, and what all of its launches share.
 *
 * @param function its code
 * @param layout where arguments stand
 * @param facts what launches must know of the code
 * @param words what is said of it where it faults
 * @param tiers which code is run, by how launches go
 */
record LaunchedKernel(
    Function function,
    ArgumentLayout layout,
    KernelSummary facts,
    FaultGuard.KernelWords words,
    TierPolicy tiers) {
  static LaunchedKernel of(Function function, KernelSummary facts, KernelTiers versions) {
    return new LaunchedKernel(
        function,
        new ArgumentLayout(function),
        facts,
        new FaultGuard.KernelWords(function.name()),
        new TierPolicy(function, facts, versions));
  }
}
