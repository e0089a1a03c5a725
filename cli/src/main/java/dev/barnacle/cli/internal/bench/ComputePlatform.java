package dev.barnacle.cli.internal.bench;

/** An OpenCL platform that workloads run on: Barnacle itself or another one in the same process. */
interface ComputePlatform extends AutoCloseable {
  /** Returns the platform's name and version. */
  String name();

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
