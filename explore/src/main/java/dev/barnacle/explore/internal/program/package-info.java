/**
 * The threads of scenarios, litmus tests' and work-items alike, as the search runs them: their
 * code, what can be known of it before it runs, and the state that they are in.
 *
 * <p>Begin with {@link ThreadMaker}, {@link ThreadCode} and {@link Interpreter}.
 *
 * <p>May use: kernel.code.
 */
package dev.barnacle.explore.internal.program;
