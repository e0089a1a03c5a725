/**
 * SPIR-V to bitcode like clang's.
 *
 * <p>May use: spirv.binary, spirv.module, spirv.lower.
 *
 * <p>Begin with {@code SpirvCompiler}.
 */
package dev.barnacle.frontend.internal.spirv;
