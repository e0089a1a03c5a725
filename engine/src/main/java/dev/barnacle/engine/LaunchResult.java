package dev.barnacle.engine;

/**
 * What a launch took.
 *
 * @param compileNanos nanoseconds of compiling for this launch; 0 when the code was there already
 * @param kernelNanos nanoseconds from the first work-item's start to the last one's end
 */
public record LaunchResult(long compileNanos, long kernelNanos) {}
