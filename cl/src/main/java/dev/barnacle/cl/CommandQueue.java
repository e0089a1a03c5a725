package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A queue of commands for a device ({@code cl_command_queue}). Methods enqueue a command and return
 * its {@link Event} at once; each takes the events that the command shall wait for, which may be
 * none. {@code queue.read(…).waitFor()} is a blocking call. A queue can be used by many threads at
 * once.
 *
 * <p>Commands are not run before they are submitted: by {@link #flush}, by waiting for them or
 * asking for their status, or when many have come together. So enqueuing wakes no thread, and the
 * thread that waits runs what it waits for.
 *
 * <p>Of the rules of "Host-side and Device-side Commands" (OpenCL architecture, 3.3.6) these are
 * the queue's; a happens-before edge of Java stands for each global-synchronizes-with:
 *
 * <ul>
 *   <li>rule 1: a call that enqueues a command global-synchronizes-with it. The command goes
 *       through the queue's lock, and to whoever runs it through a concurrent queue.
 *   <li>rule 5: commands of an in-order queue synchronize one after the other. Each is a dependent
 *       of the one before ({@link #order}), so it is started by the end of that one.
 *   <li>rule 6, rule 7: a marker or barrier without a wait list depends on all commands before it
 *       that have not ended, and the commands behind a barrier on the barrier.
 *   <li>rule 8: {@link #finish} waits for such a marker.
 *   <li>rules 13 and 14 are about queues on the device, which this device does not offer.
 * </ul>
 *
 * <p>The order of a queue carries no errors: a command that fails fails those that have its event
 * in their wait list, not those that only come behind it.
 */
public final class CommandQueue implements AutoCloseable {
  /** Commands that are submitted together when nobody flushes. */
  private static final int BATCH = 256;

  private final Context context;
  private final Device device;
  private final QueueOptions options;
  private final Lifetime lifetime;
  private final Queue<Command> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean offered = new AtomicBoolean();
  private final Runnable serve = this::serve;

  private final Object lock = new Object();
  private List<Command> unsubmitted = new ArrayList<>();
  private @Nullable Command last;
  private @Nullable Command barrier;
  private long sequence;

  /** Commands that have not let go of the queue yet. */
  private int outstanding;

  private Lifetime.@Nullable Use outstandingUse;

  CommandQueue(Context context, Device device, QueueOptions options, Lifetime.Use contextUse) {
    this.context = context;
    this.device = device;
    this.options = options;
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_COMMAND_QUEUE,
            "command-queue",
            () -> {
              context.forget(this);
              contextUse.close();
            });
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the device that its commands run on. */
  public Device device() {
    return device;
  }

  /** Returns what it does. */
  public QueueOptions options() {
    return options;
  }

  /** Adds a reference ({@code clRetainCommandQueue}). */
  public void retain() {
    lifetime.retain();
  }

  /**
   * Takes a reference away ({@code clReleaseCommandQueue}) and flushes. The queue ends when its
   * last command has.
   */
  public void release() {
    lifetime.check();
    flush();
    lifetime.release();
  }

  /** Returns the references from outside ({@code CL_QUEUE_REFERENCE_COUNT}). */
  public int referenceCount() {
    return lifetime.referenceCount();
  }

  /** Flushes and releases the creator's reference; closing again does nothing. */
  @Override
  public void close() {
    flush();
    lifetime.close();
  }

  void abandon() {
    flush();
    lifetime.abandon();
  }

  /**
   * Enqueues a command.
   *
   * @param held what it uses until it has ended
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if the queue is closed; {@code
   *     CL_INVALID_CONTEXT} if an event is of another context; {@code CL_INVALID_EVENT_WAIT_LIST}
   *     if one is closed; the code of what is held if that is closed
   */
  Event submit(CommandType type, List<Event> waitList, CommandBody body, List<Lifetime> held) {
    checkWaitList(waitList);
    Command command = begin(type, body, held);
    for (Event event : waitList) {
      command.waitFor(event);
    }
    boolean full;
    synchronized (lock) {
      command.enqueued(sequence++);
      order(command, waitList.isEmpty());
      unsubmitted.add(command);
      full = unsubmitted.size() >= BATCH;
    }
    if (full) {
      flush();
    }
    return command;
  }

  private void checkWaitList(List<Event> waitList) {
    for (Event event : waitList) {
      if (!event.context().equals(context)) {
        throw new ClException(
            ErrorCode.CL_INVALID_CONTEXT, "an event of the wait list is of another context");
      }
      if (event.referenceCount() == 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_EVENT_WAIT_LIST, "an event of the wait list is closed");
      }
    }
  }

  private Command begin(CommandType type, CommandBody body, List<Lifetime> held) {
    synchronized (lock) {
      lifetime.check();
      if (outstandingUse == null) {
        outstandingUse = lifetime.use();
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
    if (!options.outOfOrder()) {
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

  /** Submits all that has been enqueued ({@code clFlush}). */
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

  /**
   * Waits until all commands enqueued so far have ended ({@code clFinish}); the calling thread runs
   * them itself as far as it can.
   *
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if the queue is closed
   */
  public void finish() {
    lifetime.check();
    Command end;
    synchronized (lock) {
      end = last;
      if (end == null) {
        return;
      }
    }
    if (options.outOfOrder()) {
      end = (Command) submit(CommandType.MARKER, List.of(), c -> {}, List.of());
      end.close();
    }
    await(end, true);
  }

  /** Waits until one command has ended. */
  void await(Command command) {
    await(command, !options.outOfOrder());
  }

  private void await(Command command, boolean forAllBefore) {
    if (forAllBefore) {
      runUpTo(command);
    } else {
      flush();
      if (command.isReady()) {
        command.run();
      }
    }
    command.sleep();
    command.awaitForgotten();
  }

  /** Runs what is ready, until the command has ended or none of those before it is ready. */
  private void runUpTo(Command command) {
    @Nullable CommandQueue outer = Dispatcher.enter(this);
    try {
      flush();
      while (!command.isEnded()) {
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
        next.run();
      }
    } finally {
      Dispatcher.leave(outer);
    }
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
      context.dispatcher().execute(serve);
    }
  }

  /** Runs what is ready, on a thread of the dispatcher. */
  private void serve() {
    offered.set(false);
    @Nullable CommandQueue outer = Dispatcher.enter(this);
    try {
      for (int i = 0; i < BATCH; i++) {
        Command next = ready.poll();
        if (next == null) {
          return;
        }
        if (!ready.isEmpty()) {
          offer();
        }
        next.run();
      }
    } finally {
      Dispatcher.leave(outer);
    }
    if (!ready.isEmpty()) {
      offer(); // behind the other queues
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
    return use;
  }

  /**
   * Enqueues a kernel ({@code clEnqueueNDRangeKernel}). Sizes are checked now; an engine's error
   * ends the command.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the kernel is of another context; and as
   *     {@link BoundKernel#run}
   */
  public Event run(BoundKernel kernel, NDRange range, List<Event> waitList) {
    checkContext(kernel.kernel().program().context(), "kernel");
    return submit(CommandType.NDRANGE_KERNEL, waitList, kernel.command(range), kernel.held());
  }

  /**
   * Enqueues a copy from a buffer to the host ({@code clEnqueueReadBuffer}).
   *
   * @param to takes as many bytes as it has; it must stay alive until the command has ended
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before
   */
  public Event read(Buffer buffer, long byteOffset, MemorySegment to, List<Event> waitList) {
    checkContext(buffer.context(), "buffer");
    buffer.checkRange(byteOffset, to.byteSize());
    MemorySegment target = HostMemory.anyThread(to);
    return submit(
        CommandType.READ_BUFFER,
        waitList,
        c -> MemorySegment.copy(buffer.bytes(), byteOffset, target, 0, target.byteSize()),
        List.of(buffer.lifetime()));
  }

  /**
   * Enqueues a copy from the host to a buffer ({@code clEnqueueWriteBuffer}).
   *
   * @param from must stay alive and as it is until the command has ended
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before
   */
  public Event write(Buffer buffer, long byteOffset, MemorySegment from, List<Event> waitList) {
    checkContext(buffer.context(), "buffer");
    buffer.checkRange(byteOffset, from.byteSize());
    MemorySegment source = HostMemory.anyThread(from);
    return submit(
        CommandType.WRITE_BUFFER,
        waitList,
        c -> MemorySegment.copy(source, 0, buffer.bytes(), byteOffset, source.byteSize()),
        List.of(buffer.lifetime()));
  }

  /**
   * Enqueues a copy between buffers ({@code clEnqueueCopyBuffer}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if one is of another context; {@code
   *     CL_INVALID_VALUE} if one ends before; {@code CL_MEM_COPY_OVERLAP} if source and destination
   *     share memory
   */
  public Event copy(
      Buffer from, long fromOffset, Buffer to, long toOffset, long bytes, List<Event> waitList) {
    checkContext(from.context(), "buffer");
    checkContext(to.context(), "buffer");
    from.checkRange(fromOffset, bytes);
    to.checkRange(toOffset, bytes);
    if (Math.abs(from.address() + fromOffset - to.address() - toOffset) < bytes) {
      throw new ClException(
          ErrorCode.CL_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
    }
    return submit(
        CommandType.COPY_BUFFER,
        waitList,
        c -> MemorySegment.copy(from.bytes(), fromOffset, to.bytes(), toOffset, bytes),
        List.of(from.lifetime(), to.lifetime()));
  }

  /**
   * Enqueues the filling of a part of a buffer with a pattern ({@code clEnqueueFillBuffer}).
   *
   * @param pattern of 1, 2, 4, 8, 16, 32, 64 or 128 bytes; it is copied now
   * @param bytes a multiple of the pattern's size, as is {@code byteOffset}
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before, or for another pattern, offset or size
   */
  public Event fill(
      Buffer buffer, MemorySegment pattern, long byteOffset, long bytes, List<Event> waitList) {
    checkContext(buffer.context(), "buffer");
    buffer.checkRange(byteOffset, bytes);
    Pattern copy = Pattern.of(pattern, byteOffset, bytes);
    return submit(
        CommandType.FILL_BUFFER,
        waitList,
        c -> copy.fill(buffer.bytes().asSlice(byteOffset, bytes)),
        List.of(buffer.lifetime()));
  }

  /**
   * Enqueues a command that does nothing ({@code clEnqueueMarkerWithWaitList}).
   *
   * @param waitList if empty, it waits for all commands that were enqueued before it
   */
  public Event marker(List<Event> waitList) {
    return submit(CommandType.MARKER, waitList, c -> {}, List.of());
  }

  /**
   * Enqueues a command that does nothing but for which all commands behind it wait ({@code
   * clEnqueueBarrierWithWaitList}).
   *
   * @param waitList if empty, it waits for all commands that were enqueued before it
   */
  public Event barrier(List<Event> waitList) {
    return submit(CommandType.BARRIER, waitList, c -> {}, List.of());
  }

  /** Throws {@code CL_INVALID_CONTEXT} unless it is the queue's context. */
  void checkContext(Context other, String what) {
    if (!other.equals(context)) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the " + what + " is of another context");
    }
  }
}
