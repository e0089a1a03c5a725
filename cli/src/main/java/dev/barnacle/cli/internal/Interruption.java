package dev.barnacle.cli.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * On Ctrl-C, or another signal that ends the process, work is told to stop, and the process lasts
 * until what was found so far has been printed: until this is closed, or some seconds have passed.
 */
public final class Interruption implements AutoCloseable {
  private final CountDownLatch printed = new CountDownLatch(1);
  private final Thread hook;

  /**
   * Begins to heed such signals.
   *
   * @param stop makes the work end soon; it may be called from another thread, at any time
   * @param seconds how long printing may take after that
   */
  public Interruption(Runnable stop, int seconds) {
    this.hook = new Thread(() -> interrupted(stop, seconds));
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupted(Runnable stop, int seconds) {
    stop.run();
    try {
      boolean ignored = printed.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    printed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook is running.
    }
  }
}
