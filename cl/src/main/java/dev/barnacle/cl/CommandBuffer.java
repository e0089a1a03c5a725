package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.queue.Command;
import dev.barnacle.cl.internal.queue.CommandWork;
import dev.barnacle.cl.internal.queue.PendingCommands;
import dev.barnacle.cl.internal.record.Dependencies;
import dev.barnacle.cl.internal.record.RecordedStep;
import dev.barnacle.cl.internal.record.Remapping;
import dev.barnacle.cl.internal.record.Replay;
import dev.barnacle.cl.internal.record.ReplayPlan;
import dev.barnacle.cl.internal.record.WatchedReplay;
import dev.barnacle.watch.command.CommandWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Commands that are recorded once and then executed many times ({@code cl_command_buffer_khr};
 * OpenCL API, "Command-Buffers"). Their arguments are checked, and how they run is decided, when
 * they are recorded, so that executing them takes less than enqueuing them again.
 *
 * <pre>{@code
 * try (CommandBuffer frame = context.commandBuffer(queue)) {
 *   CommandRecorder record = frame.recorder();
 *   RecordedCommand blur = record.run(kernel.with(x, y), NDRange.of(n));
 *   record.copy(y, 0, z, 0, bytes, blur);
 *   frame.finalizeRecording();
 *   frame.enqueue();
 *   frame.enqueue().waitFor();
 * }
 * }</pre>
 *
 * <p>A command waits for the recorded commands in its wait list, for a barrier of its queue, and,
 * where its queue is in order, for the command recorded for that queue before it. An execution is a
 * command of each of its queues, and has one event, which ends with the last of its commands. If
 * one of them fails, those behind it in its queue are not run, and the event ends with the error.
 *
 * <p>Launches can be updated between executions, and executions may overlap, without asking for
 * either when it is made. It can be used by many threads at once.
 */
public final class CommandBuffer extends ClObject {
  /** The states of a command-buffer ({@code CL_COMMAND_BUFFER_STATE_KHR}). */
  public enum State {
    /** Commands can be recorded. */
    RECORDING,
    /** All is recorded, but a launch lacks arguments. */
    FINALIZED,
    /** It can be enqueued. */
    EXECUTABLE
  }

  private final Context context;
  private final List<CommandQueue> queues;
  private final Lifetime lifetime;
  private final Dependencies dependencies;
  private final List<RecordedCommand> commands = new ArrayList<>();
  private final int watchedNumber;
  private boolean isRecording = true;

  /** The plan of a replay, valid until a command is updated; null where it is to be made. */
  private @Nullable ReplayPlan plan;

  CommandBuffer(Context context, List<CommandQueue> queues, Lifetime.Use contextUse) {
    this(context, queues, contextUse, new Dependencies(queues.size()));
  }

