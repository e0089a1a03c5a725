/**
 * {@code explore}: launches of which every execution is looked at, conditions on final states, and
 * edits. Begin with {@link ExploreRun}.
 *
 * <p>May use: check, launch, litmus, report, run.
 */
package dev.barnacle.cli.internal.explore;
