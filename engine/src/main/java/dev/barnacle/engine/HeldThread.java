package dev.barnacle.engine;

import org.jspecify.annotations.Nullable;

/**
 * Tells whoever lends threads to launches when one of them is held up: the work-groups of its
 * launch only wait, perhaps for the host or for another launch, so that others should not wait for
 * that thread.
 */
public final class HeldThread {
  private static final ThreadLocal<@Nullable Runnable> OWNER = new ThreadLocal<>();

  private HeldThread() {}

  /**
   * Runs something on the calling thread.
   *
   * @param whenHeld is called each time that a launch which the thread runs holds it up, on any
   *     thread
   */
  public static void run(Runnable task, Runnable whenHeld) {
    Runnable outer = OWNER.get();
    OWNER.set(whenHeld);
    try {
      task.run();
    } finally {
      OWNER.set(outer);
    }
  }

  /** Returns what an engine is to call when a launch holds up the calling thread. */
  public static Runnable whenHeld() {
    Runnable owner = OWNER.get();
    return owner == null ? HeldThread::nobody : owner;
  }

  private static void nobody() {
    // nobody is to be told
  }
}
