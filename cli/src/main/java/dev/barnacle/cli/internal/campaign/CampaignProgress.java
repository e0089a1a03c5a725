package dev.barnacle.cli.internal.campaign;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Tells how far a campaign is: on a terminal in one line that is written over and over, elsewhere
 * in a line every so often.
 */
final class CampaignProgress implements AutoCloseable {
  private static final String WIPE = "\r\u001b[K";
  private static final long TERMINAL_MILLIS = 250;
  private static final long LOG_MILLIS = 60_000;
  private static final double NANOS = 1e9;

  private final PrintWriter err;
  private final boolean terminal;
  private final int total;
  private final int before;
  private final long start = System.nanoTime();
  private final Thread thread;
  private int done;
  private int faulty;
  private boolean shown;

  /**
   * Begins.
   *
   * @param terminal whether {@code err} is one
   * @param total how many tasks there are
   * @param before how many of them were done before
   */
  CampaignProgress(PrintWriter err, boolean terminal, int total, int before) {
    this.err = err;
    this.terminal = terminal;
    this.total = total;
    this.before = before;
    this.thread = Thread.ofPlatform().daemon().name("progress").start(this::show);
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(terminal ? TERMINAL_MILLIS : LOG_MILLIS);
        write();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void write() {
    String line = text(before + done, total, faulty, done, (System.nanoTime() - start) / NANOS);
    if (terminal) {
      err.print(WIPE + line);
      shown = true;
    } else {
      err.println(line);
    }
    err.flush();
  }

  /** Returns the line: how many tasks are done, how many a second, and how long the rest takes. */
  static String text(int done, int total, int faulty, int now, double seconds) {
    StringBuilder text = new StringBuilder();
    text.append(done).append(" of ").append(total).append(total == 1 ? " task" : " tasks");
    text.append(", ").append(faulty).append(" with findings");
    if (now > 0 && seconds > 0) {
      double rate = now / seconds;
      text.append(String.format(Locale.ROOT, ", %.3g a second", rate));
      text.append(", ").append(words((total - done) / rate)).append(" to go");
    }
    return text.toString();
  }

  private static String words(double seconds) {
    if (seconds < 100) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    return seconds < 100 * 60
        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }

  /** A task is done. */
  synchronized void done(TaskResult result) {
    done++;
    faulty += result.isFaulty() ? 1 : 0;
  }

  /** Prints a line of its own. */
  synchronized void say(String line) {
    wipe();
    err.println(line);
    err.flush();
  }

  private void wipe() {
    if (shown) {
      err.print(WIPE);
      err.flush();
      shown = false;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    synchronized (this) {
      wipe();
    }
  }
}
