package dev.barnacle.bench.internal;

/**
 * A platform that workloads run on, in this process: Barnacle itself, another OpenCL platform, or
 * the same algorithms in C.
 */
interface ComputePlatform extends AutoCloseable {
  /** Returns the platform's name and version. */
  String name();

  /** Returns whether this platform can run a workload at all. */
  default boolean runs(Workload workload) {
    return true;
  }

  /** Returns whether this platform builds OpenCL C, so that the time to build can be compared. */
  default boolean builds() {
    return true;
  }

  /**
   * Builds a workload's program and makes its buffers.
   *
   * @throws BenchException if the platform can't
   */
  Prepared prepare(Workload workload);

  @Override
  void close();

  /** A workload that is ready to run. */
  interface Prepared extends AutoCloseable {
    /** Gives the buffers their first contents again. */
    void reset();

    /**
     * Runs the launches and waits for them.
     *
     * @return nanoseconds from before the first launch is enqueued until the last one has finished
     */
    long run();

    /** Returns a buffer's contents. */
    byte[] read(int buffer);

    @Override
    void close();
  }
}
