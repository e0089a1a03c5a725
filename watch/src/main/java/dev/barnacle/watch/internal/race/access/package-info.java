/**
 * The properties of an access to memory: its kind, its order and scope, who made it and where, and
 * what has nearly ordered two of them.
 *
 * <p>Begin with {@link AccessKind} and {@link RaceAccess}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.watch.internal.race.access;
