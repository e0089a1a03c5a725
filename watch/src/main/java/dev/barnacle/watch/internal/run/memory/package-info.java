/**
 * Memory under watch: objects with their bounds, which bytes have been written, what the source
 * calls them, and pointers into them.
 *
 * <p>Begin with {@link WatchedObject} and {@link Pointers}.
 *
 * <p>May use: race.shadow, run.kernel.
 */
package dev.barnacle.watch.internal.run.memory;
