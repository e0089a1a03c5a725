package dev.barnacle.cl.internal.queue;

import dev.barnacle.watch.command.CommandNode;
import org.jspecify.annotations.Nullable;

/** A command as its body sees it while it runs. */
public interface RunningCommand {
  /** Returns what the detector of races between commands knows it by; null without one. */
  @Nullable CommandNode watched();

  /** Says that the device has just run it, for so many nanoseconds. */
  default void ranFor(long nanos) {
    ranFor(nanos, nanos);
  }

  /**
   * Says that the device has just run a kernel and all that it has enqueued.
   *
   * @param nanos of the kernel itself
   * @param completion nanoseconds from its start until all was complete
   */
  void ranFor(long nanos, long completion);

  /** Says that parts of it have run as other commands, since a time by {@link System#nanoTime}. */
  void beganAt(long nanoTime);
}
