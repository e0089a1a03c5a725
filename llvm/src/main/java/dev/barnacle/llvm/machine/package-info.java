/**
 * The kinds of processors that Barnacle runs on: all that is asked of one is asked here.
 *
 * <p>Begin with {@link Machine}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.llvm.machine;
