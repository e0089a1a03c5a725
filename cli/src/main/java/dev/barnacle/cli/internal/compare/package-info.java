/**
 * {@code compare}: tests that two models answer differently, as text. Begin with {@link
 * CompareRun}.
 *
 * <p>May use: litmus, stress.
 */
package dev.barnacle.cli.internal.compare;
