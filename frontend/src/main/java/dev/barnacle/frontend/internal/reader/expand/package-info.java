/**
 * Operations that the IR does not have, made of those that it has: integers of odd widths and of 65
 * to 128 bits, saturating conversions, tests for overflow and for classes of numbers, reductions.
 *
 * <p>Begin with {@link WideArithmetic}.
 *
 * <p>May use: reader.type.
 */
package dev.barnacle.frontend.internal.reader.expand;
