package dev.barnacle.engine;

/**
 * The times of a launch.
 *
 * @param compileNanos nanoseconds of compiling for this launch; 0 when the code was there already
 * @param kernelNanos nanoseconds from the first work-item's start to the last one's end
 * @param completionNanos the same to the end of all that the kernel has enqueued on the device
 */
public record LaunchResult(long compileNanos, long kernelNanos, long completionNanos) {
  /** Of a kernel that has enqueued nothing. */
  public LaunchResult(long compileNanos, long kernelNanos) {
    this(compileNanos, kernelNanos, kernelNanos);
  }
}
