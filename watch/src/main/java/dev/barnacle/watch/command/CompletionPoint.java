package dev.barnacle.watch.command;

/** A point that commands and the host can wait for: a command, or a user event. */
public abstract sealed class CompletionPoint permits CommandNode, HostSignal {
  CompletionPoint() {}

  /** Returns what is ordered before something that has waited for its end. */
  abstract CommandClock after();
}
