/**
 * SPIR-V to bitcode like clang's.
 *
 * <p>May use: {@code binary}, {@code module}, {@code lower}.
 *
 * <p>Begin with {@code SpirvCompiler}.
 */
package dev.barnacle.frontend.internal.spirv;
