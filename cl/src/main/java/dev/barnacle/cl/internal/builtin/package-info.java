/**
 * Built-in kernels: how they are declared, where they are found, and on which threads they run.
 *
 * <p>Begin with {@link Declaration} and {@link BuiltInRegistry}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cl.internal.builtin;
