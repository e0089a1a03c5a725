/**
 * SPIR-V as words: the header, the instructions, and their operands, looked at only within their
 * bounds. Knows nothing of what instructions mean.
 *
 * <p>May use: nothing.
 *
 * <p>Begin with {@code SpirvBinary}.
 */
package dev.barnacle.frontend.internal.spirv.binary;
