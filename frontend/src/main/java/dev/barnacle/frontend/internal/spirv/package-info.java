/**
 * SPIR-V to bitcode like clang's, and back.
 *
 * <p>May use: spirv.binary, spirv.module, spirv.lower, spirv.write.
 *
 * <p>Begin with {@code SpirvCompiler}.
 */
package dev.barnacle.frontend.internal.spirv;
