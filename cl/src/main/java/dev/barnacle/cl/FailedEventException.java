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

  /**
   * Makes an exception.
   *
   * @param what ended with an error
   * @param status the negative number with which it ended
   * @param why it did, where that is known in words
   */
  public FailedEventException(String what, int status, Optional<ClException> why) {
    super(
        ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
        what
            + " ended with "
            + ErrorCode.nameOf(status)
            + why.map(f -> ": " + f.detail()).orElse(""));
    this.status = status;
    why.ifPresent(this::initCause);
  }

  /**
   * Returns the negative number with which the event ended ({@code
   * CL_EVENT_COMMAND_EXECUTION_STATUS}): the code of the command's error, or what {@link
   * UserEvent#fail} was given.
   */
  public int status() {
    return status;
  }
}
