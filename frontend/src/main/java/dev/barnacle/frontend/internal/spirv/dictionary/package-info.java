/**
 * The dictionary of SPIR-V: what its instructions, numbers and names are in OpenCL C and in LLVM,
 * in one table for both directions.
 *
 * <p>Begin with {@link BuiltinFunction}.
 *
 * <p>May use: spirv.binary.
 */
package dev.barnacle.frontend.internal.spirv.dictionary;
