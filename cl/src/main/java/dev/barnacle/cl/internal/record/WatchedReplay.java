package dev.barnacle.cl.internal.record;

import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.queue.RunningCommand;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.RecordedIn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A replay as the detector of races between commands has it: each recorded command is a command of
 * its own there, ordered behind another only where it was recorded to be, though all run one after
 * the other.
 */
public final class WatchedReplay {
  private final CommandWatch watch;
  private final int buffer;
  private final long execution;
  private final List<Boolean> outOfOrder;
  private final Map<Integer, CommandNode> nodes = new HashMap<>();

  /**
   * Makes one.
   *
   * @param buffer the number of the command-buffer ({@link CommandWatch#commandBuffer})
   * @param outOfOrder which of the queues that commands were recorded to are out of order
   */
  public WatchedReplay(CommandWatch watch, int buffer, List<Boolean> outOfOrder) {
    this.watch = watch;
    this.buffer = buffer;
    this.outOfOrder = outOfOrder;
    this.execution = watch.execution();
  }

  /** Returns what these commands access, which belong to one command in a queue. */
  AccessedRanges of(List<RecordedStep> steps) {
    return new AccessedRanges() {
      @Override
      public void tell(CommandWatch by, CommandNode replay) {
        steps.forEach(step -> enqueue(step, replay));
      }

      @Override
      public String name(CommandType type) {
        return "command-buffer " + buffer;
      }
    };
  }

  private synchronized void enqueue(RecordedStep step, CommandNode replay) {
    List<CommandNode> waits = new ArrayList<>();
    step.waits().forEach(w -> waits.add(Objects.requireNonNull(nodes.get(w))));
    AccessedRanges accesses = step.work().accesses();
    RecordedIn where =
        new RecordedIn(buffer, step.number() + 1, step.queue(), outOfOrder.get(step.queue()));
    CommandNode node =
        watch.recorded(replay, execution, accesses.name(step.work().type()), where, waits);
    accesses.tell(watch, node);
    nodes.put(step.number(), node);
  }

  private synchronized CommandNode node(RecordedStep step) {
    return Objects.requireNonNull(nodes.get(step.number()));
  }

  /** Runs commands; after one that fails the others don't. */
  void run(List<RecordedStep> steps) {
    for (RecordedStep step : steps) {
      CommandNode node = node(step);
      watch.started(node);
      try {
        step.work().body().run(new Member(node));
      } finally {
        watch.ended(node);
      }
    }
  }

  private record Member(CommandNode watched) implements RunningCommand {
    @Override
    public void ranFor(long nanos, long completion) {}

    @Override
    public void beganAt(long nanoTime) {}
  }
}
