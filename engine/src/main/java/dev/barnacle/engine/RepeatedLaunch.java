package dev.barnacle.engine;

/** A launch that is run many times, each time in the same way. */
@FunctionalInterface
public interface RepeatedLaunch {
  /**
   * Runs it once more and returns when all work-items have ended. It can be called by many threads
   * at once.
   *
   * @throws EngineException as {@link Executable#launch}
   */
  LaunchResult run();
}
