/**
 * The features of the device beside the core of OpenCL and SPIR-V, a row each. Clang's options, the
 * device's queries, the driver's entry points and {@code docs/reference/extensions.md} are read
 * from it.
 *
 * <p>Begin with {@link Extension}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.frontend.extension;
