/**
 * When objects of OpenCL end, and the engines' errors under OpenCL's codes.
 *
 * <p>Begin with {@link Lifetime}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cl.internal.life;
