package dev.barnacle.cl;

/**
 * The range and the times of a launch.
 *
 * @param range the index space, with the local size that it ran with
 * @param groups work-groups that ran
 * @param compileNanos nanoseconds of compiling for this launch; 0 when the code was there already
 * @param kernelNanos nanoseconds from the first work-item's start to the last one's end, those of
 *     kernels that it has enqueued on the device included
 */
public record RunResult(NDRange range, long groups, long compileNanos, long kernelNanos) {}
