package dev.barnacle.cli.internal.litmus;

import java.io.PrintWriter;

/**
 * Tells on a terminal how far a long run is: one line, written again and again, and wiped before
 * anything else is printed.
 */
public final class LitmusProgress implements AutoCloseable {
  /** The time after which a run counts as a long one, and the period of writing the line then. */
  private static final long FIRST_MILLIS = 1000;

  private static final long PERIOD_MILLIS = 250;
  private static final String WIPE = "\r\u001b[K";

  private final PrintWriter err;
  private final int total;
  private final long start = System.nanoTime();
  private String shown = "";
  private int done;

  /**
   * @param err where the line goes
   * @param total the number of tests
   */
  public LitmusProgress(PrintWriter err, int total) {
    this.err = err;
    this.total = total;
  }

  /** Writes the line from now on, until the thread is interrupted. */
  public Thread start() {
    return Thread.ofPlatform()
        .daemon()
        .name("progress")
        .start(
            () -> {
              try {
                Thread.sleep(FIRST_MILLIS);
                while (true) {
                  write();
                  Thread.sleep(PERIOD_MILLIS);
                }
              } catch (InterruptedException e) {
                close();
              }
            });
  }

  /** Writes the line once. */
  public synchronized void write() {
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    shown = done + " of " + total + (total == 1 ? " test, " : " tests, ") + seconds + " s";
    err.print(WIPE + shown);
    err.flush();
  }

  /** A test was answered: wipes the line and prints. */
  public synchronized void answered(Runnable print) {
    close();
    done++;
    print.run();
  }

  /** Wipes the line. */
  @Override
  public synchronized void close() {
    if (!shown.isEmpty()) {
      err.print(WIPE);
      err.flush();
      shown = "";
    }
  }
}
