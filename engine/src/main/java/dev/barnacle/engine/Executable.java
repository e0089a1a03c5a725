package dev.barnacle.engine;

import dev.barnacle.ir.Function;

/** A program as an engine runs it. It can be used by many threads at once. */
public interface Executable extends AutoCloseable {
  /**
   * Runs a kernel over its whole NDRange and returns when all work-items have ended.
   *
   * @throws EngineException if the launch does not fit the kernel or the device
   */
  LaunchResult launch(Launch launch);

  /** Returns what a kernel of the program takes of the device. */
  KernelLimits limits(Function kernel);

  /** Frees the code and the program-scope variables. */
  @Override
  void close();
}
