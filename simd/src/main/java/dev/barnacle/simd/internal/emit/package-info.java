/**
 * LLVM text for one work-item: each instruction, calls, and what the code of all regions shares.
 *
 * <p>Begin with {@link EmitScope} and {@link InstructionEmitter}.
 *
 * <p>May use: text, cpu, abi, analysis, plan.
 */
package dev.barnacle.simd.internal.emit;
