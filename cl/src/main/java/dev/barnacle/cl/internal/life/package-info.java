/**
 * The lifetimes of OpenCL's objects, and the engines' errors under OpenCL's codes.
 *
 * <p>Begin with {@link Lifetime}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cl.internal.life;
