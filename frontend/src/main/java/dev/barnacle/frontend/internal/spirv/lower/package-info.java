/**
 * A module's functions as LLVM IR like that which clang makes of OpenCL C: with calls of the OpenCL
 * C library's functions and of the engines' intrinsic functions.
 *
 * <p>May use: reader.global, spirv.binary, spirv.dictionary, spirv.module, spirv.mangling.
 *
 * <p>Begin with {@code ModuleLowering}.
 */
package dev.barnacle.frontend.internal.spirv.lower;
