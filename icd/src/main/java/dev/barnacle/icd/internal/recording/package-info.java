/**
 * The entry points of command-buffers ({@code cl_khr_command_buffer}, {@code …_mutable_dispatch}):
 * commands are recorded instead of enqueued, and changed later.
 *
 * <p>Begin with {@link CommandBufferCalls}.
 *
 * <p>May use: abi, entry, process, handle, query, call.
 */
package dev.barnacle.icd.internal.recording;
