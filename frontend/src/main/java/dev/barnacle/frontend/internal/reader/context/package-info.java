/**
 * The shared state of the readers of one module, and of one function in it.
 *
 * <p>Begin with {@link FunctionContext}.
 *
 * <p>May use: reader.type, reader.global, reader.expand.
 */
package dev.barnacle.frontend.internal.reader.context;
