package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.ClException;

/** Runs a command when its turn has come. */
@FunctionalInterface
public interface CommandBody {
  /**
   * Runs it, on any thread.
   *
   * @throws ClException if it fails; its code becomes the event's status
   */
  void run(RunningCommand command);

  /** Returns whether a thread that waits had better not run it itself, as it could not leave it. */
  default boolean mayTakeLong() {
    return false;
  }
}
