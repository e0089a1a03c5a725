/**
 * The declarations of a module: variables with their contents, kernels with their arguments,
 * objects of C++ with their constructors, and the debug information about them.
 *
 * <p>Begin with {@link GlobalReader}.
 *
 * <p>May use: reader.type.
 */
package dev.barnacle.frontend.internal.reader.global;
