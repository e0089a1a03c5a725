package dev.barnacle.cl;

import dev.barnacle.cl.internal.queue.HostEvent;

/**
 * An event that the host ends ({@code clCreateUserEvent}).
 *
 * <p>Rule 12 of "Host-side and Device-side Commands" (OpenCL architecture, 3.3.6), that the call
 * which completes a user event global-synchronizes-with the commands that wait for it, holds since
 * that call itself counts them down.
 */
public final class UserEvent extends Event {
  private final HostEvent node;

  UserEvent(Context context, HostEvent node) {
    super(context, null, node);
    this.node = node;
  }

  /**
   * Ends it without error ({@code clSetUserEventStatus} with {@code CL_COMPLETE}).
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it has ended
   */
  public void complete() {
    node.set(COMPLETE);
  }

  /**
   * Ends it with an error, which is its {@link #status} then; commands that wait for it end with
   * {@code CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}, and who waits for one of these learns the
   * code from the causes of the exception ({@link FailedEventException#status}).
   *
   * @param code any negative number
   * @throws ClException {@code CL_INVALID_VALUE} if it is not negative; {@code
   *     CL_INVALID_OPERATION} if it has ended
   */
  public void fail(int code) {
    if (code >= COMPLETE) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, code + " is no error code");
    }
    node.set(code);
  }
}
