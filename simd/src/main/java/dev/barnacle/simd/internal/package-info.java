/**
 * The engine as a whole: what its executables share, and the passes before code is emitted. {@code
 * dev.barnacle.simd} is its door.
 *
 * <p>Begin with {@link SimdExecutable}.
 *
 * <p>May use: cpu, abi, analysis, plan, code, tier, threads, launch.
 */
package dev.barnacle.simd.internal;
