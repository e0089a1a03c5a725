/**
 * What the ids of a SPIR-V module mean: types, constants, decorations, functions.
 *
 * <p>May use: {@code binary}.
 *
 * <p>Begin with {@code SpirvModule}.
 */
package dev.barnacle.frontend.internal.spirv.module;
