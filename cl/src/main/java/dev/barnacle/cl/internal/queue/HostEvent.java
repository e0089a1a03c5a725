package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Profiling;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.CompletionPoint;
import dev.barnacle.watch.command.HostSignal;
import org.jspecify.annotations.Nullable;

/**
 * An event that the host ends: a user event of the API. Or one that stands for a command that has
 * not been enqueued yet, and ends with that.
 */
public final class HostEvent extends EventNode {
  private final @Nullable HostSignal watched;

  /** Makes one that keeps {@code attachment}, its context, as long as it lives. */
  public HostEvent(ContextQueues context, Lifetime.Use attachment) {
    super(context, CommandType.USER, SUBMITTED, attachment);
    CommandWatch watch = context.watch();
    this.watched = watch == null ? null : watch.signal();
  }

  /**
   * Ends it.
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it has ended
   */
  public void set(int status) {
    CommandWatch watch = context().watch();
    if (watch != null && watched != null) {
      watch.set(watched);
    }
    if (!end(status, null)) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "the user event has ended already");
    }
  }

  /** Has it end when a command does, and as that does. */
  void endWith(Command command) {
    if (!command.addDependent(failed -> endAs(command), true)) {
      endAs(command);
    }
  }

  private void endAs(Command command) {
    CommandWatch watch = context().watch();
    CommandNode node = command.watched();
    if (watch != null && watched != null && node != null) {
      watch.set(watched, node);
    }
    ClException why = command.failure().orElse(null);
    end(why == null ? COMPLETE : why.code().value(), why);
  }

  /** Does nothing: it is of no queue. */
  @Override
  public void flush() {}

  @Override
  @Nullable CompletionPoint watched() {
    return watched;
  }

  @Override
  String what() {
    return "user event";
  }

  @Override
  String whatFailed() {
    return "a user event";
  }

  @Override
  public void await() {
    sleep();
  }

  @Override
  public Profiling profiling() {
    throw new ClException(ErrorCode.CL_PROFILING_INFO_NOT_AVAILABLE, "a user event has no times");
  }
}
