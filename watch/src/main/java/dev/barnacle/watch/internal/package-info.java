/**
 * The passes before a kernel becomes bytecode.
 *
 * <p>Begin with {@link WatchPasses}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.watch.internal;
