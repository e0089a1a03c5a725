/**
 * The entry points, a class for each chapter of the OpenCL API: each method reads its arguments,
 * checks them, and calls the Java API.
 *
 * <p>Begin with {@link ContextCalls}, {@link Commands} and {@link KernelCalls}.
 *
 * <p>May use: abi, entry, process, record, handle, query.
 */
package dev.barnacle.icd.internal.call;
