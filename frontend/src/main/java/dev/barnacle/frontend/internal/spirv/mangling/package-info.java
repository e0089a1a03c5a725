/**
 * The names that clang gives OpenCL C's overloaded functions, made and read.
 *
 * <p>May use: spirv.binary, spirv.module.
 *
 * <p>Begin with {@code Mangling}.
 */
package dev.barnacle.frontend.internal.spirv.mangling;
