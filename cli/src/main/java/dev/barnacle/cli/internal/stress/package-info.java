/**
 * Litmus tests on devices: a test becomes a kernel that runs many instances of it in a launch
 * ({@link StressTest}). Barnacle's own device runs it ({@link StressRun}), and others run it
 * through a C program ({@link StressProgram}).
 *
 * <p>May use: litmus, report.
 */
package dev.barnacle.cli.internal.stress;
