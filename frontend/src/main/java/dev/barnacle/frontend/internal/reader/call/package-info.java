/**
 * Calls: of the program's functions, of LLVM's own, and of those on which the OpenCL C library is
 * built (atomics, barriers, pipes, queues of the device).
 *
 * <p>Begin with {@link CallReader}.
 *
 * <p>May use: reader.type, reader.global, reader.expand, reader.context, reader.operation.
 */
package dev.barnacle.frontend.internal.reader.call;
