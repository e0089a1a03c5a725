package dev.barnacle.cli.internal.campaign;

/**
 * The limits of a task in its worker.
 *
 * @param seconds of time
 * @param megabytes of resident memory
 * @param outputMegabytes of output of kernels and programs
 */
record Limits(double seconds, int megabytes, int outputMegabytes) {}
