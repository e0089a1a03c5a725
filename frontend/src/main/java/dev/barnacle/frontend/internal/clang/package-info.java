/**
 * OpenCL C through the clang program: options, diagnostics, the compile cache, the library and its
 * linking.
 *
 * <p>Begin with {@link Compilation}.
 *
 * <p>May use: extension, reader, reader.type, spirv, spirv.write.
 */
package dev.barnacle.frontend.internal.clang;
