/**
 * The comparison of two models: every small execution, known in part, until it is certain that the
 * models agree on it or that they do not.
 *
 * <p>Begin with {@link DifferenceSearch}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.explore.internal.compare;
