/**
 * The properties of every execution under a memory model, found out by asking it about small ones.
 *
 * <p>Begin with {@link ModelProperties}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.explore.internal.properties;
