package dev.barnacle.cli.internal;

import java.util.function.Consumer;

/**
 * The text that kernels print. Where a launch may be run again with other arguments, its text is
 * held until it is known which of the launches counts. So a kernel prints once.
 */
public final class Printed implements Consumer<String> {
  /** A launch that prints more characters is not held any longer. */
  private static final int MOST = 1 << 24;

  private final Consumer<String> sink;
  private boolean holds;
  private StringBuilder held = new StringBuilder();

  /** Makes one that gives the text to {@code sink}. */
  public Printed(Consumer<String> sink) {
    this.sink = sink;
  }

  @Override
  public synchronized void accept(String text) {
    if (!holds) {
      sink.accept(text);
      return;
    }
    held.append(text);
    if (held.length() > MOST) {
      show(take());
    }
  }

  /** From now on text is held. */
  public synchronized void hold() {
    holds = true;
  }

  /** Returns what has been held since {@link #hold}; from now on text is shown. */
  public synchronized String take() {
    String text = held.toString();
    held = new StringBuilder();
    holds = false;
    return text;
  }

  /** Shows what was held. */
  public void show(String text) {
    if (!text.isEmpty()) {
      sink.accept(text);
    }
  }
}
