/**
 * The graph of commands: queues, what each command waits for, and the threads that run it. It knows
 * none of the API's objects: {@code Event} and {@code CommandQueue} are handles of what is here.
 *
 * <p>Begin with {@link PendingCommands} and {@link Command}.
 *
 * <p>May use: life, memory.
 */
package dev.barnacle.cl.internal.queue;
