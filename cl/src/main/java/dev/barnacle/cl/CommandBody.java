package dev.barnacle.cl;

/** What a command does when its turn has come. */
@FunctionalInterface
interface CommandBody {
  /**
   * Runs it, on any thread.
   *
   * @throws ClException if it fails; its code becomes the event's status
   */
  void run(Command command);

  /** Tells whether a thread that waits had better not run it itself, as it could not leave it. */
  default boolean mayTakeLong() {
    return false;
  }
}
