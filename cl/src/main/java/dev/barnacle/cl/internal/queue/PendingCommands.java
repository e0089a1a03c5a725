package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.QueueOptions;
import dev.barnacle.cl.QueuePriority;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.CompletionPoint;
import dev.barnacle.watch.command.QueueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a queue that have not ended, and who runs them.
 *
 * <p>A command that is enqueued becomes a dependent of the commands that the queue's order puts
 * before it and waits among the unsubmitted until somebody flushes. When it is ready it goes to
 * {@link #ready}, from where it is taken by a thread that waits for it, or for one behind it, or by
 * one of the {@link Dispatcher}, which is offered the queue where no thread looks for its commands
 * itself. Whoever takes a command while there are more offers the queue again, so that it runs as
 * wide as commands are ready. A waiting thread takes only what it waits for, as anything else may
 * take long, or may itself wait for that thread.
 *
 * <p>One lock guards the order; no code of the program, no body of a command and no other lock but
 * that of an event is entered under it.
 */
public final class PendingCommands {
  /** Commands that a thread of the dispatcher runs before it looks at other queues. */
  private static final int TURN = 256;

  private final ContextQueues context;
  private final boolean keepsTimes;
  private final Lifetime lifetime;
  private final boolean outOfOrder;
  private final QueuePriority priority;
  private final Queue<Command> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean offered = new AtomicBoolean();
  private final Runnable serve = this::serve;
  private final BatchSize batch = new BatchSize();

  private final @Nullable CommandWatch watch;
  private final @Nullable QueueOrder watchedOrder;

  private final Object lock = new Object();
  private List<Command> unsubmitted = new ArrayList<>();
  private @Nullable Command last;
  private @Nullable Command barrier;
  private long sequence;

  /** Commands that have not let go of the queue yet. */
  private int outstanding;

  private Lifetime.@Nullable Use outstandingUse;

  private Consumer<Boolean> whenOccupied = _ -> {};

  /**
   * Makes those of a queue.
   *
   * @param lifetime the queue's
   */
  public PendingCommands(ContextQueues context, QueueOptions options, Lifetime lifetime) {
    this.context = context;
    this.lifetime = lifetime;
    this.outOfOrder = options.outOfOrder();
    this.priority = options.priority();
    this.keepsTimes = options.profiling();
    this.watch = context.watch();
    this.watchedOrder = watch == null ? null : watch.queue(outOfOrder);
  }

  /** See {@code CommandQueue.whenOccupied}. */
  public void whenOccupied(Consumer<Boolean> action) {
    synchronized (lock) {
      whenOccupied = action;
      action.accept(outstandingUse != null);
    }
  }

  ContextQueues context() {
    return context;
  }

  /** Returns whether it is kept when commands go from state to state. */
  boolean keepsTimes() {
    return keepsTimes;
  }

  /**
   * Enqueues a command.
   *
   * @param waitList events of the same context that are not closed
   */
  public Command submit(CommandWork work, List<EventNode> waitList) {
    Command command = begin(work.type(), work.body(), work.held());
    AccessedRanges accesses = work.accesses();
    if (accesses instanceof AccessedRanges.OfKernel launch) {
      command.ofKernel(launch.kernel());
    }
    for (EventNode event : waitList) {
      command.waitFor(event);
    }
    boolean full;
    synchronized (lock) {
      command.enqueued(sequence++);
      order(command, waitList.isEmpty());
      if (watch != null) {
        watch(watch, command, waitList, accesses);
      }
      unsubmitted.add(command);
      full = unsubmitted.size() >= batch.commands();
    }
    if (full) {
      flush();
    }
    return command;
  }

  private void watch(
      CommandWatch by, Command command, List<EventNode> waitList, AccessedRanges accesses) {
    List<CompletionPoint> waits = new ArrayList<>();
    for (EventNode event : waitList) {
      CompletionPoint watched = event.watched();
      if (watched != null) {
        waits.add(watched);
      }
    }
    QueueOrder.Role role =
        switch (command.commandType()) {
          case BARRIER -> QueueOrder.Role.BARRIER;
          case MARKER -> QueueOrder.Role.MARKER;
          default -> QueueOrder.Role.COMMAND;
        };
    String name = accesses.name(command.commandType());
    CommandNode node = by.enqueued(Objects.requireNonNull(watchedOrder), name, waits, role);
    accesses.tell(by, node);
    command.watchedAs(node);
  }

  private Command begin(CommandType type, CommandBody body, List<Lifetime> held) {
    synchronized (lock) {
      lifetime.check();
      if (outstandingUse == null) {
        outstandingUse = lifetime.use();
        whenOccupied.accept(true);
      }
      outstanding++;
    }
    try {
      Lifetime.Use[] uses = Command.hold(held);
      return new Command(this, type, lifetime.attach(), body, uses);
    } catch (ClException e) {
      Lifetime.@Nullable Use use;
      synchronized (lock) {
        use = letGo();
      }
      if (use != null) {
        use.close();
      }
      throw e;
    }
  }

  /** Has the command follow those that the queue's order puts before it, under the lock. */
  private void order(Command command, boolean waitsForNothing) {
    boolean isBarrier = command.commandType() == CommandType.BARRIER;
    boolean isMarker = command.commandType() == CommandType.MARKER;
    if (!outOfOrder) {
      follow(command, last);
    } else if ((isBarrier || isMarker) && waitsForNothing) {
      for (Command c = last; c != null; c = c.previous) {
        command.follow(c);
      }
    } else {
      follow(command, barrier);
    }
    if (isBarrier) {
      barrier = command;
    }
    link(command);
  }

  private static void follow(Command command, @Nullable Command before) {
    if (before != null) {
      command.follow(before);
    }
  }

  private void link(Command command) {
    command.previous = last;
    if (last != null) {
      last.next = command;
    }
    last = command;
  }

  private void unlink(Command command) {
    if (command.previous != null) {
      command.previous.next = command.next;
    }
    if (command.next != null) {
      command.next.previous = command.previous;
    }
    if (command.equals(last)) {
      last = command.previous;
    }
    if (command.equals(barrier)) {
      barrier = null;
    }
    command.previous = null;
    command.next = null;
  }

  /** Submits all that has been enqueued. */
  public void flush() {
    List<Command> commands;
    synchronized (lock) {
      if (unsubmitted.isEmpty()) {
        return;
      }
      commands = unsubmitted;
      unsubmitted = new ArrayList<>();
    }
    commands.forEach(Command::submit);
  }

  /** Waits until all commands enqueued so far have ended. */
  public void finish() {
    if (watch == null) {
      awaitAll();
      return;
    }
    QueueOrder.All all = watch.finishing(Objects.requireNonNull(watchedOrder));
    awaitAll();
    watch.finished(all);
  }

  private void awaitAll() {
    Command end;
    synchronized (lock) {
      end = last;
      if (end == null) {
        return;
      }
    }
    if (outOfOrder) {
      end =
          submit(
              new CommandWork(CommandType.MARKER, c -> {}, List.of(), AccessedRanges.none()),
              List.of());
      end.close();
    }
    await(end, true);
  }

  /** Waits until one command has ended. */
  void await(Command command) {
    await(command, !outOfOrder);
  }

  private void await(Command command, boolean forAllBefore) {
    if (forAllBefore) {
      runUpTo(command);
    } else {
      flush();
      if (command.isReady() && !Thread.currentThread().isInterrupted()) {
        runFor(command, !Dispatcher.isServing());
      }
    }
    command.sleep();
    command.awaitForgotten();
  }

  /**
   * Runs what is ready, until the command has ended, none of those before it is ready, or the
   * thread is interrupted.
   */
  private void runUpTo(Command command) {
    @Nullable PendingCommands outer = Dispatcher.enter(this);
    long begun = System.nanoTime();
    int ran = 0;
    try {
      flush();
      while (!command.hasEnded() && !Thread.currentThread().isInterrupted()) {
        Command next = ready.poll();
        if (next == null) {
          break;
        }
        if (next.sequence() > command.sequence()) {
          ready.add(next);
          break;
        }
        if (!ready.isEmpty()) {
          offer();
        }
        runFor(next, outer == null);
        ran++;
      }
    } finally {
      batch.ran(ran, System.nanoTime() - begun);
      Dispatcher.leave(outer);
      offerRest();
    }
  }

  /**
   * Runs a command for a thread that waits: on another one if it may take long, so that an
   * interrupt ends the wait, unless the thread is one that runs commands.
   */
  private void runFor(Command command, boolean mayLeave) {
    if (mayLeave && command.mayTakeLong()) {
      context.dispatcher().runBeside(command::run);
      command.sleep();
    } else {
      command.run();
    }
  }

  /** Has another thread run what is left. */
  private void offerRest() {
    if (!ready.isEmpty()) {
      offer();
    }
  }

  /** Is told that a command can run. */
  void ready(Command command) {
    ready.add(command);
    if (!Dispatcher.isServing(this)) {
      offer();
    }
  }

  private void offer() {
    if (offered.compareAndSet(false, true)) {
      context.dispatcher().execute(priority, serve);
    }
  }

  /** Runs what is ready, on a thread of the dispatcher. */
  private void serve() {
    offered.set(false);
    @Nullable PendingCommands outer = Dispatcher.enter(this);
    long begun = System.nanoTime();
    int ran = 0;
    try {
      for (int i = 0; i < TURN; i++) {
        Command next = ready.poll();
        if (next == null) {
          return;
        }
        if (!ready.isEmpty()) {
          offer();
        }
        next.run();
        ran++;
        if (context.dispatcher().hasMoreUrgent(priority)) {
          return;
        }
      }
    } finally {
      batch.ran(ran, System.nanoTime() - begun);
      Dispatcher.leave(outer);
      offerRest(); // behind the other queues
    }
  }

  /** Is told that a command has ended. */
  void ended(Command command) {
    Lifetime.@Nullable Use use;
    synchronized (lock) {
      unlink(command);
      use = letGo();
    }
    if (use != null) {
      use.close();
    }
  }

  /** Counts one command less, under the lock; returns the use that the last one ends. */
  private Lifetime.@Nullable Use letGo() {
    outstanding--;
    if (outstanding > 0) {
      return null;
    }
    Lifetime.Use use = outstandingUse;
    outstandingUse = null;
    whenOccupied.accept(false);
    return use;
  }
}
