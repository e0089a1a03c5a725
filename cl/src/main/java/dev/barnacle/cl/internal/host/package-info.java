/**
 * The machine: its processors, its native memory, and how large work-groups are to be on it.
 *
 * <p>Begin with {@link NativeMemory}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cl.internal.host;
