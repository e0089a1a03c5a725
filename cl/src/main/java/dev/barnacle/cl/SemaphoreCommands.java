package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.queue.Command;
import dev.barnacle.cl.internal.queue.CommandBody;
import dev.barnacle.cl.internal.queue.CommandWork;
import dev.barnacle.cl.internal.queue.EventNode;
import java.util.ArrayList;
import java.util.List;

/** The commands of a queue that signal {@link Semaphore}s and wait for them. */
public final class SemaphoreCommands {
  private final CommandQueue queue;

  SemaphoreCommands(CommandQueue queue) {
    this.queue = queue;
  }

  /**
   * Enqueues a command that signals semaphores ({@code clEnqueueSignalSemaphoresKHR}), and flushes:
   * whoever waits for them need not know this queue.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if there are none; {@code CL_INVALID_CONTEXT} if
   *     one, or an event, is of another context; {@code CL_INVALID_COMMAND_QUEUE} if one is not for
   *     the queue's device; {@code CL_INVALID_SEMAPHORE_KHR} if one is closed; {@code
   *     CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST} if an event has ended with an error
   */
  public Event signal(List<Semaphore> semaphores, List<Event> waitList) {
    List<EventNode> waits = check(semaphores, waitList);
    List<Semaphore> all = List.copyOf(semaphores);
    Command command =
        submit(
            CommandType.SEMAPHORE_SIGNAL, all, c -> all.forEach(s -> s.payload().set(true)), waits);
    all.forEach(s -> s.payload().signalEnqueued(command));
    queue.flush();
    return new Event(queue.context(), queue, command);
  }

  /** Signals one semaphore; the events to wait for, if any, come one after the other. */
  public Event signal(Semaphore semaphore, Event... waitList) {
    return signal(List.of(semaphore), List.of(waitList));
  }

  /**
   * Enqueues a command that waits until semaphores are signaled and takes the signals back ({@code
   * clEnqueueWaitSemaphoresKHR}). The calling thread does not wait. If a signal command ends with
   * an error, this one does.
   *
   * @throws ClException as {@link #signal(List, List)}
   */
  public Event await(List<Semaphore> semaphores, List<Event> waitList) {
    List<EventNode> waits = new ArrayList<>(check(semaphores, waitList));
    List<Semaphore> all = List.copyOf(semaphores);
    all.forEach(s -> waits.add(s.payload().nextSignal(queue.context().lifetime())));
    Command command =
        submit(
            CommandType.SEMAPHORE_WAIT, all, c -> all.forEach(s -> s.payload().set(false)), waits);
    return new Event(queue.context(), queue, command);
  }

  /** Waits for one semaphore; the events to wait for, if any, come one after the other. */
  public Event await(Semaphore semaphore, Event... waitList) {
    return await(List.of(semaphore), List.of(waitList));
  }

  private List<EventNode> check(List<Semaphore> semaphores, List<Event> waitList) {
    queue.lifetime().check();
    if (semaphores.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no semaphores");
    }
    for (Semaphore semaphore : semaphores) {
      semaphore.lifetime().check();
      queue.checkContext(semaphore.context(), "semaphore");
      if (!semaphore.devices().isEmpty() && !semaphore.devices().contains(queue.device())) {
        throw new ClException(
            ErrorCode.CL_INVALID_COMMAND_QUEUE, "the semaphore is not for the queue's device");
      }
    }
    List<EventNode> nodes = Event.nodes(waitList, queue.context());
    for (EventNode node : nodes) {
      if (node.hasFailed()) {
        throw node.inWaitList();
      }
    }
    return nodes;
  }

  private Command submit(
      CommandType type, List<Semaphore> semaphores, CommandBody body, List<EventNode> waits) {
    List<Lifetime> held = semaphores.stream().map(Semaphore::lifetime).toList();
    return queue.pending().submit(new CommandWork(type, body, held, AccessedRanges.none()), waits);
  }
}
