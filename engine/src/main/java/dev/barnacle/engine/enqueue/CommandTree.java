package dev.barnacle.engine.enqueue;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceQueue;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.KernelTraits;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A kernel-instance that the host has launched, and all that it and what it has enqueued enqueue
 * (OpenCL architecture, "Device-side enqueue"): which commands are ready, and which complete.
 *
 * <p>What became ready last runs first. So of a tree of launches little more than a path is kept at
 * any time, as in a depth-first walk, and nobody calls anybody: neither stack nor memory grows with
 * the number of launches. A command is complete when it has ended and its children are complete;
 * one that only waits for a single child is taken out of the chain ({@link
 * ChildCommand#isTransparent}).
 *
 * <p>Events are known within the tree: those of the device are only visible to kernels that run
 * there. So where nothing is ready and nothing runs, what waits waits for ever, which is an error.
 */
public final class CommandTree {
  /** Something for a thread to do. */
  public sealed interface Work permits ChildCommand, SharedRun {}

  private final Executable executable;
  private final DeviceLimits limits;
  private final CodeOptions options;
  private final @Nullable DeviceQueue defaultQueue;
  private final ChildCommand root =
      new ChildCommand(ChildCommand.Payload.MARKER, EnqueueFlag.NO_WAIT, List.of(), null, null);
  private final Map<Long, DeviceEvent> events = new ConcurrentHashMap<>();
  private final Map<Function, Facts> facts = new ConcurrentHashMap<>();
  private final Map<DeviceQueue, AtomicLong> reserved = new ConcurrentHashMap<>();
  private final AtomicLong lastEvent = new AtomicLong();

  // All below is guarded by this object.
  private final Deque<ChildCommand> ready = new ArrayDeque<>();
  private final Deque<SharedRun> shared = new ArrayDeque<>();
  private final Deque<ChildCommand> completing = new ArrayDeque<>();
  private int running = 1;
  private int sleeping;
  private boolean complete;
  private @Nullable Throwable failure;
  private @Nullable Consumer<ChildCommand> completions;

  /**
   * Makes the tree of a launch, whose kernel has not begun.
   *
   * @param executable the program
   * @param limits of the device
   * @param options the program's build options
   * @param defaultQueue null if there is none
   */
  public CommandTree(
      Executable executable,
      DeviceLimits limits,
      CodeOptions options,
      @Nullable DeviceQueue defaultQueue) {
    this.executable = executable;
    this.limits = limits;
    this.options = options;
    this.defaultQueue = defaultQueue;
    root.begun = System.nanoTime();
  }

  /**
   * The facts about a kernel that are asked for again and again.
   *
   * @param limits what it takes of the device
   * @param traits what matters for the choice of a local size
   */
  record Facts(KernelLimits limits, KernelTraits traits) {}

  Facts facts(Function kernel) {
    Facts known = facts.get(kernel);
    return known != null ? known : facts.computeIfAbsent(kernel, this::ask);
  }

  private Facts ask(Function kernel) {
    return new Facts(executable.limits(kernel), executable.traits(kernel));
  }

  DeviceLimits limits() {
    return limits;
  }

  CodeOptions options() {
    return options;
  }

  @Nullable DeviceQueue defaultQueue() {
    return defaultQueue;
  }

  /** Returns the command of the kernel that the host has launched. */
  public ChildCommand root() {
    return root;
  }

  /** Returns the event that a kernel knows by a number; null if there is none. */
  @Nullable DeviceEvent event(long handle) {
    return events.get(handle);
  }

  /** Takes room for a command; false if the queue is full. */
  boolean reserve(DeviceQueue queue, long bytes) {
    if (!queue.reserve(bytes)) {
      return false;
    }
    reserved.computeIfAbsent(queue, _ -> new AtomicLong()).addAndGet(bytes);
    return true;
  }

  /** Gives the room of a command back. */
  void release(DeviceQueue queue, long bytes) {
    queue.release(bytes);
    reserved.computeIfAbsent(queue, _ -> new AtomicLong()).addAndGet(-bytes);
  }

  /**
   * Has each command told that is complete, children before their parents, by the thread that
   * brings it about. All of them are kept until they are.
   */
  public synchronized void onCompletion(Consumer<ChildCommand> told) {
    completions = told;
  }

  DeviceEvent newEvent(@Nullable DeviceQueue queue) {
    DeviceEvent event = new DeviceEvent(lastEvent.incrementAndGet(), queue);
    events.put(event.handle(), event);
    return event;
  }

  synchronized void retain(DeviceEvent event) {
    event.retain();
  }

  synchronized void release(DeviceEvent event) {
    event.release();
    deleteUnused(event);
  }

  private void deleteUnused(DeviceEvent event) {
    if (event.isUnused() && events.remove(event.handle()) != null && event.queue() != null) {
      event.queue().releaseEvents(1);
    }
  }

  synchronized void capture(DeviceEvent event, Consumer<DeviceEvent.Times> to) {
    event.capture(to);
  }

  /** Sets a user event. */
  synchronized void set(DeviceEvent event, int status) {
    if (!event.isSet()) {
      wake(event.set(status, null), status);
      deleteUnused(event);
      completeAll();
      announce();
    }
  }

  /**
   * Adds commands that work-groups of a kernel-instance have enqueued, after these have ended.
   *
   * @param parent whose work-groups they were
   */
  public synchronized void add(ChildCommand parent, List<ChildCommand> enqueued) {
    for (ChildCommand child : enqueued) {
      child.parent = parent;
      parent.open++;
      addOne(parent, child);
    }
    completeAll();
    announce();
  }

  private void addOne(ChildCommand parent, ChildCommand child) {
    child.unmet = 1;
    for (DeviceEvent event : child.waits) {
      if (!event.isSet()) {
        child.unmet++;
        event.await(child);
      } else if (event.status() < 0) {
        child.status = event.status();
      }
    }
    child.waits = List.of();
    if (child.flag() == EnqueueFlag.WAIT_KERNEL && !parent.ended) {
      parent.waitForEnd(child);
    } else {
      meet(child);
    }
  }

  /** One thing less to wait for. */
  private void meet(ChildCommand child) {
    if (--child.unmet > 0) {
      return;
    }
    if (child.status < 0 || child.payload().range() == null) {
      child.begun = System.nanoTime();
      running++;
      ended(child);
    } else {
      ready.push(child);
    }
  }

  private void wake(List<ChildCommand> waiting, int status) {
    for (ChildCommand child : waiting) {
      if (status < 0) {
        child.status = status;
      }
      meet(child);
    }
  }

  /**
   * Offers work-groups of a command that runs to other threads.
   *
   * @param run whose last work-group ends the command
   */
  public synchronized void share(SharedRun run) {
    shared.push(run);
    announce();
  }

  /**
   * Returns the next thing to do; waits while there is none but something runs.
   *
   * @return null if the tree is complete, or has failed: also as what is left waits for ever
   */
  public @Nullable Work take() {
    boolean interrupted = false;
    try {
      synchronized (this) {
        while (true) {
          Work next = poll();
          if (next != null || isOver()) {
            return next;
          }
          if (running == 0) {
            fail(stuck());
            return null;
          }
          sleeping++;
          try {
            wait();
          } catch (InterruptedException e) {
            interrupted = true; // which ends no kernel
          } finally {
            sleeping--;
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns the next thing to do; null if there is none now. */
  public synchronized @Nullable Work poll() {
    if (failure != null) {
      return null;
    }
    while (!shared.isEmpty()) {
      if (shared.getFirst().hasMore()) {
        return shared.getFirst();
      }
      shared.removeFirst();
    }
    ChildCommand next = ready.poll();
    if (next != null) {
      running++;
      next.begun = System.nanoTime();
    }
    return next;
  }

  /** Puts a command back that was taken and can't be run by this thread. */
  public synchronized void putBack(ChildCommand command) {
    running--;
    ready.push(command);
  }

  /** Returns whether more than one thread would have something to do now. */
  public synchronized boolean isWide() {
    return ready.size() > 1 || !shared.isEmpty();
  }

  /** Wakes as many as have something to do besides the calling thread, which goes on. */
  private void announce() {
    if (sleeping == 0) {
      return;
    }
    if (complete || failure != null || !shared.isEmpty() || running == 0) {
      notifyAll();
      return;
    }
    for (int i = 1; i < ready.size() && i <= sleeping; i++) {
      notify();
    }
  }

  private EngineException stuck() {
    return new EngineException(
        EngineException.Kind.ENDLESS_WAIT,
        "a kernel that was enqueued on the device waits for an event that nothing sets any more");
  }

  /** All work-groups of a command have ended, and what they enqueued has been {@link #add}ed. */
  public synchronized void end(ChildCommand command) {
    ended(command);
    completeAll();
    announce();
  }

  /** The same in one step. */
  public synchronized void end(ChildCommand command, List<ChildCommand> enqueued) {
    add(command, enqueued);
    end(command);
  }

  private void ended(ChildCommand command) {
    running--;
    command.end = System.nanoTime();
    command.ended = true;
    forgetPayload(command);
    List<ChildCommand> released = command.afterEnd;
    command.afterEnd = List.of();
    for (ChildCommand child : released.reversed()) {
      meet(child);
    }
    if (completions == null) {
      shorten(command);
    }
    close(command);
  }

  private void forgetPayload(ChildCommand command) {
    DeviceQueue queue = command.queue();
    if (queue != null) {
      release(queue, command.payload().byteSize());
    }
    command.forgetPayload();
  }

  /** Takes those out above a command that do nothing but wait for it. */
  private static void shorten(ChildCommand command) {
    ChildCommand above = command.parent;
    while (above != null && above.isTransparent()) {
      above = above.parent;
    }
    command.parent = above;
  }

  private void close(ChildCommand command) {
    if (--command.open == 0) {
      completing.add(command);
    }
  }

  /** A loop, as one completion brings about others. */
  private void completeAll() {
    while (!completing.isEmpty()) {
      ChildCommand done = completing.poll();
      if (completions != null) {
        completions.accept(done);
      }
      DeviceEvent event = done.event();
      if (event != null) {
        long now = System.nanoTime();
        var times = new DeviceEvent.Times(done.end - done.begun, now - done.begun);
        wake(event.set(done.status, times), done.status);
        deleteUnused(event);
      }
      ChildCommand above = done.parent;
      if (above == null) {
        complete = true;
      } else {
        above.status = done.status < 0 ? done.status : above.status;
        close(above);
      }
    }
  }

  /** Ends all with an error: nothing more is begun. */
  public synchronized void fail(Throwable why) {
    if (failure == null) {
      failure = why;
    }
    notifyAll();
  }

  /** Returns whether all is complete, or will never be. */
  public synchronized boolean isOver() {
    return complete || failure != null;
  }

  /**
   * Gives back what the tree still has of queues, when no thread works on it any more.
   *
   * @throws EngineException {@link EngineException.Kind#CHILD_TERMINATED} if a command was
   *     terminated by the error of an event that it waited for; what {@link #fail} was given
   */
  public synchronized void close() {
    for (DeviceEvent event : events.values()) {
      if (event.queue() != null) {
        event.queue().releaseEvents(1);
      }
    }
    events.clear();
    reserved.forEach((queue, bytes) -> queue.release(bytes.getAndSet(0)));
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (root.status < 0) {
      throw EngineException.terminated(root.status);
    }
  }
}
