package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.watch.command.CommandWatch;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of a context's queues: the threads for commands and callbacks, the detector of
 * races between commands, and the listener for failures.
 */
public final class ContextQueues {
  private final Dispatcher dispatcher;
  private final Executor callbackThread = Dispatcher.threads("barnacle-callback", 1);
  private final @Nullable CommandWatch watch;
  private BiConsumer<CommandType, ClException> failures = (type, failure) -> {};

  /**
   * Makes them for a device with so many compute units.
   *
   * @param watch null where nothing is watched
   */
  public ContextQueues(int computeUnits, @Nullable CommandWatch watch) {
    this.dispatcher = new Dispatcher(computeUnits);
    this.watch = watch;
  }

  /** Has a listener told of commands that fail; called before there are any. */
  public void tellFailures(BiConsumer<CommandType, ClException> listener) {
    failures = listener;
  }

  /** Is told of a command that is about to end with an error. */
  public void failed(CommandType type, ClException failure) {
    failures.accept(type, failure);
  }

  @Nullable CommandWatch watch() {
    return watch;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  Executor callbackThread() {
    return callbackThread;
  }
}
