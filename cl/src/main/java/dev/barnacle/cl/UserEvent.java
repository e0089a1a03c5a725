package dev.barnacle.cl;

import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.CompletionPoint;
import dev.barnacle.watch.command.HostSignal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event that the host ends ({@code clCreateUserEvent}).
 *
 * <p>Rule 12 of "Host-side and Device-side Commands" (OpenCL architecture, 3.3.6), that the call
 * which completes a user event global-synchronizes-with the commands that wait for it, holds since
 * that call itself counts them down.
 */
public final class UserEvent extends Event {
  private final @Nullable HostSignal watched;

  UserEvent(Context context, Lifetime.Use attachment) {
    super(context, CommandType.USER, SUBMITTED, attachment);
    CommandWatch watch = context.commandWatch();
    this.watched = watch == null ? null : watch.signal();
  }

  @Override
  @Nullable CompletionPoint watched() {
    return watched;
  }

  /**
   * Ends it without error ({@code clSetUserEventStatus} with {@code CL_COMPLETE}).
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it has ended
   */
  public void complete() {
    set(COMPLETE);
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
    set(code);
  }

  private void set(int status) {
    CommandWatch watch = context().commandWatch();
    if (watch != null && watched != null) {
      watch.set(watched);
    }
    if (!end(status, null)) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "the user event has ended already");
    }
  }

  @Override
  public Optional<CommandQueue> queue() {
    return Optional.empty();
  }

  @Override
  String what() {
    return "user event";
  }

  @Override
  void await() {
    sleep();
  }

  @Override
  public Profiling profiling() {
    throw new ClException(ErrorCode.CL_PROFILING_INFO_NOT_AVAILABLE, "a user event has no times");
  }
}
