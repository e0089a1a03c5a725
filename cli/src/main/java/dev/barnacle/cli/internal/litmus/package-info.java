/**
 * {@code litmus}: tests, their expected answers, and reports. Begin with {@link LitmusRun}.
 *
 * <p>May use: report.
 */
package dev.barnacle.cli.internal.litmus;
