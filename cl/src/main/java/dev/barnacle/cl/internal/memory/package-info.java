/**
 * Bytes of memory objects: how much is in use, what commands copy, fill and map, and what the
 * detector of races between commands is told of it. Nothing here knows the API's objects; a command
 * of the API gives it native memory.
 *
 * <p>Begin with {@link ContextMemory} and {@link AccessedRanges}.
 *
 * <p>May use: life.
 */
package dev.barnacle.cl.internal.memory;
