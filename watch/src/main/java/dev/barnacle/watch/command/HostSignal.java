package dev.barnacle.watch.command;

/** A user event: what the host had done when it set the status is ordered before who waits. */
public final class HostSignal extends CompletionPoint {
  private CommandClock after = CommandClock.NONE;
  private boolean isSet;

  HostSignal() {}

  /** The host sets its status (rule 12), or what it stands for has ended. */
  void set(CommandClock before) {
    if (!isSet) {
      isSet = true;
      after = before;
    }
  }

  @Override
  CommandClock after() {
    return after;
  }
}
