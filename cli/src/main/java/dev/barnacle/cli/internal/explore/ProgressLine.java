package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.ExplorationProgress;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows on a terminal how far an exploration has come, in one line that is written over and over
 * and is gone at the end: how many executions, how many a second, an estimate of the whole.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long FIRST_MILLIS = 1000;
  private static final long EACH_MILLIS = 500;
  private static final double NANOS = 1e9;

  private final ExplorationProgress progress = new ExplorationProgress();
  private final long start = System.nanoTime();
  private final Thread thread;
  private final PrintWriter terminal;

  /** Begins. */
  public ProgressLine(PrintWriter terminal) {
    this.terminal = terminal;
    this.thread = new Thread(this::show, "progress");
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns what counts how far it is. */
  public ExplorationProgress progress() {
    return progress;
  }

  @SuppressWarnings("SystemConsoleNull") // it is null where the JDK's own console finds no terminal
  private void show() {
    boolean shown = false;
    try {
      Thread.sleep(FIRST_MILLIS);
      Console console = System.console();
      if (console == null || !console.isTerminal()) {
        return;
      }
      while (true) {
        terminal.print("\r" + text(progress, (System.nanoTime() - start) / NANOS) + "\033[K");
        terminal.flush();
        shown = true;
        Thread.sleep(EACH_MILLIS);
      }
    } catch (InterruptedException e) {
      if (shown) {
        terminal.print("\r\033[K");
        terminal.flush();
      }
    }
  }

  /** Returns the line. */
  static String text(ExplorationProgress progress, double seconds) {
    long executions = progress.executions();
    double share = progress.share();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%,d executions, %,.0f a second", executions, executions / seconds));
    if (share > 0) {
      text.append(String.format(Locale.ROOT, ", about %.2g %% looked at", 100 * share));
      double left = seconds / share - seconds;
      text.append(", ").append(words(left)).append(" to go");
    }
    return text.toString();
  }

  private static String words(double seconds) {
    if (seconds < 100) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    if (seconds < 100 * 60) {
      return String.format(Locale.ROOT, "%.0f min", seconds / 60);
    }
    return seconds < 1000 * 3600
        ? String.format(Locale.ROOT, "%.0f h", seconds / 3600)
        : "far more than a month";
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
