package dev.barnacle.cli.internal.start;

import dev.barnacle.watch.Progress;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Says of a launch that takes long what it was given, at once and not at its end, and on a terminal
 * how far it is, in one line that is written over and over and is gone at the end.
 */
public final class LongLaunch implements AutoCloseable {
  /** Set by the launcher where stderr is a terminal. */
  private static final String TERMINAL = "barnacle.terminal";

  private static final String WIPE = "\r\033[K";
  private static final long FIRST_NANOS = 1_500_000_000;
  private static final long LOOK_MILLIS = 500;
  private static final double NANOS = 1e9;

  private final PrintWriter err;
  private final Progress progress;
  private final SecondStart second;
  private final Watcher watcher = new Watcher();
  private String kernel = "";
  private String note = "";
  private String told = "";
  private long start;
  private boolean shown;
  private boolean over;

  /** No lambda: the launcher's AOT cache would not have it. */
  private final class Watcher extends Thread {
    Watcher() {
      super("barnacle-long-launch");
      setDaemon(true);
    }

    @Override
    public void run() {
      look();
    }
  }

  /**
   * Begins to look.
   *
   * @param second is over where something is said
   */
  public LongLaunch(PrintWriter err, Progress progress, SecondStart second) {
    this.err = err;
    this.progress = progress;
    this.second = second;
    watcher.start();
  }

  /**
   * The launches of a kernel begin.
   *
   * @param given a line that says what the first is given; empty for nothing to say
   */
  public synchronized void begin(String name, String given) {
    kernel = name;
    note = given;
    told = "";
    start = System.nanoTime();
  }

  /** They have ended; returns whether the line was said. */
  public synchronized boolean end(String given) {
    kernel = "";
    wipe();
    return !given.isEmpty() && told.equals(given);
  }

  private synchronized void look() {
    try {
      while (!over) {
        wait(LOOK_MILLIS);
        if (!over && !kernel.isEmpty() && System.nanoTime() - start > FIRST_NANOS) {
          say();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say() {
    if (!note.isEmpty() && told.isEmpty()) {
      second.close();
      wipe();
      err.println(note);
      told = note;
      err.flush();
    }
    if (isTerminal()) {
      second.close();
      err.print("\r" + text(kernel, progress, (System.nanoTime() - start) / NANOS) + "\033[K");
      err.flush();
      shown = true;
    }
  }

  @SuppressWarnings("SystemConsoleNull") // it is null where the JDK's own console finds no terminal
  private static boolean isTerminal() {
    if (!Boolean.getBoolean(TERMINAL)) {
      return false;
    }
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Returns the line. */
  static String text(String kernel, Progress progress, double seconds) {
    double left = progress.nanosLeft() / NANOS;
    return String.format(Locale.ROOT, "kernel %s: %.0f s", kernel, seconds)
        + (left > 0 ? String.format(Locale.ROOT, ", this launch about %.0f s more", left) : "");
  }

  private void wipe() {
    if (shown) {
      err.print(WIPE);
      err.flush();
      shown = false;
    }
  }

  @Override
  public synchronized void close() {
    over = true;
    wipe();
    notifyAll();
  }
}
