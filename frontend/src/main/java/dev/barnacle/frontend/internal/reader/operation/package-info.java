/**
 * Instructions other than calls: arithmetic, memory, vectors, integers of more than 64 bits.
 *
 * <p>Begin with {@link ArithmeticReader}.
 *
 * <p>May use: reader.type, reader.expand, reader.context.
 */
package dev.barnacle.frontend.internal.reader.operation;
