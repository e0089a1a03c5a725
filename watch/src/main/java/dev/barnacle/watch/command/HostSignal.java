package dev.barnacle.watch.command;

/** A user event: what the host had done when it set the status is ordered before who waits. */
public final class HostSignal extends CompletionPoint {
  private CommandClock after = CommandClock.NONE;
  private boolean isSet;

  HostSignal() {}

  /** The host sets its status (rule 12). */
  void set(CommandClock host) {
    if (!isSet) {
      isSet = true;
      after = host;
    }
  }

  @Override
  CommandClock after() {
    return after;
  }
}
