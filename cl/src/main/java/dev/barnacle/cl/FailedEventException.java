package dev.barnacle.cl;

import java.util.Optional;

/**
 * An event that ended with an error, as those learn who wait for it: a thread, or a command that
 * has it in its wait list. Its {@link #code} is {@code
 * CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST} (OpenCL API, clWaitForEvents), {@link #status} is
 * the event's own. Of a command that failed since others had, the cause tells of the first of them.
 */
public final class FailedEventException extends ClException {
  private static final long serialVersionUID = 1L;

  private final int status;

  private FailedEventException(String what, int status, Optional<ClException> why) {
    super(
        ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
        what + " ended with " + nameOf(status) + why.map(f -> ": " + f.detail()).orElse(""));
    this.status = status;
    why.ifPresent(this::initCause);
  }

  /** Returns what a thread is told that waits for an event which has ended with an error. */
  static FailedEventException of(Event event) {
    String what = event instanceof UserEvent ? "a user event" : "a command";
    return new FailedEventException(what, event.reached(), event.failure());
  }

  /** Returns why a command fails that has such an event in its wait list; it names the first. */
  static FailedEventException inWaitList(Event event) {
    String what = "an event that the command waited for";
    if (event.failure().orElse(null) instanceof FailedEventException first) {
      return new FailedEventException(what, first.status, first.why());
    }
    return new FailedEventException(what, event.reached(), event.failure());
  }

  private Optional<ClException> why() {
    return getCause() instanceof ClException why ? Optional.of(why) : Optional.empty();
  }

  /**
   * Returns the negative number with which the event ended ({@code
   * CL_EVENT_COMMAND_EXECUTION_STATUS}): the code of the command's error, or what {@link
   * UserEvent#fail} was given.
   */
  public int status() {
    return status;
  }

  /** Returns the name of an error code, or its number if it has none. */
  static String nameOf(int status) {
    return ErrorCode.of(status).map(ErrorCode::name).orElse("error " + status);
  }
}
