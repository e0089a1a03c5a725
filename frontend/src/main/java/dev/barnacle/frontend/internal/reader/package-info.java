/**
 * LLVM IR that clang made of a program, into the kernel IR: functions, blocks, recursion.
 *
 * <p>Begin with {@link LlvmReader}.
 *
 * <p>May use: reader.type, reader.global, reader.expand, reader.context, reader.operation,
 * reader.call.
 */
package dev.barnacle.frontend.internal.reader;
