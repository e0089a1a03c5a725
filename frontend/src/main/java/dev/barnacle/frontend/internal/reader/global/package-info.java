/**
 * What a module declares: variables with their contents, kernels with their arguments, objects of
 * C++ with their constructors, and what its debug information says of them.
 *
 * <p>Begin with {@link GlobalReader}.
 *
 * <p>May use: reader.type.
 */
package dev.barnacle.frontend.internal.reader.global;
