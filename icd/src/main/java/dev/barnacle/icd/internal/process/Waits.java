package dev.barnacle.icd.internal.process;

import dev.barnacle.cl.InterruptedWaitException;

/**
 * Waits of the C API, which has no interrupts: where the calling thread is one of Java's and is
 * interrupted, the wait goes on, and the thread is as interrupted afterwards.
 */
public final class Waits {
  private Waits() {}

  /** Waits again until no interrupt ends the wait. */
  public static void untilEnded(Runnable wait) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          wait.run();
          return;
        } catch (InterruptedWaitException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
