/**
 * SPIR-V out of LLVM IR as clang makes it of OpenCL C: types, with those that pointers have lost;
 * blocks and instructions; the built-in functions as SPIR-V's instructions; lines, names and
 * kernels' facts.
 *
 * <p>May use: extension, reader.global, spirv.binary, spirv.dictionary, spirv.module,
 * spirv.mangling.
 *
 * <p>Begin with {@code SpirvWriter}.
 */
package dev.barnacle.frontend.internal.spirv.write;
