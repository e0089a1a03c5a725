package dev.barnacle.engine;

import dev.barnacle.ir.Module;

/**
 * A way to run kernels. The engines differ in what they observe (nothing, races, …) and in speed,
 * not in what a correct kernel computes. Engines can be used by many threads at once.
 */
public interface Engine extends AutoCloseable {
  /** Returns the engine's short name, such as {@code simd}. */
  String name();

  /** Returns what the engine offers to programs. */
  DeviceLimits limits();

  /**
   * Prepares a program: its program-scope variables get their memory and their first values.
   * Kernels may be compiled now or at their first launch.
   *
   * @param module a verified program; it is the engine's from now on, which may rewrite its
   *     functions
   * @throws EngineException if the program has what the engine can't run
   */
  Executable load(Module module);

  /** Ends the engine's threads; its executables must have been closed. */
  @Override
  void close();
}
