package dev.barnacle.cl.internal.record;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.queue.Command;
import dev.barnacle.cl.internal.queue.CommandBody;
import dev.barnacle.cl.internal.queue.CommandWork;
import dev.barnacle.cl.internal.queue.EventNode;
import dev.barnacle.cl.internal.queue.PendingCommands;
import dev.barnacle.cl.internal.queue.RunningCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One execution of a command-buffer: puts the segments of its plan into queues. */
public final class Replay {
  private final ReplayPlan plan;
  private final List<PendingCommands> queues;
  private final @Nullable WatchedReplay watched;

  /** The time of the first segment's start, by {@link System#nanoTime}; 0 before. */
  private final AtomicLong begun = new AtomicLong();

  private Replay(ReplayPlan plan, List<PendingCommands> queues, @Nullable WatchedReplay watched) {
    this.plan = plan;
    this.queues = queues;
    this.watched = watched;
  }

  /**
   * Enqueues a command-buffer.
   *
   * @param queues one for each of the command-buffer's
   * @param watched what the detector of races between commands is told; null without one
   * @return the command whose end is that of all commands
   */
  public static Command submit(
      ReplayPlan plan,
      List<PendingCommands> queues,
      List<EventNode> waitList,
      @Nullable WatchedReplay watched) {
    Replay replay = new Replay(plan, queues, watched);
    return plan.segments().size() == 1
        ? replay.submit(plan.segments().getFirst(), waitList)
        : replay.submitAll(waitList);
  }

  private Command submit(ReplayPlan.Segment segment, List<EventNode> waitList) {
    return queues.get(segment.queue()).submit(work(segment, body(segment)), waitList);
  }

  private CommandBody body(ReplayPlan.Segment segment) {
    return segment
        .duration()
        .of(
            1,
            command -> {
              long start = System.nanoTime();
              run(segment.steps());
              return System.nanoTime() - start;
            });
  }

  private CommandWork work(ReplayPlan.Segment segment, CommandBody body) {
    AccessedRanges accesses = watched == null ? AccessedRanges.none() : watched.of(segment.steps());
    return new CommandWork(CommandType.COMMAND_BUFFER, body, List.of(plan.lifetime()), accesses);
  }

  private void run(List<RecordedStep> steps) {
    if (watched != null) {
      watched.run(steps);
      return;
    }
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).work().body().run(Unwatched.COMMAND);
    }
  }

  private Command submitAll(List<EventNode> waitList) {
    List<Command> parts = new ArrayList<>();
    Lifetime.Use[] uses = Command.hold(List.of(plan.lifetime()));
    try {
      for (ReplayPlan.Segment segment : plan.segments()) {
        List<EventNode> waits = new ArrayList<>();
        segment.after().forEach(s -> waits.add(parts.get(s)));
        CommandBody body = body(segment);
        CommandBody timed =
            command -> {
              begun.compareAndSet(0, System.nanoTime());
              body.run(command);
            };
        parts.add(
            queues
                .get(segment.queue())
                .submit(work(segment, timed), waits.isEmpty() ? waitList : waits));
      }
      return end(parts);
    } catch (ClException e) {
      parts.forEach(Command::flush); // they run: nothing takes them back
      throw e;
    } finally {
      parts.forEach(Command::close);
      Command.letGo(uses);
    }
  }

  /** Enqueues what ends when all segments have. */
  private Command end(List<Command> parts) {
    CommandWork work =
        new CommandWork(
            CommandType.COMMAND_BUFFER,
            command -> command.beganAt(begun.get()),
            List.of(),
            watched == null ? AccessedRanges.none() : watched.of(List.of()));
    return queues.getFirst().submit(work, new ArrayList<>(parts));
  }

  /** The state of recorded commands where nobody watches. */
  private enum Unwatched implements RunningCommand {
    COMMAND;

    @Override
    public dev.barnacle.watch.command.@Nullable CommandNode watched() {
      return null;
    }

    @Override
    public void ranFor(long nanos, long completion) {}

    @Override
    public void beganAt(long nanoTime) {}
  }
}
