/**
 * All executions of a program that a memory model allows: what is explored, what is asked, and what
 * was found.
 *
 * <p>Begin with {@link Explorer}.
 */
package dev.barnacle.explore;