  private CommandBuffer(
      Context context,
      List<CommandQueue> queues,
      Lifetime.Use contextUse,
      Dependencies dependencies) {
    this.context = context;
    this.queues = List.copyOf(queues);
    this.dependencies = dependencies;
    Lifetime.Use[] uses = hold(queues, contextUse);
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR,
            "command-buffer",
            () -> {
              forgetCommands();
              context.forget(this);
              Command.letGo(uses);
              contextUse.close();
            });
    CommandWatch watch = context.engine().commandWatch();
    this.watchedNumber = watch == null ? 0 : watch.commandBuffer();
  }

  private static Lifetime.Use[] hold(List<CommandQueue> queues, Lifetime.Use contextUse) {
    try {
      return Command.hold(queues.stream().map(CommandQueue::lifetime).toList());
    } catch (ClException e) {
      contextUse.close();
      throw e;
    }
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the queues that commands are recorded for, which it is executed on unless told. */
  public List<CommandQueue> queues() {
    return queues;
  }

  /** Returns what can be done with it. */
  public synchronized State state() {
    return isRecording
        ? State.RECORDING
        : commands.stream().anyMatch(c -> c.step() == null) ? State.FINALIZED : State.EXECUTABLE;
  }

  /** Returns the commands recorded so far. */
  public synchronized List<RecordedCommand> commands() {
    return List.copyOf(commands);
  }

  /**
   * Returns what records commands for its queue.
   *
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if it has several
   */
  public CommandRecorder recorder() {
    if (queues.size() > 1) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMMAND_QUEUE,
          "the command-buffer has " + queues.size() + " queues, and none is named");
    }
    return new CommandRecorder(this, 0);
  }

  /**
   * Returns what records commands for one of its queues.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the queue is of another context; {@code
   *     CL_INVALID_COMMAND_QUEUE} if it is none of the command-buffer's
   */
  public CommandRecorder recorder(CommandQueue queue) {
    BufferWork.checkContext(context, queue.context(), "queue");
    int place = queues.indexOf(queue);
    if (place < 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMMAND_QUEUE, "the queue is none of the command-buffer's");
    }
    return new CommandRecorder(this, place);
  }

  /**
   * Records a command.
   *
   * @param queue its place among the queues
   * @param work null if that comes by an update
   */
  RecordedCommand record(
      int queue, CommandType type, @Nullable CommandWork work, List<RecordedCommand> waitList) {
    return record(queue, type, work, null, waitList);
  }

  /** Records a launch. */
  RecordedCommand recordLaunch(
      int queue,
      CommandWork work,
      RecordedCommand.Launch arguments,
      List<RecordedCommand> waitList) {
    return record(queue, work.type(), work, arguments, waitList);
  }

  private synchronized RecordedCommand record(
      int queue,
      CommandType type,
      @Nullable CommandWork work,
      RecordedCommand.@Nullable Launch arguments,
      List<RecordedCommand> waitList) {
    checkRecording();
    List<Integer> waits = new ArrayList<>();
    for (RecordedCommand command : waitList) {
      if (!command.commandBuffer().equals(this)) {
        throw new ClException(
            ErrorCode.CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
            "a command of the wait list is of another command-buffer");
      }
      waits.add(command.number());
    }
    int number = commands.size();
    RecordedCommand made = new RecordedCommand(this, type, number, queue);
    boolean outOfOrder = queues.get(queue).options().outOfOrder();
    boolean isBarrier = type == CommandType.BARRIER;
    List<Integer> all = dependencies.of(queue, outOfOrder, isBarrier, waits);
    made.become(work == null ? null : new RecordedStep(number, queue, all, work), arguments);
    dependencies.add(queue, all, isBarrier);
    commands.add(made);
    return made;
  }

  /** Throws {@code CL_INVALID_OPERATION} if nothing can be recorded any more. */
  synchronized void checkRecording() {
    lifetime.check();
    if (!isRecording) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the command-buffer has been finalized");
    }
  }

  /**
   * Ends the recording ({@code clFinalizeCommandBufferKHR}).
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it has been ended before
   */
  public synchronized void finalizeRecording() {
    checkRecording();
    isRecording = false;
  }

  /**
   * Executes it on its own queues ({@code clEnqueueCommandBufferKHR}) and returns the event of all
   * its commands.
   *
   * @param waitList events that all its commands wait for
   * @throws ClException {@code CL_INVALID_OPERATION} if it is not executable; {@code
   *     CL_INVALID_CONTEXT} if an event is of another context; {@code CL_INVALID_EVENT_WAIT_LIST}
   *     if one is closed
   */
  public Event enqueue(List<Event> waitList) {
    return enqueueOn(queues, waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event enqueue(Event... waitList) {
    return enqueue(List.of(waitList));
  }

  /**
   * Executes it on other queues ({@code clEnqueueCommandBufferKHR}).
   *
   * @param on one for each of its queues, of the same device
   * @throws ClException as {@link #enqueue}; {@code CL_INVALID_VALUE} if there are fewer or more;
   *     {@code CL_INVALID_DEVICE} if one has another device; {@code CL_INVALID_CONTEXT} if one is
   *     of another context
   */
  public Event enqueueOn(List<CommandQueue> on, List<Event> waitList) {
    checkQueues(on);
    ReplayPlan current;
    Lifetime.Use use;
    synchronized (this) {
      current = plan();
      use = current.lifetime().use();
    }
    try {
      List<PendingCommands> pending = on.stream().map(CommandQueue::pending).toList();
      Command command = Replay.submit(current, pending, Event.nodes(waitList, context), watched());
      return new Event(context, on.getFirst(), command);
    } finally {
      use.close();
    }
  }

  private void checkQueues(List<CommandQueue> on) {
    if (on.size() != queues.size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          on.size() + " queues for a command-buffer of " + queues.size());
    }
    for (int i = 0; i < on.size(); i++) {
      BufferWork.checkContext(context, on.get(i).context(), "queue");
      if (!on.get(i).device().equals(queues.get(i).device())) {
        throw new ClException(
            ErrorCode.CL_INVALID_DEVICE, "the queue's device is not that which was recorded for");
      }
    }
  }

  private @Nullable WatchedReplay watched() {
    CommandWatch watch = context.engine().commandWatch();
    return watch == null
        ? null
        : new WatchedReplay(
            watch, watchedNumber, queues.stream().map(q -> q.options().outOfOrder()).toList());
  }

  private ReplayPlan plan() {
    lifetime.check();
    ReplayPlan known = plan;
    if (known == null) {
      State state = state();
      if (state != State.EXECUTABLE) {
        throw new ClException(
            ErrorCode.CL_INVALID_OPERATION,
            state == State.RECORDING
                ? "the command-buffer has not been finalized"
                : "a launch of the command-buffer lacks arguments");
      }
      known = ReplayPlan.of(commands.stream().map(c -> Objects.requireNonNull(c.step())).toList());
      plan = known;
    }
    return known;
  }

  /** Has a launch be another one from the next execution on; see {@link #update(List)}. */
  public void update(RecordedCommand command, BoundKernel kernel, NDRange range) {
    update(List.of(new KernelUpdate(command, kernel, range)));
  }

  /**
   * Changes recorded launches ({@code clUpdateMutableCommandsKHR}), all of them or, if there is an
   * error, none. Executions that have been enqueued stay as they are.
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it has not been finalized; {@code
   *     CL_INVALID_MUTABLE_COMMAND_KHR} if one is no launch of this command-buffer; and as {@link
   *     CommandQueue#run}
   */
  public synchronized void update(List<KernelUpdate> updates) {
    lifetime.check();
    if (isRecording) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the command-buffer has not been finalized");
    }
    List<RecordedStep> steps = new ArrayList<>();
    try {
      for (KernelUpdate update : updates) {
        steps.add(updated(update));
      }
    } catch (ClException e) {
      steps.forEach(s -> s.lifetime().release());
      throw e;
    }
    for (int i = 0; i < steps.size(); i++) {
      KernelUpdate update = updates.get(i);
      update
          .command()
          .become(steps.get(i), new RecordedCommand.Launch(update.kernel(), update.range()));
    }
    forgetPlan();
  }

  private RecordedStep updated(KernelUpdate update) {
    RecordedCommand command = update.command();
    if (!command.commandBuffer().equals(this) || command.type() != CommandType.NDRANGE_KERNEL) {
      throw new ClException(
          ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR, command + " is no launch to be updated here");
    }
    CommandWork work = update.kernel().work(context, update.range(), command.queue().device());
    return new RecordedStep(
        command.number(), command.place(), dependencies.of(command.number()), work);
  }

  /**
   * Makes a copy for other queues ({@code clRemapCommandBufferKHR}), in the same state: what was
   * recorded for a queue is then for the one at the same place here. What waits for what stays.
   *
   * @param to as many as it has queues
   * @throws ClException {@code CL_INVALID_VALUE} if there are fewer or more; {@code
   *     CL_INVALID_CONTEXT} if one is of another context
   */
  public CommandBuffer remap(List<CommandQueue> to) {
    if (to.size() != queues.size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          to.size() + " queues for a command-buffer of " + queues.size());
    }
    return remap(to, commands().stream().map(RecordedCommand::place).toList());
  }

  /**
   * Makes a copy for any number of queues, in the same state; which command is for which of them is
   * chosen so that commands that wait for each other stay together.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if there is no queue; {@code CL_INVALID_CONTEXT}
   *     if one is of another context
   */
  public CommandBuffer remapAutomatically(List<CommandQueue> to) {
    if (to.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a command-buffer without a queue");
    }
    List<Integer> units = to.stream().map(q -> q.device().computeUnits()).toList();
    synchronized (this) {
      return remap(to, Remapping.automatic(units, dependencies));
    }
  }

  private synchronized CommandBuffer remap(List<CommandQueue> to, List<Integer> places) {
    lifetime.check();
    to.forEach(q -> BufferWork.checkContext(context, q.context(), "queue"));
    CommandBuffer copy =
        new CommandBuffer(context, to, context.use(), dependencies.moved(to.size(), places));
    try {
      commands.forEach(c -> copy.take(c, places.get(c.number())));
    } catch (ClException e) {
      copy.close();
      throw e;
    }
    copy.isRecording = isRecording;
    return context.adopt(copy);
  }

  /** Takes a command of another command-buffer over, for a queue of its own. */
  private void take(RecordedCommand command, int place) {
    RecordedCommand made = new RecordedCommand(this, command.type(), command.number(), place);
    commands.add(made);
    RecordedStep step = command.step();
    if (step == null) {
      return;
    }
    RecordedCommand.Launch launch = command.launch();
    CommandWork work =
        launch == null
            ? step.work()
            : launch.kernel().work(context, launch.range(), queues.get(place).device());
    made.become(new RecordedStep(command.number(), place, step.waits(), work), launch);
  }

  private synchronized void forgetCommands() {
    forgetPlan();
    commands.forEach(c -> c.become(null, null));
  }

  private void forgetPlan() {
    ReplayPlan before = plan;
    plan = null;
    if (before != null) {
      before.lifetime().release();
    }
  }

  void abandon() {
    lifetime.abandon();
  }

  /** Says how far it is and how many commands it has. */
  @Override
  public synchronized String toString() {
    return "command-buffer of "
        + commands.size()
        + (commands.size() == 1 ? " command, " : " commands, ")
        + state().name().toLowerCase(java.util.Locale.ROOT)
        + lifetime.closedSuffix();
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }
}
