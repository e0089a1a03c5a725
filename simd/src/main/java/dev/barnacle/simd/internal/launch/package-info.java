/**
 * One launch: its plan, its arguments in memory, its work-groups box by box, and what it prints.
 *
 * <p>Begin with {@link LaunchPlans} and {@link KernelRun}.
 *
 * <p>May use: abi, analysis, plan, code, guard, tier, threads.
 */
package dev.barnacle.simd.internal.launch;
