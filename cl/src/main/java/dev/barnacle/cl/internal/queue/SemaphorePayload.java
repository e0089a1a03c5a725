package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.internal.life.Lifetime;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The payload of a binary semaphore (cl_khr_semaphore), and which wait command waits for which
 * signal command: the n-th that is enqueued for the n-th. A wait may be enqueued before its signal.
 */
public final class SemaphorePayload {
  private final ContextQueues context;

  /** Signals that are enqueued, without a wait. */
  private final Deque<Command> signals = new ArrayDeque<>();

  /** The events of enqueued waits that have no signal yet. */
  private final Deque<HostEvent> waits = new ArrayDeque<>();

  private volatile boolean signaled;

  /** Makes one that is not signaled. */
  public SemaphorePayload(ContextQueues context) {
    this.context = context;
  }

  /** Returns whether it is signaled. */
  public boolean isSignaled() {
    return signaled;
  }

  /** Says whether it is signaled. */
  public void set(boolean now) {
    signaled = now;
  }

  /** Is told of a signal command that has been enqueued. */
  public synchronized void signalEnqueued(Command command) {
    HostEvent waiting = waits.poll();
    if (waiting != null) {
      waiting.endWith(command);
      waiting.close();
      return;
    }
    // A signal of what is signaled already changes nothing.
    signals.removeIf(EventNode::hasEnded);
    signals.add(command);
  }

  /**
   * Returns what a wait command is to wait for.
   *
   * @param attachment keeps the context while the signal is not enqueued
   */
  public synchronized EventNode nextSignal(Lifetime attachment) {
    Command signal = signals.poll();
    if (signal != null) {
      return signal;
    }
    HostEvent later = new HostEvent(context, attachment.attach());
    waits.add(later);
    return later;
  }
}
