/**
 * The meaning of the ids of a SPIR-V module: types, constants, decorations, functions.
 *
 * <p>May use: extension, spirv.binary.
 *
 * <p>Begin with {@code SpirvModule}.
 */
package dev.barnacle.frontend.internal.spirv.module;
