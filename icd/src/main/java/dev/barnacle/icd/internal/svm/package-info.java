/**
 * The entry points of extensions for memory that is an address: unified shared memory, and more
 * types of shared virtual memory.
 *
 * <p>Begin with {@link UsmCalls}.
 *
 * <p>May use: abi, entry, process, handle, query, call.
 */
package dev.barnacle.icd.internal.svm;
